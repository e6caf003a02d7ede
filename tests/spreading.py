"""How tests are spread over workers: those that share running processes, or data made once, go to one of them.

A scheduler of our own, by file: xdist writes the name of a test's group into the test's id, which pytest 9.2 keeps elsewhere.
"""

from typing import Final

from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]

TOGETHER: Final = {
    "tests/config/test_doctor.py": "the live site",
    "tests/config/test_health.py": "the live site",
    "tests/faults/test_failing_club.py": "the live site",
    "tests/faults/test_ladder_on_a_running_site.py": "the live site",
    "tests/faults/test_search_on_a_running_site.py": "the live site",
    "tests/config/test_run.py": "make run",
    "tests/faults/test_soak.py": "the soak",
    "tests/ratings/demo/test_seeding.py": "the demo",
    "tests/canary/test_crawl.py": "the canaries",
    "tests/canary/test_erased.py": "the erased canaries",
    "tests/canary/test_families.py": "the canaries and their families",
    "tests/canary/test_server_log.py": "the server's log",
    "tests/canary/test_twins.py": "the canaries and their twins",
    "tests/canary/test_shared_cache.py": "a shared cache",
}


class Spreading(LoadScopeScheduling):  # type: ignore[misc]
    """Test by test, but for the files of `TOGETHER`, the longest of which come first."""

    def _split_scope(self, nodeid: str) -> str:
        return TOGETHER.get(nodeid.partition("::")[0], nodeid)
