"""What the database holds: games, who may open them, and the log. Log rows are added, never changed."""

from django.db import models


class Game(models.Model):
    """One game: its header is fixed when it starts, every option spelt out."""

    public_id = models.CharField(max_length=16, unique=True)
    key = models.UUIDField(unique=True)
    header = models.TextField()
    created_at = models.DateTimeField(auto_now_add=True)


class Access(models.Model):
    """A device that may open a game, by the SHA-256 of its token, and in which role."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="accesses")
    device = models.CharField(max_length=64, db_index=True)
    role = models.CharField(max_length=16)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["game", "device"], name="one_access_a_device"),)


class Entry(models.Model):
    """One row of the log: an entry, or a correction ("entry *target* is now this", "… is struck out").

    ``seq`` counts from 1 within its game; ``body`` is the entry as JSON text, empty to strike out.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="entries")
    seq = models.PositiveIntegerField()
    key = models.UUIDField()
    target = models.PositiveIntegerField(null=True)
    body = models.TextField(blank=True)
    at = models.DateTimeField()
    device = models.CharField(max_length=64)
    role = models.CharField(max_length=16)

    class Meta:
        ordering = ("seq",)
        constraints = (
            models.UniqueConstraint(fields=["game", "seq"], name="one_row_a_seq"),
            models.UniqueConstraint(fields=["game", "key"], name="one_row_a_key"),
        )


class ChipSet(models.Model):
    """The chips that the bank of one game has, and what was counted of them last; both as JSON text.

    No part of the record. ``version`` counts how often the row was written.
    """

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="chip_set")
    version = models.PositiveIntegerField(default=1)
    colours = models.TextField()
    counted = models.TextField(blank=True)


class Tick(models.Model):
    """A payout or payment that was ticked off: item *item* of entry *seq* (0: the settling) as it was then.

    ``revision`` is the seq of the last row that said what there is to pay: a correction makes old ticks void.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="ticks")
    seq = models.PositiveIntegerField()
    revision = models.PositiveIntegerField()
    item = models.PositiveIntegerField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["game", "seq", "revision", "item"], name="one_tick_an_item"),
        )


class HandBegun(models.Model):
    """A hand that a phone has begun to enter, at the version of the table at which it was begun."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="hand_begun")
    version = models.PositiveIntegerField()
    at = models.DateTimeField()
    device = models.CharField(max_length=64)
