"""Euchre nights: many tables, rounds, changing partners. Each table of a round is an ordinary game."""

from django.db import models

from .groups import Group, Person
from .tables import Game


class Night(models.Model):
    """A euchre night of a group. ``plan`` is one of ``night.plans``: how tables are drawn.

    ``key`` makes starting it idempotent. ``hands`` are played at a table in a round, ``rounds`` in all.
    ``sitting``: who has no place sits out, or plays with a ghost. ``ties`` is JSON text, the tie-breakers in
    order. ``seed`` decides every draw. ``revision`` counts every change. Over since ``ended_at``.
    ``announcement`` is for all its phones and the wall, empty: none. A round takes ``minutes`` by its clock,
    0: there is none; ``at_bell``, one of ``log.at_night.AT_BELL``, is what happens then. ``sign_up``: phones
    that are nobody yet may put a name on the list.
    """

    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="nights")
    public_id = models.CharField(max_length=16, unique=True)
    key = models.UUIDField(unique=True)
    title = models.CharField(max_length=60, blank=True)
    plan = models.CharField(max_length=16)
    hands = models.PositiveSmallIntegerField()
    rounds = models.PositiveSmallIntegerField()
    sitting = models.CharField(max_length=16)
    ties = models.TextField()
    options = models.TextField()
    seed = models.PositiveIntegerField()
    revision = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True)
    announcement = models.CharField(max_length=140, blank=True, default="", db_default="")
    minutes = models.PositiveSmallIntegerField(default=0, db_default=0)
    at_bell = models.CharField(max_length=8, default="hand", db_default="hand")
    sign_up = models.BooleanField(default=False, db_default=False)


class NightPlayer(models.Model):
    """A player of a night. ``number`` counts from 1; plays in rounds ``first`` to ``last``, or to
    the end. ``pair``: the number of the fixed pair, None in other plans.

    ``phone`` is the SHA-256 of the device that said "this is me"; empty: nobody's. ``came``: False while
    somebody who signed up alone isn't checked in. ``instead_of``: the number of the player whose place a
    substitute took.
    """

    night = models.ForeignKey(Night, on_delete=models.CASCADE, related_name="players")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="nights")
    number = models.PositiveSmallIntegerField()
    first = models.PositiveSmallIntegerField(default=1)
    last = models.PositiveSmallIntegerField(null=True)
    pair = models.PositiveSmallIntegerField(null=True)
    phone = models.CharField(max_length=64, blank=True, db_index=True)
    came = models.BooleanField(default=True, db_default=True)
    instead_of = models.PositiveSmallIntegerField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["night", "number"], name="one_number_a_night"),
            models.UniqueConstraint(fields=["night", "person"], name="one_place_a_night"),
        )


class NightRound(models.Model):
    """A round of a night that was started. ``draw`` is JSON text: tables, who sits out, who is a ghost.

    ``over_at``: when all its hands were played for the first time. ``bell_at``: when its clock runs out, None
    while it doesn't run; ``clock_left``: the seconds that are left on a clock that was paused.
    """

    night = models.ForeignKey(Night, on_delete=models.CASCADE, related_name="started")
    number = models.PositiveSmallIntegerField()
    key = models.UUIDField(unique=True)
    draw = models.TextField()
    at = models.DateTimeField()
    over_at = models.DateTimeField(null=True)
    bell_at = models.DateTimeField(null=True)
    clock_left = models.PositiveIntegerField(null=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["night", "number"], name="one_round_a_number"),)


class NightTable(models.Model):
    """A table of a round, and its game, None once that was removed for good. ``ghosts``: the seats of ghosts,
    from 0, as digits.
    """

    round = models.ForeignKey(NightRound, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    game = models.OneToOneField(Game, on_delete=models.SET_NULL, null=True, related_name="night_table")
    ghosts = models.CharField(max_length=4, blank=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["round", "number"], name="one_table_a_number"),)


class NightFix(models.Model):
    """Points that the organizer set by hand for one side of a table; the last row of a side counts.

    ``side`` counts from 0. ``points`` None: those of the game count again. ``reason`` as it was typed.
    """

    table = models.ForeignKey(NightTable, on_delete=models.CASCADE, related_name="fixes")
    key = models.UUIDField(unique=True)
    side = models.PositiveSmallIntegerField()
    points = models.IntegerField(null=True)
    reason = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField()
    device = models.CharField(max_length=64)


class League(models.Model):
    """A season of a group: its nights and evenings from ``first`` to ``last``, both included.

    ``key`` makes starting it idempotent. ``way``, ``counted``, ``best`` and ``least`` are as in
    ``stats.league.Rules``. ``kept`` is JSON text, the standings as they were when it was closed at
    ``closed_at``; empty while it is open.
    """

    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="leagues")
    public_id = models.CharField(max_length=16, unique=True)
    key = models.UUIDField(unique=True)
    title = models.CharField(max_length=60, blank=True)
    first = models.DateField()
    last = models.DateField()
    way = models.CharField(max_length=8)
    counted = models.CharField(max_length=8)
    best = models.PositiveSmallIntegerField(default=0)
    least = models.PositiveSmallIntegerField(default=0)
    kept = models.TextField(blank=True)
    closed_at = models.DateTimeField(null=True)
