"""Tokens: long, marked, and kept as a digest."""

from clubs.domain.tokens import MARK, PREFIX_LENGTH, digest_of, make_token, prefix_of


def test_a_token_is_marked_and_carries_256_bits_besides_its_prefix() -> None:
    token = make_token()
    assert token.secret.startswith(MARK)
    assert (len(token.secret) - PREFIX_LENGTH) * 4 >= 256


def test_what_is_kept_does_not_hold_the_secret() -> None:
    token = make_token()
    assert token.prefix == prefix_of(token.secret) == token.secret[:PREFIX_LENGTH]
    assert token.digest == digest_of(token.secret)
    assert token.secret[PREFIX_LENGTH:] not in token.prefix + token.digest


def test_no_two_are_alike() -> None:
    made = [make_token() for _ in range(50)]
    assert len({token.secret for token in made}) == len({token.prefix for token in made}) == 50
