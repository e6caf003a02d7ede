"""What an arbiter answers on the forms of the ladder."""

RULES = {
    "holds": "beginning",
    "day": "",
    "start": "1300",
    "k_new": "30",
    "new_games": "10",
    "k_established": "15",
    "provisional_games": "3",
}
