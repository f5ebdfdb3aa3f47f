"""One name for one thing; every row stays."""

from django.db import migrations, models
from django.db.models.deletion import CASCADE


class Migration(migrations.Migration):
    dependencies = (("companion", "0008_owner"),)

    operations = (
        migrations.RenameField("game", "stir", "revision"),
        migrations.RenameModel("Draft", "HandInProgress"),
        migrations.RenameModel("HandBegun", "HandStarted"),
        migrations.AlterField(
            "handinprogress",
            "game",
            models.OneToOneField(on_delete=CASCADE, related_name="progress", to="companion.game"),
        ),
        migrations.AlterField(
            "handstarted",
            "game",
            models.OneToOneField(on_delete=CASCADE, related_name="hand_started", to="companion.game"),
        ),
    )
