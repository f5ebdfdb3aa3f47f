"""Settings, read from the environment. docs/settings.md describes each."""

import os
import secrets
import sys
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

from companion.access import devices
from companion.server.addresses import OwnHttps
from companion.server.stylesheets import remember_fetched
from companion.wording.reader import locale_of

BASE_DIR = Path(__file__).resolve().parent.parent
ENGINES = ("django.db.backends.sqlite3", "django.db.backends.postgresql")
LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")


def text(name: str, default: str) -> str:
    return os.environ.get(name, default).strip()


def flag(name: str, default: bool) -> bool:
    value = text(name, "on" if default else "off").lower()
    if value in {"on", "true", "yes", "1"}:
        return True
    if value in {"off", "false", "no", "0", ""}:
        return False
    raise ImproperlyConfigured(f"{name}: expected on or off, got {value!r}")


def whole(name: str, default: int, least: int = 0) -> int:
    value = text(name, str(default))
    if not value.isdecimal() or int(value) < least:
        at_least = f" of at least {least}" if least else ""
        raise ImproperlyConfigured(f"{name}: expected a whole number{at_least}, got {value!r}")
    return int(value)


def one_of(name: str, default: str, *values: str) -> str:
    value = text(name, default).lower()
    if value not in values:
        raise ImproperlyConfigured(f"{name}: expected {' or '.join(values)}, got {value!r}")
    return value


def words(name: str, default: str) -> list[str]:
    return [word.strip() for word in text(name, default).split(",") if word.strip()]


def kept_secret(file: Path) -> str:
    """The content of the file; "" without one. Raises ImproperlyConfigured if it's empty or can't be read."""
    try:
        key = file.read_text(encoding="utf-8", errors="replace").strip()
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise ImproperlyConfigured(f"{file} can’t be read: {error.strerror}.") from None
    if not key:
        raise ImproperlyConfigured(f"{file} is empty: put the secret key back into it, from your backup.")
    return key


def database(url: str) -> dict[str, Any]:
    """Django's settings of the database at `url`, with safe and fast options for each engine.

    Of several servers, "h1:5432,h2:5433", hosts and ports are in the same order. Raises ImproperlyConfigured,
    without the URL: it may hold a password.
    """
    _scheme, _slashes, rest = url.partition("://")
    servers = rest.partition("/")[0].rpartition("@")[2].split(",")
    if len(servers) > 1:
        url = url.replace(",".join(servers), ",".join(server.partition(":")[0] for server in servers), 1)
    try:
        found: dict[str, Any] = dict(dj_database_url.parse(url))
    except ValueError:
        found = {}
    if len(servers) > 1:
        found["PORT"] = ",".join(server.partition(":")[2] or "5432" for server in servers)
    # Of sqlite://name, with one slash too few, a database in memory would be made, which keeps nothing.
    in_memory = found.get("NAME") == ":memory:" and not url.endswith("/:memory:")
    if found.get("ENGINE") not in ENGINES or not found["NAME"] or in_memory:
        raise ImproperlyConfigured(
            "DATABASE_URL: expected sqlite:///path or postgres://user:password@host:5432/name, "
            "with / # ? @ in the password as %2F %23 %3F %40"
        )
    if found["ENGINE"] == "django.db.backends.sqlite3":
        if found["NAME"] != ":memory:":
            found["NAME"] = str(BASE_DIR / found["NAME"])
        found["CONN_MAX_AGE"] = None
        found["OPTIONS"] = {
            "timeout": 1,  # of one try; store.changes tries again
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
        }
    elif found["ENGINE"] == "django.db.backends.postgresql":
        found["CONN_MAX_AGE"] = 0
        given = found.get("OPTIONS", {})
        found["OPTIONS"] = {
            "connect_timeout": 2,
            "tcp_user_timeout": 5000,
            "server_side_binding": True,  # without it nothing is prepared
            "prepare_threshold": None if TRANSACTION_POOLING else 5,
            **given,
            # For the threads that serve, and those of streams and webhooks. A database that is gone holds up
            # only `max_waiting` of them, for a second each, and is tried again every second. With `min_size`
            # open connections no more ever wait while it is there.
            "pool": {
                "min_size": (WORKER_THREADS + 1) // 2,
                "max_size": WORKER_THREADS + 2,
                "max_waiting": WORKER_THREADS // 2 + 2,
                "timeout": 1,
                "reconnect_timeout": 1,
            },
        }
        found["DISABLE_SERVER_SIDE_CURSORS"] = TRANSACTION_POOLING
    return found


def standby(primary: dict[str, Any]) -> dict[str, Any]:
    """The servers of the primary, for connections to one that follows it."""
    options = {**primary["OPTIONS"], "target_session_attrs": "standby"}
    smaller = {**options["pool"], "min_size": 0}
    return {**primary, "OPTIONS": {**options, "pool": smaller}, "TEST": {"MIRROR": "default"}}


def redis_url(name: str, default: str) -> str:
    """The URL of a Redis, empty without one. Raises ImproperlyConfigured."""
    url = text(name, default)
    if url:
        import redis  # only where one is used: it takes memory

        try:
            redis.from_url(
                url
            ).connection_pool.make_connection()  # connects to nothing, and reads all options
        except (ValueError, TypeError, redis.RedisError):
            raise ImproperlyConfigured(
                f"{name}: expected redis://host:6379/0 or rediss://host:6379/0"
            ) from None
    return url


def postgres_url(name: str, default: str) -> str:
    """The URL of a PostgreSQL, empty without one. Raises ImproperlyConfigured, without the URL."""
    url = text(name, default)
    if url:
        import psycopg  # only where one is used

        try:
            psycopg.conninfo.conninfo_to_dict(url)
            is_url = url.startswith(("postgres://", "postgresql://"))
        except psycopg.Error:
            is_url = False
        if not is_url:
            raise ImproperlyConfigured(f"{name}: expected postgres://user:password@host:5432/name")
    return url


VAR_DIR = BASE_DIR / text("VAR_DIR", "var")
try:
    VAR_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
except OSError as error:
    raise ImproperlyConfigured(f"VAR_DIR: can’t make the folder {VAR_DIR}: {error.strerror}") from None
XDG_CACHE_HOME = text("XDG_CACHE_HOME", "")

HTTPS = flag("HTTPS", False)
HTTPS_PORT = whole("HTTPS_PORT", 8443, least=1)
OWN_HTTPS: OwnHttps | None = None  # what `serve --https` serves
TRUST_PROXY = flag("TRUST_PROXY", False)
HOST = text("HOST", "0.0.0.0")  # noqa: S104 - phones must reach it
PORT = whole("PORT", 8000, least=1)
WORKER_THREADS = whole("WORKER_THREADS", 10, 1)
TRANSACTION_POOLING = flag("TRANSACTION_POOLING", False)
LISTEN_URL = postgres_url("LISTEN_URL", "")

ADDRESS_CONNECTIONS = whole("ADDRESS_CONNECTIONS", 1000)
MAX_BODY_BYTES = whole("MAX_BODY_BYTES", 2_000_000)
MAX_ENTRIES = whole("MAX_ENTRIES", 5000)

PAGE_SECONDS = whole("PAGE_SECONDS", 2)
API_READS = whole("API_READS", 1200)
API_WRITES = whole("API_WRITES", 300)
API_TABLES = whole("API_TABLES", 200)
PAGE_TABLES = whole("PAGE_TABLES", 200)
WEBHOOK_PRIVATE = flag("WEBHOOK_PRIVATE", False)

DEBUG = False
NO_SERVER = False  # `export_static` makes an edition that is only files
SECRET_KEY_FILE = VAR_DIR / "secret-key"
# `serve` keeps a random key in the file.
SECRET_KEY = text("SECRET_KEY", "") or kept_secret(SECRET_KEY_FILE) or secrets.token_urlsafe(64)
SECRET_KEY_IS_SET = bool(text("SECRET_KEY", ""))
SECRET_KEY_FALLBACKS = words("SECRET_KEY_FALLBACKS", "")
GIVEN_HOSTS = words("ALLOWED_HOSTS", "")
ALLOWED_HOSTS = GIVEN_HOSTS or ["localhost", "127.0.0.1", "[::1]"]
CSRF_TRUSTED_ORIGINS = words("CSRF_TRUSTED_ORIGINS", "")

DATABASES = {"default": database(text("DATABASE_URL", "") or f"sqlite:///{VAR_DIR / 'bower.sqlite3'}")}
if "," in DATABASES["default"].get("HOST", ""):
    # Several servers: the one that follows the others. Store.reading decides what is read there.
    DATABASES["standby"] = standby(DATABASES["default"])
    DATABASE_ROUTERS = ["companion.store.reading.Router"]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = redis_url("REDIS_URL", "")
# Counters of this process. The default is 300 entries: a few hundred addresses would evict each other.
MEMORY = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 100_000}}
CACHES = {"default": {**MEMORY, "LOCATION": "requests"}, "failures": {**MEMORY, "LOCATION": "failures"}}

ROOT_URLCONF = "companion.urls"
WSGI_APPLICATION = "companion.wsgi.application"
INSTALLED_APPS = [
    "django.contrib.staticfiles",
    "csp",
    "django_htmx",
    "rest_framework",
    "corsheaders",
    "companion",
]
MIDDLEWARE = [
    "companion.server.middleware.same_origin",
    "django.middleware.security.SecurityMiddleware",
    "corsheaders.middleware.CorsMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "companion.server.middleware.ConditionalGet",
    "csp.middleware.CSPMiddleware",
    "companion.server.middleware.named_targets",
    "companion.server.middleware.page_headers",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "companion.server.middleware.body_limit",
    "companion.server.middleware.as_read",
    "companion.server.middleware.plain_port",
    "companion.server.middleware.Common",
    "companion.access.devices.renamed_cookies",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "companion.access.devices.remember_device",
    "companion.store.games.unite_gained",
    "companion.server.middleware.limit_reading",
]
TEMPLATES = [
    {
        "BACKEND": "companion.rendering.backend.Templates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "companion.access.devices.theme",
                "companion.access.devices.edition",
            ],
            "loaders": ["companion.rendering.backend.Loader"],
        },
    }
]

STATIC_URL = "static/"
WHITENOISE_ADD_HEADERS_FUNCTION = remember_fetched
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "companion.pocket.finding.KitFinder",
]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "companion.server.stylesheets.SlimStorage"},
}

LANGUAGE_CODE = text("LANGUAGE_CODE", "en")
if LANGUAGE_CODE and locale_of(LANGUAGE_CODE) is None:
    raise ImproperlyConfigured(
        f"LANGUAGE_CODE: expected a language such as en or de-CH, got {LANGUAGE_CODE!r}"
    )
CURRENCY = text("CURRENCY", "€")
CURRENCY_IS_SET = "CURRENCY" in os.environ
TIME_ZONE = text("TIME_ZONE", "UTC")
try:
    ZoneInfo(TIME_ZONE)
except (ZoneInfoNotFoundError, ValueError, OSError):
    raise ImproperlyConfigured(
        f"TIME_ZONE: expected a zone such as Europe/Berlin, got {TIME_ZONE!r}"
    ) from None
TIME_ZONE_IS_SET = "TIME_ZONE" in os.environ
USE_I18N = False
USE_TZ = True

DATA_UPLOAD_MAX_MEMORY_SIZE = MAX_BODY_BYTES
FILE_UPLOAD_MAX_MEMORY_SIZE = MAX_BODY_BYTES
DATA_UPLOAD_MAX_NUMBER_FIELDS = 300
DATA_UPLOAD_MAX_NUMBER_FILES = 201  # past evenings; one more than are taken, so that a page can say so

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "script-src": ["'self'", "'wasm-unsafe-eval'"],
        "style-src": ["'self'"],
        "img-src": ["'self'"],
        "connect-src": ["'self'"],
        "manifest-src": ["'self'"],
        "worker-src": ["'self'"],
        "form-action": ["'self'"],
        "object-src": ["'none'"],
        "base-uri": ["'none'"],
        "frame-ancestors": ["'none'"],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
# Over plain HTTP browsers ignore it, and complain.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$"]
SECURE_HSTS_SECONDS = whole("HSTS_SECONDS", 86_400) if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = flag("HSTS_SUBDOMAINS", False)
SECURE_HSTS_PRELOAD = flag("HSTS_PRELOAD", False)
# Subdomains and preloading concern other sites of the same domain: that is for who runs them to decide.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if TRUST_PROXY else None
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "companion.server.errors.not_from_here"
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_NAME = devices.PREFIX + devices.CSRF if HTTPS else devices.CSRF

CORS_ALLOWED_ORIGINS = words("CORS_ALLOWED_ORIGINS", "")
CORS_URLS_REGEX = r"^/api/"
CORS_ALLOW_METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE")
CORS_ALLOW_HEADERS = (
    "authorization",
    "content-type",
    "idempotency-key",
    "if-match",
    "if-none-match",
    "last-event-id",
)
CORS_EXPOSE_HEADERS = ("ETag", "Location", "RateLimit", "RateLimit-Policy", "Retry-After", "WWW-Authenticate")

REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["companion.api.auth.Bearer"],
    "DEFAULT_PERMISSION_CLASSES": [],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "companion.api.formats.OneFormat",
    "DEFAULT_RENDERER_CLASSES": ["companion.api.formats.Json"],
    "DEFAULT_PARSER_CLASSES": ["companion.api.formats.StrictJson"],
    "EXCEPTION_HANDLER": "companion.api.problems.exception_handler",
    "UNAUTHENTICATED_USER": None,
    "UNAUTHENTICATED_TOKEN": None,
    "NUM_PROXIES": 1 if TRUST_PROXY else 0,
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}

METRICS_TOKEN = text("METRICS_TOKEN", "")
LOG_LEVEL = text("LOG_LEVEL", "INFO").upper()
if LOG_LEVEL not in LEVELS:
    raise ImproperlyConfigured(f"LOG_LEVEL: expected {', '.join(LEVELS)}, got {LOG_LEVEL!r}")
LOG_FORMAT = one_of("LOG_FORMAT", "text", "text", "json")
LOG_REQUESTS = one_of("LOG_REQUESTS", "auto", "auto", "on", "off")
# In a terminal, the lines of requests would push the address and its QR code off the screen.
WITH_REQUESTS = LOG_REQUESTS == "on" or (LOG_REQUESTS == "auto" and not sys.stderr.isatty())
LOGGING_CONFIG = "logging.config.dictConfig"
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {
        "no_tokens": {"()": "companion.server.request_log.NoTokens"},
        "not_meant": {"()": "companion.server.request_log.NotMeant"},
        "client_errors": {"()": "companion.server.request_log.ClientErrors"},
        "in_one_line": {"()": "companion.server.database_trouble.InOneLine"},
    },
    "formatters": {
        "text": {"()": "companion.server.request_log.Text"},
        "json": {"()": "companion.server.request_log.Json"},
    },
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "formatter": LOG_FORMAT,
            "filters": ["not_meant", "client_errors", "in_one_line", "no_tokens"],
        },
    },
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {
        "companion": {"level": LOG_LEVEL},
        # Without them, only the requests that the server failed have a line.
        "companion.requests": {} if WITH_REQUESTS else {"level": "WARNING"},
        "django": {"handlers": [], "level": "WARNING", "propagate": True},
    },
}
