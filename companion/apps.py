from django.apps import AppConfig


class CompanionConfig(AppConfig):
    name = "companion"
    label = "companion"
    verbose_name = "Bower"
