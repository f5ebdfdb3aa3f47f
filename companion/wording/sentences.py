"""The sentence of every refusal that is the app's own, by its code. Those of the games: scoring.sentences."""

SENTENCES: dict[str, str] = {
    # forms
    "choose-action": "Choose check, bet, call, raise or fold.",
    "not-playing": "{player} isn't playing.",
    "tricks-entered": "All {total} tricks are entered. Undo one.",
    "whole-number": "Type a whole number, {least} or more.",
}
