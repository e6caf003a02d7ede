"""Who is in the demo clubs. All names are invented: common given names and surnames put together."""

from dataclasses import dataclass

from clubs.models import Audience, Language, NamePolicy, Visibility


@dataclass(frozen=True, slots=True)
class DemoClub:
    """A club and its people. `members` are in order of hidden strength; the last ones join in the second season.

    `evening` is the weekday, Monday 0. `brings_ratings`: it had a ladder before, and enters with its ratings.
    `words` are the names that its events go by, and the reasons of its corrections.
    """

    slug: str
    name: str
    language: str
    time_zone: str
    audience: str
    visibility: str
    name_policy: str
    evening: int
    brings_ratings: bool
    words: "ClubWords"
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ClubWords:
    """How the club calls its events, `{number}` being the number within the season; and the reasons it gives for corrections."""

    swiss: str
    round_robin: str
    knockout: str
    bughouse: str
    championship: str
    brought: str
    wrong_result: str
    wrong_date: str
    right_after_all: str


LATIN = DemoClub(
    slug="riverside",
    name="Riverside Chess Club",
    language=Language.ENGLISH,
    time_zone="Europe/London",
    audience=Audience.MIXED,
    visibility=Visibility.PUBLIC,
    name_policy=NamePolicy.INITIALS,
    evening=1,
    brings_ratings=False,
    words=ClubWords(
        swiss="Tuesday Swiss {number}",
        round_robin="Quads night {number}",
        knockout="Cup night {number}",
        bughouse="Bughouse night {number}",
        championship="Club championship {number}",
        brought="The ratings of the ladder on the notice board.",
        wrong_result="The score sheet says otherwise.",
        wrong_date="Put off for a week: the hall was closed.",
        right_after_all="It was right after all.",
    ),
    members=(
        "Imogen Thackeray",
        "Desmond Okonjo",
        "Rafael Quintero",
        "Margit Halvorsen",
        "Theo Blackwood",
        "Priya Ramanathan",
        "Colin MacAllister",
        "Ewa Zielińska",
        "Jean-Luc Perrault",
        "Harriet Lowell",
        "Tomás Arrieta",
        "Sunniva Dahl",
        "Winston Adeyemi",
        "Beatriz Carvalho",
        "Oskar Lindqvist",
        "Leila Haddadin",
        "Gareth Pryce",
        "Noor van Houten",
        "Felix Baumgarten",
        "Abigail Stroud",
        "Ciarán Devlin",
    ),
)

HEBREW = DemoClub(
    slug="tzariah-9f2c64d1b7e84a53a0c6e1d7f3b95a28",
    name="מועדון השחמט צריח",
    language=Language.HEBREW,
    time_zone="Asia/Jerusalem",
    audience=Audience.MIXED,
    visibility=Visibility.UNLISTED,
    name_policy=NamePolicy.INITIALS,
    evening=2,
    brings_ratings=False,
    words=ClubWords(
        swiss="ערב שוויצרי {number}",
        round_robin="ערב רביעיות {number}",
        knockout="ערב גביע {number}",
        bughouse="ערב באגהאוס {number}",
        championship="אליפות המועדון {number}",
        brought="הדירוגים מהסולם שעל לוח המודעות.",
        wrong_result="בגיליון הרישום כתוב אחרת.",
        wrong_date="נדחה בשבוע: האולם היה סגור.",
        right_after_all="בכל זאת היה נכון.",
    ),
    members=(
        "נעם ברזילי",
        "תמר אשכנזי",
        "אורן שטרן",
        "יעל בן-דוד",
        "איתמר רוזן",
        "מיכל אבוטבול",
        "שחר גולדמן",
        "רותם הררי",
        "דניאל סבג",
        "הדס קפלן",
        "גיא מזור",
        "ליאת פרידלנדר",
        "עומר זכאי",
        "נגה וינברג",
        "אלון טולדנו",
        "שירה נחמני",
        "יונתן בר-לב",
        "מאיה אלקיים",
        "רועי שמעוני",
        "עדי לנדאו",
        "אביב חורש",
    ),
)

CYRILLIC = DemoClub(
    slug="ladya",
    name="Шахматный клуб «Ладья»",
    language=Language.RUSSIAN,
    time_zone="Asia/Almaty",
    audience=Audience.ADULTS,
    visibility=Visibility.PUBLIC,
    name_policy=NamePolicy.EVERYONE_IN_FULL,
    evening=3,
    brings_ratings=True,
    words=ClubWords(
        swiss="Вечерняя швейцарка {number}",
        round_robin="Четвёрки {number}",
        knockout="Кубковый вечер {number}",
        bughouse="Шведские шахматы {number}",
        championship="Чемпионат клуба {number}",
        brought="Рейтинги прежней лестницы с доски объявлений.",
        wrong_result="На бланке записан другой результат.",
        wrong_date="Перенесли на неделю: зал был закрыт.",
        right_after_all="Всё-таки было верно.",
    ),
    members=(
        "Глеб Воронцов",
        "Зинаида Щукина",
        "Арсений Полежаев",
        "Тимур Ахметов",
        "Лидия Крестовская",
        "Фёдор Ясенев",
        "Ксения Бережная",
        "Ростислав Дубинин",
        "Эльвира Сафина",
        "Пётр Журавлёв",
        "Маргарита Оленина",
        "Святослав Гринько",
        "Нина Ковальчук-Лесная",
        "Данияр Сейтов",
        "Вероника Мельничная",
        "Захар Пшеничный",
        "Раиса Тополева",
        "Ефим Рудаков",
        "Алёна Снегирёва",
        "Мирон Астахов",
        "Инга Лаврентьева",
    ),
)

DEMO_CLUBS = (LATIN, HEBREW, CYRILLIC)
