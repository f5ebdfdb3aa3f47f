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
