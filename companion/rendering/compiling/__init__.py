"""Django's templates as Python source that runs without Django.

Django's own parser reads the templates. Each becomes a module with ``body(context, page)``, which appends the
text of the template to a list, and with its blocks. Addresses and the names of static files are worked out
while compiling. A tag or filter, or a use of one, that has no code here raises `Uncompilable`, and the build
fails.
"""

from companion.rendering.compiling.modules import compile_all
from companion.rendering.compiling.source import Uncompilable

__all__ = ["Uncompilable", "compile_all"]
