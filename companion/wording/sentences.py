"""The sentence of every refusal that is the app's own, by its code. Those of the games: scoring.sentences."""

SENTENCES: dict[str, str] = {
    # forms
    "all-kings": "Have all four Kings been played? Only then can a hand be thrown in.",
    "check-again": "Something changed on the form. Check the hand, then save again.",
    "choose-action": "Choose check, bet, call, raise or fold.",
    "no-trick": "How many tricks for {players}? Tap 0 for none.",
    "not-playing": "{player} isn't playing.",
    "stay-or-drop": "Did {players} stay or drop? Tap drop, or the tricks.",
    "still-needed": "Still needed: {fields}.",
    "tricks-entered": "All {total} tricks are entered. Undo one.",
    "whole-number": "Type a whole number, {least} or more.",
    # log
    "no-entry": "There's no such entry.",
    "removed": "It was removed. Restore it first.",
    "not-removed": "It isn't removed.",
    "after-end": "It comes after the end of the game.",
    "impossible-later": "That makes {later} impossible: {why}",
}
