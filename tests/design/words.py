"""The words of the style guide's sample club in English, Hebrew and Russian. All names are invented."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Words:
    """The texts of one language that are contents, not interface: the interface is translated by the catalogues."""

    club: str
    names: tuple[str, ...]
    event_names: tuple[str, ...]
    decimal: str
    ladder: str
    how: str
    desk: str
    accept_all: str
    new_player: str
    events: str
    waiting: str
    published: str
    failed: str
    rating: str
    place: str
    games: str
    best: str
    players: str
    reason_exact: str
    reason_initial: str
    reason_letter: str
    swiss: str
    round_robin: str
    bughouse: str
    state_waiting: str
    state_unrated: str
    state_failed: str
    forfeit: str
    number: str
    name: str
    points: str
    row_error: str
    row_warning: str
    letter_subject: str
    letter_body: str
    sentence: str
    action: str
    undo: str
    bar: str
    empty_title: str
    empty_text: str
    done: str
    email: str
    email_help: str
    email_error: str
    file: str
    file_help: str
    note: str
    agree: str
    appeared: str

    def figure(self, text: str) -> str:
        """A figure with the decimal sign of the language."""
        return text.replace(".", self.decimal)


_ENGLISH = Words(
    club="Saltmarsh Chess Club",
    names=(
        "Ada Thornquist",
        "B. M.",
        "Casper Windle",
        "Dorrit Aldebrand-Fenwick",
        "E. P.",
        "Fenn Ottoway",
        "G. L.",
        "Hester Quillfeather",
        "Ivo Brandlemoor",
        "J. S.",
        "Kester Lamb",
        "Lune Parrish",
        "M. D.",
        "Nell Ashgrove",
        "O. V.",
    ),
    event_names=("Tuesday Rapid, November", "Autumn All-Play-All", "Bughouse Night", "Saltmarsh Open"),
    decimal=".",
    ladder="Ladder",
    how="How it works",
    desk="Arbiter’s desk",
    accept_all="accept all that are selected",
    new_player="new player",
    events="Events",
    waiting="Waiting",
    published="Published",
    failed="Failed",
    rating="Rating",
    place="4th of 41",
    games="Rated games",
    best="Best rating",
    players="Players",
    reason_exact="same name",
    reason_initial="initial of the first name",
    reason_letter="one letter differs",
    swiss="Swiss",
    round_robin="Round robin",
    bughouse="Bughouse",
    state_waiting="waiting for 3 names",
    state_unrated="not rated",
    state_failed="could not be read",
    forfeit="forfeit",
    number="No.",
    name="Name",
    points="Points",
    row_error="“16x4” in column Rating is not a number. Correct it in the file and upload it again.",
    row_warning="No rating is given; the player starts where the club starts.",
    letter_subject="Your sign-in code: 482 915",
    letter_body="Somebody asked to sign in to Rookery with this address.\n\nYour code is 482915.\n\nhttps://club.example/sign-in/\n",
    sentence="Fourteen members change, the largest by −11.0; the leader stays the same.",
    action="Publish the event",
    undo="Undo",
    bar="18 names: 15 are selected, 3 are left for later.",
    empty_title="No events yet",
    empty_text="Publish the first event and the ladder begins. A file from any pairing program will do.",
    done="“Tuesday Rapid, November” is published.",
    email="E-mail address",
    email_help="We send a code to this address; there is no password.",
    email_error="This is not an e-mail address: the part after @ is missing.",
    file="Results file",
    file_help="Rookery JSON or TRF, up to 2 MB.",
    note="Note for the journal",
    agree="Count this event in the ladder",
    appeared="appeared as",
)

_HEBREW = Words(
    club="מועדון השחמט נחל אלונים",
    names=(
        "אביתר שקדיאל",
        "ב. מ.",
        "גפן רימונאי",
        "דקלה ים-סוף אורנשטיין",
        "ה. פ.",
        "ורד תמרון",
        "ז. ל.",
        "חרוב כרמליאן",
        "טל ברושנסקי",
        "י. ש.",
        "כליל גומאי",
        "לוטם ערבתי",
        "מ. ד.",
        "נרקיס חצבוני",
        "ס. ו.",
    ),
    event_names=("מהיר יום שלישי, נובמבר", "ליגת הסתיו", "ערב באגהאוס", "אליפות נחל אלונים"),
    decimal=".",
    ladder="סולם",
    how="איך זה עובד",
    desk="שולחן השופט",
    accept_all="אישור כל המסומנים",
    new_player="שחקן חדש",
    events="אירועים",
    waiting="ממתינים",
    published="פורסמו",
    failed="נכשלו",
    rating="דירוג",
    place="מקום 4 מתוך 41",
    games="משחקים מדורגים",
    best="דירוג שיא",
    players="שחקנים",
    reason_exact="אותו שם",
    reason_initial="ראש תיבה של השם הפרטי",
    reason_letter="אות אחת שונה",
    swiss="שוויצרי",
    round_robin="ליגה",
    bughouse="באגהאוס",
    state_waiting="ממתין ל־3 שמות",
    state_unrated="לא מדורג",
    state_failed="לא ניתן לקריאה",
    forfeit="הפסד טכני",
    number="מס׳",
    name="שם",
    points="נקודות",
    row_error="״16x4״ בעמודה ״דירוג״ אינו מספר. יש לתקן בקובץ ולהעלות שוב.",
    row_warning="לא צוין דירוג; השחקן מתחיל בדירוג ההתחלתי של המועדון.",
    letter_subject="קוד הכניסה שלך: 482 915",
    letter_body="התקבלה בקשה להיכנס ל־Rookery בכתובת זו.\n\nהקוד שלך הוא 482915.\n\nhttps://club.example/sign-in/\n",
    sentence="הדירוג של 14 חברים משתנה, השינוי הגדול ביותר הוא \u2066−11.0\u2069; המוביל נשאר אותו מוביל.",
    action="פרסום האירוע",
    undo="ביטול",
    bar="18 שמות: 15 מסומנים, 3 נדחו להמשך.",
    empty_title="אין עדיין אירועים",
    empty_text="פרסמו את האירוע הראשון והסולם יתחיל. מתאים קובץ מכל תוכנת הגרלה.",
    done="״מהיר יום שלישי, נובמבר״ פורסם.",
    email="כתובת דוא״ל",
    email_help="נשלח קוד לכתובת זו; אין סיסמה.",
    email_error="זו אינה כתובת דוא״ל: חסר החלק שאחרי @.",
    file="קובץ תוצאות",
    file_help="Rookery JSON או TRF, עד 2 מ״ב.",
    note="הערה ליומן",
    agree="האירוע נספר בסולם",
    appeared="הופיע בשם",
)

_RUSSIAN = Words(
    club="Шахматный клуб «Тихая заводь»",
    names=(
        "Агата Берёзкина",
        "Б. М.",
        "Влас Подорожников",
        "Глафира Староверова-Заречная",
        "Е. П.",
        "Ждан Оттепелев",
        "З. Л.",
        "Игнат Перелесков",
        "Клим Брусникин",
        "Л. С.",
        "Мирон Ягнятников",
        "Нила Паромова",
        "О. Д.",
        "Пелагея Ясенева",
        "Р. В.",
    ),
    event_names=("Вторничный рапид, ноябрь", "Осенний круговой турнир", "Вечер шведских шахмат", "Открытый турнир «Тихая заводь»"),
    decimal=",",
    ladder="Рейтинг-лист",
    how="Как это считается",
    desk="Стол арбитра",
    accept_all="принять все отмеченные",
    new_player="новый игрок",
    events="Турниры",
    waiting="Ожидают",
    published="Опубликованы",
    failed="С ошибкой",
    rating="Рейтинг",
    place="4-е место из 41",
    games="Рейтинговые партии",
    best="Лучший рейтинг",
    players="Игроки",
    reason_exact="то же имя",
    reason_initial="инициал имени",
    reason_letter="отличается одна буква",
    swiss="Швейцарская система",
    round_robin="Круговой",
    bughouse="Шведские шахматы",
    state_waiting="ждёт 3 имени",
    state_unrated="без рейтинга",
    state_failed="не удалось прочитать",
    forfeit="неявка",
    number="№",
    name="Имя",
    points="Очки",
    row_error="«16x4» в столбце «Рейтинг» — не число. Исправьте файл и загрузите его снова.",
    row_warning="Рейтинг не указан; игрок начинает со стартового рейтинга клуба.",
    letter_subject="Ваш код для входа: 482 915",
    letter_body="Кто-то попросил войти в Rookery с этим адресом.\n\nВаш код: 482915.\n\nhttps://club.example/sign-in/\n",
    sentence="Рейтинг меняется у 14 членов клуба, самое большое изменение −11,0; лидер прежний.",
    action="Опубликовать турнир",
    undo="Отменить",
    bar="18 имён: 15 отмечены, 3 отложены.",
    empty_title="Турниров пока нет",
    empty_text="Опубликуйте первый турнир, и таблица рейтинга начнётся. Подойдёт файл из любой программы жеребьёвки.",
    done="«Вторничный рапид, ноябрь» опубликован.",
    email="Адрес электронной почты",
    email_help="На этот адрес придёт код; пароля нет.",
    email_error="Это не адрес: не хватает части после @.",
    file="Файл с результатами",
    file_help="Rookery JSON или TRF, до 2 МБ.",
    note="Заметка для журнала",
    agree="Учитывать турнир в рейтинге",
    appeared="в таблице значится как",
)

WORDS = {"en": _ENGLISH, "he": _HEBREW, "ru": _RUSSIAN}
