"""The sentence of every refusal that is the app's own, by its code. Those of the games: scoring.sentences."""

SENTENCES: dict[str, str] = {
    # the log
    "after-end": "It comes after the end of the game.",
    "impossible-later": "That makes {later} impossible: {why}",
    "no-entry": "There's no such entry.",
    "not-removed": "It isn't removed.",
    "page-outdated": "This page is out of date. Reload it and try again.",
    "removed": "It was removed. Restore it first.",
    "too-many-entries": "That's {got} entries; a game has {most} at most.",
    # the hand in progress
    "counted-already": "That tap was counted already.",
    "moves-impossible": "A correction changed the scores: {why} Restart the hand.",
    "page-replaced": "This page was out of date. This is the hand now.",
    "phone-faster": "Another phone was faster. This is the hand now.",
    "players-changed": "{players} joined or left after this hand began. Restart the hand.",
    "too-many-moves": "That's {got} moves; a hand has {most} at most.",
    # seats and phones
    "host-stays": "The host can't be removed.",
    "no-such-phone": "That phone isn't at this table.",
    "no-such-role": "Choose one of these roles: {roles}.",
    "not-seated": "{player} isn't at this table.",
    "role-held": "That phone has this role already.",
    "seat-taken": "Another phone has {player}'s seat. It can leave it, or the host can remove it.",
    # joining
    "no-cookie": "Bower needs a cookie to know this phone. Allow cookies and try again.",
    "too-many-tries": "Too many tries. Wait {seconds} seconds.",
    "unknown-code": "No table has this code. Check it or ask for a new one.",
    # disputes
    "dispute-ended": "Someone just closed this dispute. Your answer wasn't added.",
    "dispute-open": "Your dispute is still open.",
    "no-answer": "Type an answer.",
    "no-reason": "Say what's wrong.",
    # forms
    "all-kings": "Have all four Kings been played? Only then can a hand be thrown in.",
    "check-again": "Something changed on the form. Check the hand, then save again.",
    "choose-action": "Choose check, bet, call, raise or fold.",
    "no-choice": "Choose one.",
    "no-points": "Type points, not 0.",
    "no-trick": "How many tricks for {players}? Tap 0 for none.",
    "not-playing": "{player} isn't playing.",
    "over-the-limit": "“{label}” can't be more than “{limit}”.",
    "stay-or-drop": "Did {players} stay or drop? Tap drop, or the tricks.",
    "still-needed": "Still needed: {fields}.",
    "too-long": "That's {got} characters; {most} at most.",
    "tricks-entered": "All {total} tricks are entered. Undo one.",
    "trick-full": "A trick has {most} cards at most.",
    "unreadable-character": "It has a character that can't be saved.",
    "whole-number": "Type a whole number, {least} or more.",
    "whole-number-between": "Type a whole number, {least} to {most}.",
    "whole-number-up-to": "Type a whole number, 999,999,999 at most.",
    # new games and imports
    "no-dealer": "Choose the first dealer.",
    "nothing-chosen": "Choose a file or paste its text.",
    "number-too-large": "It has a number over 999,999,999.",
    # bank and chips
    "color-twice": "{color} is entered twice.",
    "count-too-high": "{most} at most.",
    "hand-started": "Finish hand {hand} first: it was started at {time} on {by}.",
    "no-amount": "Type an amount like {example}.",
    "no-count": "Type how many {color} chips were counted.",
    "no-number": "Type how many {color} chips there are.",
    "no-value": "Type the value of {color}.",
    # programs
    "too-many-webhooks": "A table has {most} webhooks at most.",
}
