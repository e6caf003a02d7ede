"""Since when a name is the player that it is: links carried from one another, as far back as they name the same player."""

from collections.abc import Mapping


def held_since(parents: Mapping[int, int | None], link: int) -> list[int]:
    """The link and those it was carried from, newest first, as far as `parents` knows them: it holds links of one player alone."""
    chain = [link]
    while (earlier := parents.get(chain[-1])) is not None and earlier in parents:
        chain.append(earlier)
    return chain
