"""What stands in the place of an erased name."""

import pytest

from players.domain.names import clean_name
from players.domain.pseudonyms import is_pseudonym, pseudonym_of, public_id_behind
from players.models import new_player_id


def test_a_pseudonym_comes_from_the_id_and_leads_back_to_it() -> None:
    for public_id in (new_player_id() for _ in range(200)):
        made = pseudonym_of(public_id)
        assert (is_pseudonym(made), public_id_behind(made), clean_name(made)) == (True, public_id, made)


@pytest.mark.parametrize(
    "name", ["Former player", "Former player 38217!", "former player aB3dE6gH", "Zoe Former player aB3dE6gH", "Yossi Cohen", ""]
)
def test_another_name_is_none(name: str) -> None:
    assert not is_pseudonym(name)
    with pytest.raises(ValueError, match="pseudonym"):
        public_id_behind(name)
