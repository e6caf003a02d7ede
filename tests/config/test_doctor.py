"""`manage.py doctor` on a real site: well as a whole, and each part it lacks named with the way to mend it."""

import pytest

from config.management.commands.doctor import Command
from config.probes import Probe, Trouble
from config.processes import wait_until
from tests.live import LiveStack


def lines(stack: LiveStack) -> tuple[int, dict[str, str]]:
    """Exit status, and what follows the name of each part."""
    answer = stack.manage("doctor", check=False)
    said = (line for line in answer.stdout.splitlines() if line.startswith(("ok ", "TROUBLE ")))
    return answer.returncode, {line[8:].partition(": ")[0]: line for line in said}


def test_a_running_site_is_well(live_stack: LiveStack) -> None:
    assert wait_until(lambda: lines(live_stack)[0] == 0, 60), lines(live_stack)


def test_a_worker_that_does_not_answer_is_named_with_its_command(live_stack: LiveStack) -> None:
    live_stack.kill("worker")
    answer = live_stack.manage("doctor", check=False)
    assert answer.returncode == 1
    assert (
        "TROUBLE worker: no worker has answered within 5 s\n        Start a worker: `celery --app config.celery worker`." in answer.stdout
    )


def test_a_frozen_valkey_is_named_and_does_not_hold_the_doctor_up(live_stack: LiveStack) -> None:
    live_stack.freeze("valkey")
    status, said = lines(live_stack)
    live_stack.thaw("valkey")
    assert status == 1
    assert said["Valkey"].startswith("TROUBLE Valkey: does not answer")
    assert said["database, application role"].startswith("ok ")


@pytest.mark.parametrize(("failures", "deadline", "well"), [(0, 0, True), (2, 9e9, True), (1, 0, False)])
def test_a_trouble_may_pass_only_while_programs_start(
    failures: int, deadline: float, well: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    left = [failures]

    def ask() -> str:
        if left[0]:
            left[0] -= 1
            raise Trouble("asleep", "Wake it.")
        return "awake"

    assert Command(no_color=True).ask(Probe("cat", ask), deadline) is well
    assert capsys.readouterr().out == ("ok      cat: awake\n" if well else "TROUBLE cat: asleep\n        Wake it.\n")


def test_an_unforeseen_error_is_a_trouble_and_not_an_end(capsys: pytest.CaptureFixture[str]) -> None:
    def ask() -> str:
        raise ValueError("odd")

    assert not Command(no_color=True).ask(Probe("cat", ask), 0)
    assert capsys.readouterr().out == "TROUBLE cat: ValueError: odd\n"
