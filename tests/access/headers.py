"""What every answer says besides its content (DESIGN section 6)."""

from tests.access.asking import Answer

ALWAYS = {"referrer-policy": "same-origin", "x-content-type-options": "nosniff", "x-frame-options": "DENY"}
NO_STORE = "private, no-store"


def header_faults(answer: Answer, *, cache: str | None, indexable: bool) -> list[str]:
    """What is wrong with an answer's headers. `cache`: what the route declares, None for a closed answer; `indexable`: may be listed."""
    expected = ALWAYS | {"cache-control": cache or NO_STORE}
    faults = [f"{name} is {answer.header(name)!r}" for name, value in expected.items() if answer.header(name) != value]
    robots = answer.header("x-robots-tag")
    if robots != (None if indexable else "noindex"):
        faults.append(f"x-robots-tag is {robots!r}")
    return faults + policy_faults(answer.header("content-security-policy") or "")


def policy_faults(policy: str) -> list[str]:
    """What a content security policy lets through that it must not."""
    directives = {name: sources.split() for name, _, sources in (part.strip().partition(" ") for part in policy.split(";"))}
    faults = [f"policy allows {word}" for word in ("'unsafe-inline'", "'unsafe-eval'", "*") if word in policy.replace(";", " ").split()]
    if directives.get("default-src") != ["'none'"]:
        faults.append("policy does not start from nothing")
    for name in ("script-src", "style-src", "form-action"):
        if directives.get(name) != ["'self'"]:
            faults.append(f"policy of {name} is {directives.get(name)}")
    return faults
