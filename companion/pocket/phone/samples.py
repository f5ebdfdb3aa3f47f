"""Two games that were never played, to be tapped at will on a phone without a server."""

SAMPLES = {
    "euchre": """{"format": "bower.game/1", "variant": "partnership", "players": ["Ann", "Bo", "Cy", "Dee"],
"dealer": "Dee", "title": "A sample game", "entries": [
{"kind": "hand", "maker": "Ann", "trump": "spades", "tricks": {"Ann & Cy": 3, "Bo & Dee": 2}},
{"kind": "hand", "maker": "Bo", "trump": "hearts", "tricks": {"Ann & Cy": 2, "Bo & Dee": 3}},
{"kind": "hand", "maker": "Dee", "trump": "clubs", "tricks": {"Ann & Cy": 0, "Bo & Dee": 5}},
{"kind": "hand", "maker": "Cy", "trump": "diamonds", "tricks": {"Ann & Cy": 4, "Bo & Dee": 1}},
{"kind": "hand", "maker": "Bo", "trump": "spades", "tricks": {"Ann & Cy": 3, "Bo & Dee": 2}},
{"kind": "hand", "maker": "Cy", "trump": "hearts", "tricks": {"Ann & Cy": 5, "Bo & Dee": 0}},
{"kind": "hand", "maker": "Dee", "trump": "diamonds", "tricks": {"Ann & Cy": 0, "Bo & Dee": 5},
"alone": true},
{"kind": "hand", "maker": "Ann", "trump": "clubs", "tricks": {"Ann & Cy": 3, "Bo & Dee": 2}},
{"kind": "hand", "maker": "Bo", "trump": "hearts", "tricks": {"Ann & Cy": 1, "Bo & Dee": 4}}
]}
""",
    "chips": """{"format": "bower.game/1", "variant": "poker-chips", "title": "A sample evening",
"players": ["Ann", "Bo", "Cy"], "dealer": "Ann", "entries": [
{"kind": "buy-in", "player": "Ann", "chips": 96},
{"kind": "buy-in", "player": "Bo", "chips": 96},
{"kind": "buy-in", "player": "Cy", "chips": 96},
{"kind": "hand", "maker": "Bo", "trump": "spades", "betting": [{"player": "Bo", "action": "bet",
"chips": 5}, {"player": "Cy", "action": "raise", "chips": 7}, {"player": "Ann", "action": "fold"},
{"player": "Bo", "action": "call"}], "tricks": {"Bo": 9, "Cy": 7}},
{"kind": "buy-in", "player": "Ann", "chips": 30, "on_credit": true},
{"kind": "join", "player": "Dee", "left_of": "Ann"},
{"kind": "buy-in", "player": "Dee", "chips": 60},
{"kind": "hand", "maker": "Ann", "trump": "hearts", "betting": [{"player": "Cy", "action": "check"},
{"player": "Ann", "action": "bet", "chips": 3}, {"player": "Dee", "action": "fold"}, {"player": "Bo",
"action": "fold"}, {"player": "Cy", "action": "fold"}]},
{"kind": "transfer", "from": "Cy", "to": "pot", "chips": 2, "reason": "looked at a card"},
{"kind": "hand", "maker": "Cy", "trump": "diamonds", "away": ["Dee"], "betting": [{"player": "Ann",
"action": "check"}, {"player": "Bo", "action": "check"}, {"player": "Cy", "action": "check"}],
"tricks": {"Ann": 5, "Bo": 5, "Cy": 6}},
{"kind": "cash-out", "player": "Bo"},
{"kind": "end"}
]}
""",
}
