"""What the logs say about each player, kept for statistics. Written by the store with the rows of the log.

Everything here can be made again from the logs: ``manage.py rebuild``.
"""

from django.db import models

from .groups import Group, Person
from .tables import Game


class GameFacts(models.Model):
    """One game as statistics see it; ``version`` is the seq of the last row of its log that is counted.

    ``played_on`` is the date of the header, or the day on which the game was started; games are in order of
    ``played_on`` and then of their number. ``hands`` is how many were played.
    """

    game = models.OneToOneField(Game, on_delete=models.CASCADE, primary_key=True, related_name="facts")
    group = models.ForeignKey(Group, on_delete=models.SET_NULL, null=True, related_name="facts")
    variant = models.CharField(max_length=32)
    played_on = models.DateField()
    over = models.BooleanField()
    hands = models.PositiveIntegerField()
    version = models.PositiveIntegerField()

    class Meta:
        indexes = (
            models.Index(fields=["group", "played_on", "game"], name="facts_in_order"),
            models.Index(fields=["group", "variant", "played_on", "game"], name="facts_of_variant"),
        )


class PlayerFacts(models.Model):
    """One player's part in a game: sums of its hands, and how the game ended.

    ``name`` is as the game tells it; ``person`` is that spelling in the game's group, None without a group.
    ``seat`` counts from 0; players with the same ``side`` are partners. ``won`` and ``points`` (for good;
    chips in a game for chips) are of the game so far; only a game that is over is won by anybody.
    ``most_kings`` and ``best_hand`` are of one hand; ``comeback``: the odds of winning after the worst one, 1
    in so many, 0 if never behind. Ratings after the game are ``mu`` and ``sigma``, None: not rated; ``rated``
    counts the person's rated games up to this one.
    ``variant`` and ``played_on`` are the game's, so that a person's last game is found by an index.
    """

    game = models.ForeignKey(GameFacts, on_delete=models.CASCADE, related_name="players", db_index=False)
    variant = models.CharField(max_length=32)
    played_on = models.DateField()
    person = models.ForeignKey(Person, on_delete=models.SET_NULL, null=True, related_name="games")
    name = models.CharField(max_length=40)
    seat = models.PositiveSmallIntegerField()
    side = models.PositiveSmallIntegerField()
    won = models.BooleanField()
    points = models.BigIntegerField()
    hands = models.PositiveIntegerField(default=0)
    makes = models.PositiveIntegerField(default=0)
    made = models.PositiveIntegerField(default=0)
    marches = models.PositiveIntegerField(default=0)
    euchred = models.PositiveIntegerField(default=0)
    alone = models.PositiveIntegerField(default=0)
    alone_made = models.PositiveIntegerField(default=0)
    alone_marches = models.PositiveIntegerField(default=0)
    defends = models.PositiveIntegerField(default=0)
    euchres = models.PositiveIntegerField(default=0)
    defends_alone = models.PositiveIntegerField(default=0)
    drops = models.PositiveIntegerField(default=0)
    drops_paid = models.PositiveIntegerField(default=0)
    kings = models.PositiveIntegerField(default=0)
    showdowns = models.PositiveIntegerField(default=0)
    showdowns_won = models.PositiveIntegerField(default=0)
    bids = models.PositiveIntegerField(default=0)
    bids_made = models.PositiveIntegerField(default=0)
    most_kings = models.PositiveIntegerField(default=0)
    best_hand = models.BigIntegerField(default=0)
    comeback = models.BigIntegerField(default=0)
    mu = models.FloatField(null=True)
    sigma = models.FloatField(null=True)
    rated = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["game", "name"], name="one_part_a_player"),)
        indexes = (
            models.Index(fields=["person", "variant", "played_on", "game"], name="games_of_person"),
            models.Index(fields=["game", "person"], name="person_in_game"),
        )


class HandFacts(models.Model):
    """One hand that was played, with the parts of all its players; ``seq`` is its entry.

    ``number`` is that on the score sheet, ``result`` that of the call. ``parts`` is JSON, in which a player
    is the ``seat`` of ``PlayerFacts``: see ``companion.stats.counted``. A hand is one small row, since a
    long game is written in one transaction, for which all other tables wait.
    """

    pk = models.CompositePrimaryKey("game", "seq")
    game = models.ForeignKey(GameFacts, on_delete=models.CASCADE, related_name="told", db_index=False)
    seq = models.PositiveIntegerField()
    number = models.PositiveIntegerField()
    result = models.CharField(max_length=8, blank=True)
    parts = models.TextField()
