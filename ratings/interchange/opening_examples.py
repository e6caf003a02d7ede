"""A small table of opening ratings in each language, to be opened in a spreadsheet and filled in."""

_EXAMPLES = {
    "en": ("name,rating,games", ("Anna Alder,1432.5,24", "Ben Birch,1285,8", '"Cedar, Cleo",1200,0')),
    "he": ("שם,דירוג,משחקים", ("דנה אדלר,1432.5,24", "דב אמיר,1285,8", "גיל טל,1200,0")),
    "ru": ("имя;рейтинг;партии", ("Дана Адлер;1432,5;24", "Дов Амир;1285;8", "Нина Лесная;1200;0")),
}


def opening_example(language: str) -> bytes:
    """The table as a file, English where there is none in the language. With a mark, by which spreadsheets know UTF-8."""
    heading, rows = _EXAMPLES.get(language.split("-")[0], _EXAMPLES["en"])
    return "\r\n".join([heading, *rows, ""]).encode("utf-8-sig")
