"""How large an event file may be. Beyond any of these the answer is `TooLarge`, never a slow page."""

MAX_BYTES = 2 * 1024 * 1024
MAX_LINE = 4_000  # characters of one TRF line; 100 rounds take 1,091
MAX_PLAYERS = 1_000
MAX_ROUNDS = 100
MAX_PAIRINGS = 10_000  # of the whole event: 1,000 players and 20 rounds
MAX_NUMBER = 9_999  # of a player; also of a rating and a rank
MAX_NAME = 120
MAX_EVENT_NAME = 200
MAX_TIME_CONTROL = 60
MAX_PROGRAM = 60
MAX_EVENT_ID = 120
MAX_TITLE = 10
MAX_JSON_DEPTH = 16
MAX_JSON_DIGITS = 15  # of one number; every such integer is exact in any language
MAX_REMARKS_OF_A_KIND = 50
MAX_ERRORS = 20
