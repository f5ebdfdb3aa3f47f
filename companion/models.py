"""What the database holds: games, who may open them, and the log. Log rows are added, never changed."""

from django.db import models


class Game(models.Model):
    """One game: its header is fixed when it starts, every option spelt out.

    ``stir`` counts the changes beside the log that other phones have to see: ticks, seats, disputes, roles.
    ``title`` is the name of the evening if it was renamed, otherwise the header has it. A game with a time in
    ``deleted_at`` is found by nobody.
    """

    public_id = models.CharField(max_length=16, unique=True)
    key = models.UUIDField(unique=True)
    header = models.TextField()
    title = models.CharField(max_length=60, null=True)  # noqa: DJ001 - None: never renamed; "": without a name
    deleted_at = models.DateTimeField(null=True)
    stir = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)


class Link(models.Model):
    """The way in for one role of a game: its token and its code follow from ``nonce`` and the secret key.

    Only their digests are stored. A link that was withdrawn is no longer here.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="links")
    role = models.CharField(max_length=16)
    nonce = models.UUIDField()
    token_hash = models.CharField(max_length=64, unique=True)
    code_hash = models.CharField(max_length=64, unique=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["game", "role"], name="one_link_a_role"),)


class Phone(models.Model):
    """A device at a game, by the SHA-256 of its token, and the seat it claimed; it stays when its roles go.

    ``here_until`` is when it counts as gone unless it is heard of again; one that was put *out* cannot join.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="phones")
    device = models.CharField(max_length=64, db_index=True)
    seat = models.CharField(max_length=40, blank=True)
    here_until = models.DateTimeField(null=True)
    out = models.BooleanField(default=False)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["game", "device"], name="one_phone_a_device"),)


class Access(models.Model):
    """A role that a phone has at its game, and the link that gave it, if one did."""

    phone = models.ForeignKey(Phone, on_delete=models.CASCADE, related_name="accesses")
    role = models.CharField(max_length=16)
    link = models.ForeignKey(Link, on_delete=models.CASCADE, null=True, related_name="accesses")

    class Meta:
        constraints = (models.UniqueConstraint(fields=["phone", "role"], name="one_access_a_role"),)


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


class Dispute(models.Model):
    """A hand that somebody at the table does not agree with, in their own words, and how it ended.

    ``seq`` is the entry; ``end`` is empty for as long as the dispute is open.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="disputes")
    key = models.UUIDField()
    seq = models.PositiveIntegerField()
    at = models.DateTimeField()
    device = models.CharField(max_length=64)
    role = models.CharField(max_length=16)
    words = models.CharField(max_length=200)
    end = models.CharField(max_length=16, blank=True)
    ended_at = models.DateTimeField(null=True)
    ended_by = models.CharField(max_length=64, blank=True)
    ended_role = models.CharField(max_length=16, blank=True)
    answer = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ("pk",)
        constraints = (models.UniqueConstraint(fields=["game", "key"], name="one_dispute_a_key"),)


class Draft(models.Model):
    """The hand in progress of a game: its moves as JSON text, never part of the log until it is saved.

    ``rev`` counts how often the row was written. When the first move was made the log had ``begun`` rows, and
    ``players``, as JSON text, sat at the table.
    """

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="draft")
    rev = models.PositiveIntegerField()
    begun = models.PositiveIntegerField()
    players = models.TextField()
    moves = models.TextField()
    at = models.DateTimeField()
    device = models.CharField(max_length=64)
    role = models.CharField(max_length=16)


class Answered(models.Model):
    """What a program's request came to, by its device and the digest of its Idempotency-Key.

    ``digest`` is that of the request; ``result`` is JSON text from which the answer is made again.
    """

    device = models.CharField(max_length=64)
    key = models.CharField(max_length=64)
    digest = models.CharField(max_length=64)
    result = models.TextField()
    at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["device", "key"], name="one_answer_a_key"),)


class Webhook(models.Model):
    """An address that is told of each new row of a game's log; its secret follows from ``nonce`` and the key.

    The log itself is the outbox: ``told`` is seq of the last row that the address has taken. ``due_at`` is
    when the next one is tried (again), ``tries`` how often in vain; after too many it is ``stopped``.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="webhooks")
    url = models.CharField(max_length=500)
    nonce = models.UUIDField(unique=True)
    told = models.PositiveIntegerField()
    tries = models.PositiveIntegerField(default=0)
    due_at = models.DateTimeField(db_index=True)
    stopped = models.BooleanField(default=False)
    last = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
