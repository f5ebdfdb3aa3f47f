"""People who play together: groups, their people, and who may open a group."""

from django.db import models
from django.db.models.functions import Now

from companion.wording.dates import ENDS


class Group(models.Model):
    """People who play together again and again, and their games.

    ``public_id`` is its id in addresses; ``key`` makes starting it idempotent. ``personal``: the one that a
    phone has by itself, for its games of no other group. ``colors``: the chip set as in ``ChipSet``, JSON
    text or empty. ``zone`` is the IANA name of the time zone of its games, empty: not known; their evenings
    end at ``evening_ends`` o'clock. ``currency``: the sign of money that was chosen last, empty: none.
    ``sample``: it is the sample club of a phone. ``revision`` counts every change of its people, games, rules
    and links. A group with a time in ``deleted_at`` is never loaded.
    """

    public_id = models.CharField(max_length=16, unique=True)
    key = models.UUIDField(unique=True)
    title = models.CharField(max_length=60, blank=True)
    personal = models.BooleanField(default=False)
    sample = models.BooleanField(default=False, db_default=False)
    colors = models.TextField(blank=True)
    zone = models.CharField(max_length=64, blank=True, default="", db_default="")
    currency = models.CharField(max_length=6, blank=True, default="", db_default="")
    evening_ends = models.PositiveSmallIntegerField(default=ENDS, db_default=ENDS)
    revision = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)
    deleted_at = models.DateTimeField(null=True)


class GroupRules(models.Model):
    """The house rules with which a group plays one game: ``options`` is JSON text."""

    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="rules")
    variant = models.CharField(max_length=32)
    options = models.TextField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["group", "variant"], name="one_rules_a_game"),)


class GroupLink(models.Model):
    """The link for one role of a group; as ``Link`` is for a game."""

    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="links")
    role = models.CharField(max_length=16)
    nonce = models.UUIDField()
    token_hash = models.CharField(max_length=64, unique=True)
    code_hash = models.CharField(max_length=64, unique=True)
    ends_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["group", "role"], name="one_group_link_a_role"),)


class GroupRecovery(models.Model):
    """The recovery sheet of a group; as ``Recovery`` is for a game."""

    group = models.OneToOneField(Group, on_delete=models.CASCADE, related_name="recovery")
    code_hash = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)


class GroupPhone(models.Model):
    """A device at a group, with its role there; ``link`` is the one it came by, None for the host's.

    ``device`` and ``former`` are as in ``Phone``, and change with them. ``not_now``: an only host isn't asked
    again for a second one.
    """

    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="phones")
    device = models.CharField(max_length=64, db_index=True)
    former = models.CharField(max_length=64, blank=True, default="", db_index=True)
    role = models.CharField(max_length=16)
    link = models.ForeignKey(GroupLink, on_delete=models.CASCADE, null=True, related_name="phones")
    joined_at = models.DateTimeField(db_default=Now())
    out = models.BooleanField(default=False)
    program = models.BooleanField(default=False, db_default=False)
    not_now = models.BooleanField(default=False, db_default=False)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["group", "device"], name="one_group_phone_a_device"),)


class Person(models.Model):
    """One spelling of a name in a group.

    ``told`` is the name as the games have it, ``compared`` its form for comparing (``scoring.names``), and
    ``shown`` what people see instead; empty: ``told``. ``into`` is the person of whom this is another
    spelling: facts stay with the spelling, so that a merge moves no row and can be taken back. A chain of
    them ends at the person who is shown. ``forgotten``: the name was replaced everywhere.
    """

    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="people")
    public_id = models.CharField(max_length=16, unique=True)
    told = models.CharField(max_length=40)
    compared = models.CharField(max_length=80)
    shown = models.CharField(max_length=40, blank=True)
    into = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, related_name="spellings")
    hidden = models.BooleanField(default=False)
    forgotten = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["group", "compared"], name="one_person_a_spelling"),)


class PastGame(models.Model):
    """A game of earlier years of which only the result is known, from a list.

    ``game`` as it was typed. ``batch`` is shared by what came in together. ``digest`` is the same for the
    same line of the same list, so that nothing comes in twice.
    """

    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="past_games")
    played_on = models.DateField()
    game = models.CharField(max_length=40, blank=True)
    batch = models.UUIDField(db_index=True)
    digest = models.CharField(max_length=64)
    at = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["group", "digest"], name="one_past_game_a_line"),)


class PastPlayer(models.Model):
    """Somebody in a game of earlier years; ``side`` 0 won. ``score`` of the side, None if it isn't known."""

    past = models.ForeignKey(PastGame, on_delete=models.CASCADE, related_name="players")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="past_games")
    side = models.PositiveSmallIntegerField()
    score = models.IntegerField(null=True)
