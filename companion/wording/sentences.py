"""The sentence of every refusal that is the app's own, by its code. Those of the games: scoring.sentences."""

SENTENCES: dict[str, str] = {
    # forms
    "choose-action": "Choose check, bet, call, raise or fold.",
    "not-playing": "{player} isn't playing.",
    "tricks-entered": "All {total} tricks are entered. Undo one.",
    "whole-number": "Type a whole number, {least} or more.",
    # log
    "no-entry": "There's no such entry.",
    "removed": "It was removed. Restore it first.",
    "not-removed": "It isn't removed.",
    "after-end": "It comes after the end of the game.",
    "impossible-later": "That makes {later} impossible: {why}",
}
