"""What a page says of a file and of a refusal: dates of ours as the reader's language writes them, quotations as they stand."""

import pytest
from django.utils.translation import override

from tournaments.interchange.remarks import make_remark
from tournaments.views.explaining import in_words, say

OUTSIDE = make_remark("date_out_of_range", given="1850-03-05", first="1900-01-01", last="2100-12-31")


@pytest.mark.parametrize(
    ("language", "dates"),
    [
        ("en", ("5 Mar 1850", "1 Jan 1900", "31 Dec 2100")),
        ("he", ("5 במרץ 1850", "1 בינו׳ 1900", "31 בדצמ׳ 2100")),
        ("ru", ("5 мар. 1850", "1 янв. 1900", "31 дек. 2100")),
    ],
)
def test_dates_in_a_message_are_those_of_the_language(language: str, dates: tuple[str, ...]) -> None:
    with override(language):
        told = say(OUTSIDE)
    assert ([each in told for each in dates], "1900-01-01" in told) == ([True] * 3, False)


def test_programs_are_told_dates_as_before() -> None:
    assert OUTSIDE.message == "The start date 1850-03-05 is not between 1900-01-01 and 2100-12-31."


def test_what_is_quoted_or_no_date_stays_as_it_is() -> None:
    quoted = make_remark("json_date_invalid", pointer="/starts_on", found="2026-03-05")
    assert say(quoted) == quoted.message
    assert in_words({"given": "some day", "first": 3, "line": 7}) == {"given": "some day", "first": 3, "line": 7}
