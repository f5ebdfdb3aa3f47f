"""The hand form of Buck Euchre."""

from companion.forms.hand import countdown

FORM = countdown.form(countdown.Game(turned="turned_club", turned_words="A club was turned: everybody plays"))
