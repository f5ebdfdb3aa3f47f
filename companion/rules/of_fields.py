"""The rules behind a refusal: those that it names, or the one that its field rests on."""

from companion.rules import rulebook

COMMON = {"dealer": "ALL-01", "points": "ALL-05", "reason": "ALL-05"}
POKER = {"maker": "PE-06", "trump": "PE-06", "tricks": "PE-04", "reneged": "PE-08", "cards": "PE-08"}
# By game and field of an entry.
FIELDS = {
    "partnership": {
        "maker": "EU-06",
        "trump": "EU-03",
        "tricks": "EU-02",
        "alone": "EU-09",
        "defended_alone": "EU-13",
        "result": "EU-05",
    },
    "king-cutthroat": {
        "maker": "KC-05",
        "trump": "KC-05",
        "tricks": "KC-09",
        "kings": "KC-10",
        "showdown": "KC-15",
        "thrown_in": "KC-20",
        "result": "KC-07",
    },
    "three-handed": {
        "maker": "TH-03",
        "trump": "TH-04",
        "tricks": "TH-02",
        "choices": "TH-05",
        "nine_of_clubs": "TH-12",
    },
    "buck": {
        "maker": "BU-05",
        "trump": "BU-06",
        "tricks": "BU-03",
        "choices": "BU-09",
        "turned_club": "BU-04",
        "result": "BU-07",
    },
    "poker-points": POKER,
    "poker-chips": {
        **POKER,
        "betting": "PC-08",
        "bets": "PC-07",
        "folded": "PC-08",
        "away": "PC-05",
        "chips": "PC-04",
        "player": "PC-04",
        "left_of": "PC-04",
    },
}


def rules_behind(message: str, variant: str, field: str) -> list[str]:
    """The ids that a refusal names, each once; if none, the rule that this field rests on, if any."""
    named = rulebook.named(message)
    rule = FIELDS[variant].get(field) or COMMON.get(field)
    return named or ([rule] if rule else [])
