"""Mail addresses in the one form in which mail servers take them, so that one mailbox has one address here."""


def as_mailed(address: str) -> str:
    """Latin letters in lower case, the domain as the name servers know it. Twice changes nothing.

    Without it a sign that is drawn as nothing, or an ı for an i, would make of one mailbox many, and of two one.

    Raises:
        ValueError: no mail reaches such an address.
    """
    local, _, domain = address.strip().rpartition("@")
    if not local or not local.isascii():
        raise ValueError(address)
    return f"{local}@{domain.encode('idna').decode('ascii')}".lower()
