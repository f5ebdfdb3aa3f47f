from django.apps import AppConfig


class CompanionConfig(AppConfig):
    name = "companion"
    label = "companion"
    verbose_name = "Bower"

    def ready(self) -> None:
        """Register the checks of the settings."""
        from companion.server import metrics  # noqa: F401
