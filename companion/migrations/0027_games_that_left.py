"""Games of before, any of which may have left its group unnoticed: their host is asked once."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("companion", "0026_days"),)

    operations = (
        migrations.AddField("game", "may_have_left", models.BooleanField(default=True)),
        migrations.AlterField("game", "may_have_left", models.BooleanField(default=False, db_default=False)),
    )
