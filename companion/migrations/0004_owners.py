"""Who could open a game so far had started it, and owns it from now on."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def own(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    starter, phone, access = (apps.get_model("companion", name) for name in ("Starter", "Phone", "Access"))
    for game, device in starter.objects.values_list("game_id", "device"):
        access.objects.create(phone=phone.objects.create(game_id=game, device=device), role="owner")


def give_back(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    starter, access = (apps.get_model("companion", name) for name in ("Starter", "Access"))
    for game, device in access.objects.filter(role="owner").values_list("phone__game_id", "phone__device"):
        starter.objects.create(game_id=game, device=device, role="scorekeeper")


class Migration(migrations.Migration):
    dependencies = [("companion", "0003_sharing")]

    operations = [migrations.RunPython(own, give_back)]
