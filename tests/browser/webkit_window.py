"""A window of WebKitGTK that WebKitWebDriver drives; it keeps what it knows in the folders of XDG_*_HOME.

MiniBrowser forgets everything when it is driven. This runs with Debian's own Python, which has GTK.
"""

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import GLib, Gtk, WebKit2  # noqa: E402

context = WebKit2.WebContext.get_default()
context.set_automation_allowed(True)
cookies = GLib.get_user_data_dir() + "/cookies"
context.get_cookie_manager().set_persistent_storage(cookies, WebKit2.CookiePersistentStorage.SQLITE)
view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)


def started(_context: object, session: WebKit2.AutomationSession) -> None:
    """The driver is there, and gets the one page."""
    session.set_application_info(WebKit2.ApplicationInfo.new())
    session.connect("create-web-view", lambda _session: view)


context.connect("automation-started", started)
window = Gtk.Window(default_width=390, default_height=664)
window.add(view)
window.show_all()
Gtk.main()
