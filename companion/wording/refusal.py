"""Refusals of the app itself: limits, seats, links, forms."""

from collections.abc import Mapping
from typing import ClassVar

from scoring import Refusal
from scoring.refusal import NONE
from scoring.refusal import ONE as ONE_OF_GAMES
from scoring.refusal import SENTENCES as OF_GAMES

# The sentence of every refusal that is the app's own, by its code. Those of the games: scoring.refusal.

SENTENCES: dict[str, str] = {
    # the log
    "after-end": "It comes after the end of the game.",
    "impossible-later": "That makes {later} impossible: {why}",
    "busy": "Bower can't save right now. Nothing is lost. Save again.",
    "imports-busy": "Bower is busy with other imports. Try again in a moment.",
    "too-many-games": "Too many games were started here. Try again in {minutes} minutes.",
    "no-entry": "There's no such entry.",
    "not-removed": "It isn't removed.",
    "page-outdated": "This page is out of date. Reload it and try again.",
    "removed": "It was removed. Restore it first.",
    "too-many-entries": "That's {got} entries; a game has {most} at most.",
    # the hand in progress
    "counted-already": "That tap was counted already.",
    "form-differs": "The hand form says something else. Check it there.",
    "moves-impossible": "A correction changed the scores: {why} Restart the hand.",
    "page-replaced": "This page was out of date. This is the hand now.",
    "phone-faster": "Another phone was faster. This is the hand now.",
    "players-changed": "{players} joined or left after this hand began. Restart the hand.",
    "too-many-moves": "That's {got} moves; a hand has {most} at most.",
    # seats and phones
    "no-such-phone": "That phone isn't at this table.",
    "no-such-role": "Choose one of these roles: {roles}.",
    "not-seated": "{player} isn't at this table.",
    "own-phone": "That's your own phone. Another host can do that.",
    "program-host": "No app that joined by a link can be a host. Start the table with the app instead.",
    "role-held": "That phone has this role already.",
    "seat-taken": "Another phone has {player}'s seat. It can leave it, or the host can remove it.",
    # past evenings
    "csv-as-above": "The game's first line says something else here. Leave it empty.",
    "csv-beyond": "Cell {got} has no heading above it.",
    "csv-column": "Bower doesn't know the column “{column}”.",
    "csv-empty": "This file is empty.",
    "csv-game": "Bower doesn't know this game. Write one of these: {games}.",
    "csv-list": "Separate players by semicolons, each with one action.",
    "csv-long-cell": "A cell is too long from line {line} on. Is a quotation mark never closed?",
    "csv-missing": "The column “{column}” is missing.",
    "csv-no-hands": "This file has results, but no hands. Bower scores games from their hands.",
    "csv-not-here": "{what} has no such column. Leave it empty.",
    "csv-not-utf8": "This isn't UTF-8 text. Save it as “CSV UTF-8”.",
    "csv-number": "Type a whole number.",
    "csv-quotes": "The quotation marks are wrong from line {line} on.",
    "csv-rule": "Bower doesn't know the rule “{typed}”. Write target=11, for example.",
    "csv-score-sheet": "This is a score sheet: it lacks the tricks. Export the game as JSON instead.",
    "csv-seat": "There's no player {seat} at this table.",
    "csv-too-long": "This file has more than {most} lines. Split it.",
    "csv-twice": "The column “{column}” is there twice.",
    "csv-word": "Write one of these: {words}.",
    "csv-yes-or-no": "Write yes or no.",
    "no-day": "Write the day as 2026-11-19.",
    "files-many": "That's {got} files; {most} at most at once.",
    "files-too-large": "That's too much at once: {most} at most. Choose fewer or smaller files.",
    "files-too-long": "Those are more than {most} hands. Choose fewer files at once.",
    "files-games": "Those are more than {most} games. Choose fewer files at once.",
    "no-files": "Choose one or more files.",
    "packed": "This is a zip or spreadsheet file. Unpack it, or save it as CSV.",
    # groups
    "check-seats": "Who is here or what is played changed. Check the seats, then tap Start again.",
    "forget-unfinished": "Bower couldn't change some games, and the name is still there. Try again.",
    "merge-itself": "{player} is this person already. Type another name.",
    "merged-already": "That is another name of {player} already.",
    "name-of-another": "Someone else here is called {player}. Merge the two instead.",
    "night-together": "{player} and {other} both played on the night of {day}. They are two people.",
    "no-such-name": "Nobody in this group has that name. Check it.",
    "no-such-person": "That person isn't in this group.",
    "person-forgotten": "{player} was forgotten. That can't be undone.",
    "sat-together": "{player} and {other} sat in one game: {game}, {day}. They are two people.",
    "group-crowded": "A group takes {most} names. Start another group for these people.",
    "group-full": "This group is full: {most} phones. A host can remove some.",
    "group-personal": "This phone's own games can't be shared or deleted as a group.",
    "group-plays": "Another phone just started a game in this group. Check Games before you start one more.",
    "last-host": "This phone is the only host. Make another one host first, or delete the group.",
    "nobody-here": "Tap the names of those who are here.",
    "no-such-group-phone": "That phone isn't in this group.",
    "no-hour": "Choose an hour from 0 to {most}.",
    "no-sign": "Type a currency sign of up to {most} characters, without digits.",
    "no-title": "Type a name for the group.",
    "no-zone": "Bower doesn't know this time zone. Choose one from the list.",
    # joining
    "link-ended": "This link has ended. Ask the host for a new one.",
    "table-full": "This table is full: {most} phones. The host can remove some.",
    "too-many-joins": "Many phones joined just now. Try again in {minutes} minutes.",
    "sheet-used": "This recovery sheet has been used. Ask a host for a new one.",
    "pairing-own": "This phone made that code. Type it on your other phone.",
    "pairing-used": "That code has been used. Make a new one on your other phone.",
    "pairing-ended": "That code has expired. Make a new one on your other phone.",
    "nothing-to-pair": "This phone has no games or groups to pass on. Start or join one first.",
    "no-cookie": "Bower needs a cookie to know this phone. Allow cookies and try again.",
    "too-many-tries": "Too many tries. Wait {seconds} seconds.",
    "unknown-code": "No table or group has this code. Check it or ask for a new one.",
    # euchre nights
    "ghost-alone": "{player} plays without a partner anyway. Save it without Alone.",
    "ghost-silent": "{ghost} isn't a player. Choose someone who played.",
    "night-all-played": "Every planned round was started. Plan more rounds, or end the night.",
    "night-between": "Type a number from {least} to {most}.",
    "night-claimed": "Another phone is {player}. The organizer can free the name.",
    "night-last-hand": "Table {table} still has its last hand to play.",
    "night-no-player": "That player isn't at this night.",
    "night-over": "This night was ended. Open it again first.",
    "night-rules": "House rules are the same at every table of a night.",
    "night-table-playing": "Table {table} still has {hands} hands to play.",
    "night-tables-playing": "{tables} tables still play.",
    "night-too-few": "That's {got} players; a round takes {least} at least.",
    "night-too-many": "That's {got} players; a night takes {most} at most.",
    "round-over": "This round is over after {hands} hands. Fix a hand instead.",
    # phones without a network
    "chips-changed": "Another phone changed the chips first. Check them, then save again.",
    "conflict": "Another phone saved first. Check, then save again.",
    "hand-changed": "Another phone went on with this hand.",
    "id-taken": "Another table has this address. Choose another one.",
    "item-unreadable": "Bower can't read what this phone sent. Reload Bower on it.",
    "key-reused": "This was sent before with something else in it.",
    "payouts-changed": "Not ticked: the payouts changed.",
    "phone-removed": "The host removed this phone. Ask the host to let it back in.",
    "rows-beyond": "This table has fewer entries than that now. Load it again from the first.",
    "table-deleted": "The host deleted this table. A host can put it back for 30 days.",
    "table-removed": "This table was deleted for good, and can't be put back.",
    "table-unknown": "Bower doesn't know this phone at this table. Ask the host for a new link.",
    "other-key": "Bower's secret key changed. Ask whoever runs Bower for the old one.",
    "entry-aside": "The entry it changes was set aside. Take that back first.",
    "role-lost": "This phone may no longer do that. Ask the host to make it {role} again.",
    # statistics
    "no-such-period": "Choose a period from the list.",
    "no-such-game": "Choose a game from the list.",
    "no-such-list": "There's no such list. Go back and tap a figure.",
    "no-such-day": "That date doesn't exist. Write it as 2026-11-19.",
    "days-turned": "The last day is before the first.",
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
    "no-trick": "How many tricks for {players}? Tap 0 for none.",
    "not-playing": "{player} isn't playing.",
    "over-the-limit": "“{label}” can't be more than “{limit}”.",
    "stay-or-drop": "Did {players} stay or drop? Tap drop, or the tricks.",
    "still-needed": "Still needed: {fields}.",
    "tricks-entered": "All {total} tricks are entered. Undo one.",
    "trick-full": "A trick has {most} cards at most.",
    "unreadable-character": "It has a character that can't be saved.",
    "whole-number-up-to": "Type a whole number, 999,999,999 at most.",
    # new games and imports
    "no-dealer": "Choose the first dealer.",
    "nothing-chosen": "Choose a file or paste its text.",
    "number-too-large": "It has a number over 999,999,999.",
    # people
    "same-person": "{player} and {other} are one person in this group. Use one of the names.",
    # bank and chips
    "count-too-high": "{most} at most.",
    "hand-started": "Finish hand {hand} first: it was started at {time} on {by}.",
    "no-amount": "Type an amount like {example}.",
    "no-count": "Type how many {color} chips were counted.",
    "no-number": "Type how many {color} chips there are.",
    "no-value": "Type the value of {color}.",
    # programs
    "other-game": "This table plays {game}.",
    "count-colors": "Count every color: {colors}.",
    "no-such-item": "The list has items 0 to {last}.",
    "item-twice": "An item can't be both paid and unpaid.",
    "list-length": "That's {got} items; the list takes {least} to {most}.",
    "url-characters": "Use an address of at most {most} ASCII characters.",
    "url-form": "Write the address like https://name/path.",
    "url-port": "Use port {port}, or leave the port out.",
    "url-private": "The address must be public.",
    "url-scheme": "The address must begin with {schemes}.",
    "url-secrets": "Leave name, password and fragment out of the address.",
    "too-many-webhooks": "There can be {most} webhooks at most.",
}

ONE: dict[str, tuple[str, str]] = {
    "too-many-games": ("minutes", "Too many games were started here. Try again in 1 minute."),
    "too-many-joins": ("minutes", "Many phones joined just now. Try again in 1 minute."),
    "too-many-tries": ("seconds", "Too many tries. Wait 1 second."),
    "round-over": ("hands", "This round is over after 1 hand. Fix a hand instead."),
    "night-too-few": ("got", "That's 1 player; a round takes {least} at least."),
}
"""The sentence where one value is 1: the value's name and the sentence."""


class AppRefusal(Refusal):
    """A Refusal whose sentence stands in companion.wording.sentences, or among those of the games."""

    sentences: ClassVar[Mapping[str, str]] = {**OF_GAMES, **SENTENCES}
    of_number: ClassVar[Mapping[int, Mapping[str, tuple[str, str]]]] = {0: NONE, 1: {**ONE_OF_GAMES, **ONE}}
