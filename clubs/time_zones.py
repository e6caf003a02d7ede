"""Time zones as people look for them: by part of the world, then by city, in the language of the reader."""

from datetime import datetime
from functools import lru_cache
from typing import Final
from zoneinfo import available_timezones

from babel import Locale
from babel.core import get_global
from babel.dates import get_timezone_name
from django.utils.translation import get_language, gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

REGIONS: Final = {
    "Africa": pgettext_lazy("part of the world", "Africa"),
    "America": pgettext_lazy("part of the world", "America"),
    "Antarctica": pgettext_lazy("part of the world", "Antarctica"),
    "Arctic": pgettext_lazy("part of the world", "Arctic"),
    "Asia": pgettext_lazy("part of the world", "Asia"),
    "Atlantic": pgettext_lazy("part of the world", "Atlantic Ocean"),
    "Australia": pgettext_lazy("part of the world", "Australia"),
    "Europe": pgettext_lazy("part of the world", "Europe"),
    "Indian": pgettext_lazy("part of the world", "Indian Ocean"),
    "Pacific": pgettext_lazy("part of the world", "Pacific Ocean"),
}

COMMON: Final = {
    "en": (
        "Europe/London",
        "Europe/Dublin",
        "America/New_York",
        "America/Chicago",
        "America/Denver",
        "America/Los_Angeles",
        "America/Toronto",
        "Asia/Kolkata",
        "Australia/Sydney",
        "Pacific/Auckland",
    ),
    "he": ("Asia/Jerusalem",),
    "ru": (
        "Europe/Kaliningrad",
        "Europe/Moscow",
        "Europe/Samara",
        "Asia/Yekaterinburg",
        "Asia/Novosibirsk",
        "Asia/Krasnoyarsk",
        "Asia/Irkutsk",
        "Asia/Vladivostok",
        "Europe/Minsk",
        "Asia/Almaty",
    ),
}
"""Where clubs of a language are most likely to be. They stand among their part of the world too."""

LIKELIEST: Final = {"he": "Asia/Jerusalem", "ru": "Europe/Moscow"}
"""The zone proposed to whoever founds a club and reads this language; the others are spoken in too many zones to propose one."""


def time_zone_choices() -> list[tuple[str, object]]:
    """Choices for a select: what is asked, a group for each part of the world, and UTC. Old names of a zone are left out.

    The zones where the reader's language is at home stand first, from west to east.
    """
    language = (get_language() or "en").split("-")[0]
    cities = _cities(language)
    names = {name: city for zones in cities.values() for name, city in zones}
    common = [(name, names[name]) for name in COMMON.get(language, ())]
    groups = [(str(label), cities[region]) for region, label in REGIONS.items()]
    return [
        ("", _("Choose a time zone")),
        *([(gettext("Often chosen"), common)] if common else []),
        *groups,
        ("UTC", _("Universal time (UTC)")),
    ]


def old_names() -> dict[str, str]:
    """What browsers may still call a zone, with the name under which it can be chosen: Europe/Kiev, Europe/Kyiv."""
    shown = {name for zones in _cities("en").values() for name, _city in zones}
    return {old: new for old, new in get_global("zone_aliases").items() if new in shown}


def zone_name(moment: datetime) -> str:
    """What the clock of an aware moment is called, in the language of the reader: Israel Standard Time."""
    language = (get_language() or "en").split("-")[0]
    return get_timezone_name(moment, width="long", locale="en_GB" if language == "en" else language)


@lru_cache(maxsize=8)
def _cities(language: str) -> dict[str, list[tuple[str, str]]]:
    """The zones of each region with the names of their cities, in order of these names."""
    old_names, known = get_global("zone_aliases"), Locale.parse(language).time_zones
    regions: dict[str, list[tuple[str, str]]] = {region: [] for region in REGIONS}
    for name in available_timezones() - set(old_names):
        region, slash, rest = name.partition("/")
        if slash and region in regions:
            regions[region].append((name, known.get(name, {}).get("city") or rest.rpartition("/")[2].replace("_", " ")))
    return {region: sorted(zones, key=lambda zone: zone[1]) for region, zones in regions.items()}
