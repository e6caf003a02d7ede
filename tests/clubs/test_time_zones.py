"""The choice of a time zone: cities of today in the reader's language, the likely ones first, none chosen."""

import pytest
from django.utils import translation

from clubs.time_zones import COMMON, old_names, time_zone_choices

Group = list[tuple[str, str]]


def groups(language: str) -> dict[str, Group]:
    with translation.override(language):
        return {str(label): zones for label, zones in time_zone_choices() if isinstance(zones, list)}


@pytest.mark.parametrize("language", ["en", "he", "ru"])
def test_zones_of_the_language_come_first_and_again_in_their_place(language: str) -> None:
    first, *regions = groups(language).values()
    assert [name for name, _ in first] == list(COMMON[language])
    assert set(first) <= {zone for zones in regions for zone in zones}


@pytest.mark.parametrize("old", ["Africa/Asmera", "Asia/Calcutta", "Asia/Saigon", "Asia/Tel_Aviv", "Europe/Kiev", "America/Buenos_Aires"])
def test_old_names_are_not_offered(old: str) -> None:
    names = [name for zones in groups("en").values() for name, _ in zones]
    assert old not in names
    assert "Asia/Kolkata" in names


def test_every_old_name_leads_to_one_that_is_offered() -> None:
    offered = {name for zones in groups("en").values() for name, _ in zones}
    assert set(old_names().values()) <= offered
    assert not set(old_names()) & offered
    assert (old_names()["Asia/Calcutta"], old_names()["Europe/Kiev"]) == ("Asia/Kolkata", "Europe/Kyiv")


def test_cities_are_named_and_ordered_in_the_language_of_the_reader() -> None:
    """By the alphabet of the reader and not by the names of the zones."""
    _, *regions = groups("ru").values()
    assert all(zones == sorted(zones, key=lambda zone: zone[1]) for zones in regions)
    assert groups("he")["אירופה"][0][1] != groups("en")["Europe"][0][1]


def test_nothing_is_chosen_for_a_club() -> None:
    assert time_zone_choices()[0][0] == ""
