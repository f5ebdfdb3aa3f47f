"""``django.conf`` on a phone: the settings that rooms read."""

from companion.pocket.phone import given


class Settings:
    """The settings of the server that made the kit."""

    CURRENCY = given.CURRENCY
    DATA_UPLOAD_MAX_NUMBER_FIELDS = given.MAX_FIELDS
    HTTPS = given.HTTPS
    LANGUAGE_CODE = given.LANGUAGE_CODE
    MAX_BODY_BYTES = given.MAX_BODY_BYTES
    MAX_ENTRIES = given.MAX_ENTRIES


settings = Settings()
