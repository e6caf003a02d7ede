"""What is known of people elsewhere and never kept here: which kind of it a heading, a key of a file or a column of cells is.

A kind is a word for programs ("birth_date"); `tournaments.views.personal_data` says it to people. Recognised is what club lists and
pairing programs call it in English, Hebrew and Russian. What is not recognised is not kept either: it has only no name.
"""

import re
from collections.abc import Iterable

from players.domain.names import strip_marks

_HEADINGS = {
    "birth_date": (
        *("birth", "birth date", "birthdate", "birthday", "date of birth", "year of birth", "birth year", "dob", "yob", "born", "age"),
        *("תאריך לידה", "שנת לידה", "לידה", "יום הולדת", "גיל"),
        *("дата рождения", "год рождения", "день рождения", "рождения", "гр", "др", "возраст"),
    ),
    "sex": ("sex", "gender", "מין", "מגדר", "пол"),
    "federation": (
        *("federation", "fed", "country", "nation", "nationality", "citizenship"),
        *("פדרציה", "מדינה", "לאום", "אזרחות"),
        *("федерация", "страна", "гражданство"),
    ),
    "fide_id": (
        *("fide", "fide id", "fideid", "fide number", "fide no", "fide code", "id fide"),
        *("פידה", "מספר פידה", "מזהה פידה", "קוד פידה"),
        *("фиде", "id фиде", "фиде id", "ид фиде", "код фиде", "номер фиде"),
    ),
    "national_id": (
        *("id", "id number", "id no", "id card", "national id", "national number", "identity number", "passport", "passport number"),
        *("ssn", "social security number", "tax id", "federation id", "member id", "member number", "membership number", "membership no"),
        *("player id", "player number", "uscf id", "ecf code", "personal number", "personal id"),
        *("תז", "ת ז", "תעודת זהות", "מספר זהות", "דרכון", "מספר חבר", "מספר שחקן", "מס שחקן", "מס חבר", "כרטיס שחקן"),
        *("паспорт", "снилс", "инн", "ид", "id фшр", "фшр id", "номер билета", "членский билет"),
    ),
    "email": (
        *("e mail", "email", "mail"),
        *("אימייל", "דואל", "דוא ל", "מייל", "דואר אלקטרוני"),
        *("почта", "эл почта", "электронная почта", "е mail", "имейл"),
    ),
    "phone": (
        *("phone", "phones", "phone number", "telephone", "tel", "mobile", "mobile phone", "cell", "cell phone", "whatsapp", "telegram"),
        *("טלפון", "טל", "נייד", "מספר טלפון", "פלאפון", "סלולרי", "וואטסאפ"),
        *("телефон", "тел", "моб", "мобильный", "сотовый"),
    ),
    "address": (
        *("address", "street", "city", "town", "zip", "zip code", "postal code", "postcode", "post code"),
        *("כתובת", "רחוב", "עיר", "ישוב", "יישוב", "מיקוד"),
        *("адрес", "улица", "город", "индекс", "населенный пункт"),
    ),
    "parents": (
        *("parent", "parents", "mother", "father", "guardian"),
        *("הורה", "הורים", "אבא", "אמא"),
        *("родитель", "родители", "мать", "отец", "мама", "папа"),
    ),
}
_ONLY_WHOLE = frozenset({"fide", "age", "גיל", "возраст", "фиде", "פידה", "born", "cell", "nation", "mail"})
"""Words that mean something else beside others: the FIDE rating, the age group."""
_SHORT = 3
_KINDS = {heading: kind for kind, headings in _HEADINGS.items() for heading in headings}
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")

_DATE = re.compile(r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}( .*|T.*)?", re.ASCII)
_YEAR = re.compile(r"19[2-9]\d|20[0-2]\d", re.ASCII)
_EMAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")
_PHONE = re.compile(r"\+?[\d() -]{7,20}", re.ASCII)
_NUMBER = re.compile(r"\d{5,12}", re.ASCII)
_CELLS = (("email", _EMAIL), ("birth_date", _DATE), ("birth_date", _YEAR), ("national_id", _NUMBER), ("phone", _PHONE))


def plain_heading(heading: str) -> str:
    """Without case, vowel points, punctuation and further blanks."""
    letters = "".join(c if c.isalnum() else "" if c in "'\"׳״.`" else " " for c in strip_marks(heading.casefold()).replace("ё", "е"))
    return " ".join(letters.split())


def kind_of_heading(heading: str) -> str | None:
    """What a column with this heading, or a value under this key, holds of a person; None if that is not known.

    `birthDate`, `BIRTH_DATE` and "Birth date (dd/mm/yyyy)" are the same. The longest words that are known decide; a parent's
    telephone is a telephone.
    """
    plain = plain_heading(_CAMEL.sub(" ", heading))
    if plain in _KINDS:
        return _KINDS[plain]
    words = plain.split()
    parts = (" ".join(words[start:end]) for start in range(len(words)) for end in range(start + 1, len(words) + 1))
    known = [part for part in parts if part in _KINDS and len(part) > _SHORT and part not in _ONLY_WHOLE]
    return _KINDS[max(known, key=lambda part: (_KINDS[part] != "parents", len(part)))] if known else None


def kind_of_cells(cells: Iterable[str]) -> str | None:
    """What a column without a heading holds, if most of its cells look like one kind."""
    said = [cell.strip() for cell in cells if cell.strip()]
    for kind, pattern in _CELLS:
        if said and 2 * sum(pattern.fullmatch(cell) is not None for cell in said) > len(said):
            return kind
    return None
