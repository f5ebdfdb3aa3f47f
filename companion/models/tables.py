"""The tables of the database: games, phones and links, the log. Rows of the log are added, never changed."""

import secrets

from django.db import models
from django.db.models.functions import Now
from django.utils import timezone


def new_author() -> str:
    """A random name for a phone in the rows of a log, so that no row says anything about a token."""
    return secrets.token_hex(16)


class Game(models.Model):
    """One game. Its header is fixed when it starts, with every option written out.

    ``public_id`` is the id of the table in addresses; ``key`` makes starting a game idempotent; ``header`` is
    JSON text. ``revision`` counts the changes that are not in the log: ticks, seats, disputes, roles, moves.
    ``title`` is the name of the evening if it was renamed; None: the header has it. ``group`` has the game in
    its statistics; None: no group. ``may_have_left``: it was started when the next game didn't stay in the
    group of the last one, and nobody has said since where it belongs. ``zone`` is the IANA name of the time
    zone in which it was started, empty: not known; that of its group goes before it. ``day_follows``: the day
    in the header is the evening of ``created_at`` in that zone and follows it; else somebody told that day.
    ``currency``: the sign of its money, empty: not chosen. A game with a time in ``deleted_at`` is never
    loaded.
    """

    public_id = models.CharField(max_length=16, unique=True)
    key = models.UUIDField(unique=True)
    header = models.TextField()
    title = models.CharField(max_length=60, null=True)  # noqa: DJ001 - None: never renamed; "": without a name
    deleted_at = models.DateTimeField(null=True)
    group = models.ForeignKey("Group", on_delete=models.SET_NULL, null=True, related_name="games")
    may_have_left = models.BooleanField(default=False, db_default=False)
    revision = models.PositiveIntegerField(default=0)
    zone = models.CharField(max_length=64, blank=True, default="", db_default="")
    day_follows = models.BooleanField(default=False, db_default=False)
    currency = models.CharField(max_length=6, blank=True, default="", db_default="")
    created_at = models.DateTimeField(default=timezone.now)


class Link(models.Model):
    """The link for one role of a game. Its token and code are derived from ``nonce`` and the secret key.

    Only their hashes are stored. A withdrawn link is deleted. After ``ends_at`` no new phone joins by it.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="links")
    role = models.CharField(max_length=16)
    nonce = models.UUIDField()
    token_hash = models.CharField(max_length=64, unique=True)
    code_hash = models.CharField(max_length=64, unique=True)
    ends_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["game", "role"], name="one_link_a_role"),)


class Recovery(models.Model):
    """The recovery sheet of a game: the SHA-256 of its code, and when it was used. A new one replaces it."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="recovery")
    code_hash = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)


class Pairing(models.Model):
    """The pairing code that a device made last: its keyed hash, and until when it works.

    ``used_by`` is the device that used it, at ``used_at``; empty until then. A new code replaces it.
    """

    device = models.CharField(max_length=64, unique=True)
    code_hash = models.CharField(max_length=64, unique=True)
    ends_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    used_by = models.CharField(max_length=64, blank=True, default="")


class Passkey(models.Model):
    """A passkey that a device made: another phone that shows it gets the games and groups of the device.

    ``device`` is as in ``Phone``, and changes with it. ``credential`` is the key's id in base64url,
    ``public_key`` its COSE key, ``sign_count`` how often it has signed, as far as its keychain counts.
    """

    device = models.CharField(max_length=64, db_index=True)
    credential = models.CharField(max_length=1400, unique=True)
    public_key = models.BinaryField()
    sign_count = models.BigIntegerField()
    made_at = models.DateTimeField(db_default=Now())


class Phone(models.Model):
    """A device at a game. ``device`` is the SHA-256 of its token. The row stays when its roles go.

    The token is replaced when the phone gains a role. Until the phone is seen with the new one, ``former`` is
    the SHA-256 of the one before, which opens this game too; otherwise it is empty. ``author`` stays: it is
    the ``device`` in the rows of the log.

    ``seat`` is the player's name it claimed, or empty. The device is connected until ``here_until``, which is
    moved while its stream is open. ``out``: put out, and can't join again. ``program``: it uses the API, by a
    token.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="phones")
    device = models.CharField(max_length=64, db_index=True)
    former = models.CharField(max_length=64, blank=True, default="", db_index=True)
    author = models.CharField(max_length=64, default=new_author)
    seat = models.CharField(max_length=40, blank=True)
    here_until = models.DateTimeField(null=True)
    joined_at = models.DateTimeField(db_default=Now())
    out = models.BooleanField(default=False)
    program = models.BooleanField(default=False, db_default=False)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["game", "device"], name="one_phone_a_device"),)


class Access(models.Model):
    """A role of a phone at its game, and the link it came by; None for the owner's."""

    phone = models.ForeignKey(Phone, on_delete=models.CASCADE, related_name="accesses")
    role = models.CharField(max_length=16)
    link = models.ForeignKey(Link, on_delete=models.CASCADE, null=True, related_name="accesses")

    class Meta:
        constraints = (models.UniqueConstraint(fields=["phone", "role"], name="one_access_a_role"),)


class Entry(models.Model):
    """One row of the log: an entry, or a correction of entry ``target``.

    ``seq`` counts from 1 within its game. ``key`` is a UUID that the sender made: the same key twice is the
    same row once. ``body`` is the entry as JSON text; empty in a row that removes the entry, or that brings
    it back (``restores``).
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="entries")
    seq = models.PositiveIntegerField()
    key = models.UUIDField()
    target = models.PositiveIntegerField(null=True)
    body = models.TextField(blank=True)
    at = models.DateTimeField()
    device = models.CharField(max_length=64)
    role = models.CharField(max_length=16)
    restores = models.BooleanField(default=False, db_default=False)

    class Meta:
        ordering = ("seq",)
        constraints = (
            models.UniqueConstraint(fields=["game", "seq"], name="one_row_a_seq"),
            models.UniqueConstraint(fields=["game", "key"], name="one_row_a_key"),
        )


class ChipSet(models.Model):
    """The chips of one game's bank. Not part of the record.

    ``colors`` is JSON text, a list of [name, value, number]; ``counted`` is JSON text, [version of the
    table, {name: number left}], or empty. ``version`` counts how often the row was written.
    """

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="chip_set")
    version = models.PositiveIntegerField(default=1)
    colors = models.TextField()
    counted = models.TextField(blank=True)


class Tick(models.Model):
    """A payout or payment that was ticked off: ``item``, from 0, of entry ``seq``; seq 0 is settling up.

    ``digest`` is the hash of the list of payouts; ticks with another hash are ignored.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="ticks")
    seq = models.PositiveIntegerField()
    digest = models.CharField(max_length=16)
    item = models.PositiveIntegerField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["game", "seq", "digest", "item"], name="one_tick_an_item"),
        )


class HandStarted(models.Model):
    """A hand that is being entered on a phone; ``version`` is the table's version when it was started."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="hand_started")
    version = models.PositiveIntegerField()
    at = models.DateTimeField()
    device = models.CharField(max_length=64)


class Dispute(models.Model):
    """A disputed hand: the reason as it was typed, and how the dispute ended.

    ``seq`` is the entry; ``end`` is empty while the dispute is open, else one of ``log.disputes.ENDS``.
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


class HandInProgress(models.Model):
    """The hand in progress of a game. Not part of the log until it is saved.

    ``moves`` is JSON text, a list. ``form`` is the hand form as last sent, JSON text or empty. ``rev`` counts
    how often the row was written. ``begun`` is the version of the table when the hand was begun, and
    ``players``, JSON text, who sat there at the first move.
    """

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="progress")
    rev = models.PositiveIntegerField()
    begun = models.PositiveIntegerField()
    players = models.TextField()
    moves = models.TextField()
    form = models.TextField(blank=True, default="")
    at = models.DateTimeField()
    device = models.CharField(max_length=64)
    role = models.CharField(max_length=16)


class Answered(models.Model):
    """The stored result of an API request, by device and hash of its Idempotency-Key.

    ``digest`` is the hash of the request; ``result`` is JSON text from which the response is made again.
    """

    device = models.CharField(max_length=64)
    key = models.CharField(max_length=64)
    digest = models.CharField(max_length=64)
    result = models.TextField()
    at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["device", "key"], name="one_answer_a_key"),)


class Webhook(models.Model):
    """An address to which each new row of a game's log is posted, or each end of a night's round.

    It has a game, a night or a group. Its secret is derived from ``nonce``. That of a group has no messages
    of its own: each game and night of the group gets a row with it as ``parent``, whose messages are sent to
    the same address with the parent's secret; ``delivered`` of the parent counts them. ``format`` is the
    shape of the messages, ``BOWER``, ``DISCORD`` or ``SLACK`` of ``store.webhooks``.

    The log itself is the outbox: ``delivered`` is the seq of the last delivered row, or how many ends of
    rounds were delivered. ``due_at`` is when the next one is tried, ``tries`` counts failures in a row, and
    ``error`` is the last one; after too many the webhook is ``stopped``. ``pace`` is how long the last
    delivery took, ``NEW``, ``PROMPT`` or ``SLOW`` of ``store.webhooks``.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, null=True, related_name="webhooks")
    night = models.ForeignKey("Night", on_delete=models.CASCADE, null=True, related_name="webhooks")
    group = models.ForeignKey("Group", on_delete=models.CASCADE, null=True, related_name="webhooks")
    parent = models.ForeignKey("self", on_delete=models.CASCADE, null=True, related_name="children")
    format = models.CharField(max_length=8, default="bower", db_default="bower")
    url = models.CharField(max_length=500)
    nonce = models.UUIDField(unique=True)
    delivered = models.PositiveIntegerField()
    tries = models.PositiveIntegerField(default=0)
    due_at = models.DateTimeField(db_index=True)
    stopped = models.BooleanField(default=False)
    error = models.CharField(max_length=200, blank=True)
    pace = models.CharField(max_length=8, default="new", db_default="new")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["parent", "game"], name="one_webhook_a_game"),
            models.UniqueConstraint(fields=["parent", "night"], name="one_webhook_a_night"),
        )


class WriteCheck(models.Model):
    """The one row that the check of readiness writes anew each time; ``filling`` takes a page of its own."""

    at = models.DateTimeField()
    filling = models.TextField()


# Random ids for addresses: of tables, groups and people.

ID_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
ID_LENGTH = 10


def new_id() -> str:
    """A random id."""
    return "".join(secrets.choice(ID_ALPHABET) for _place in range(ID_LENGTH))
