"""Template loader that removes layout white space from HTML."""

from django.template import Origin
from django.template.loaders import filesystem

from companion.server.squeeze import squeeze


class Loader(filesystem.Loader):
    """Django's file loader with `squeeze` applied before compiling."""

    def get_contents(self, origin: Origin) -> str:
        source = super().get_contents(origin)
        return squeeze(source) if origin.name.endswith(".html") else source
