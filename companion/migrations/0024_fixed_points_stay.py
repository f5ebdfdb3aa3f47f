"""A table of a night outlives its game, so that points that were fixed by hand stay in the standings."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("companion", "0023_hands_in_one_row"),)

    operations = (
        migrations.AlterField(
            model_name="nighttable",
            name="game",
            field=models.OneToOneField(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="night_table",
                to="companion.game",
            ),
        ),
    )
