"""Reads templates from their folders, HTML without the white space of its layout."""

from django.template import Origin
from django.template.loaders import filesystem

from companion.server.squeeze import squeeze


class Loader(filesystem.Loader):
    """Django's loader of files, with `squeeze` between the file and the compiler."""

    def get_contents(self, origin: Origin) -> str:
        source = super().get_contents(origin)
        return squeeze(source) if origin.name.endswith(".html") else source
