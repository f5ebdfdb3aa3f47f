"""The hand form of Three-Handed Euchre."""

from companion.forms.hand import countdown

FORM = countdown.form(
    countdown.Game(
        turned="nine_of_clubs",
        turned_words="Nine of clubs turned: everybody plays",
        spare_hand=True,
        concedes=True,
    )
)
