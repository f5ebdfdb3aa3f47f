"""The score of a response by the rules of Mozilla's HTTP Observatory, algorithm version 5.

Implemented: Content-Security-Policy, cookies, redirection, Referrer-Policy, Strict-Transport-Security,
X-Content-Type-Options, framing, Cross-Origin-Resource-Policy, Cross-Origin-Opener-Policy. Not implemented and
counted as nothing: the preload list, <meta http-equiv>, CORS, of which only credentials for any origin cost,
Cross-Origin-Embedder-Policy, and the integrity of scripts, which those of the same origin don't need.
"""

from django.http import HttpResponseBase

SIX_MONTHS = 15_552_000
EXTRA_FROM = 90
PRIVATE = {"no-referrer", "same-origin", "strict-origin", "strict-origin-when-cross-origin"}
BROAD = {"*", "ftp:", "http:", "https:", "data:", "blob:", "filesystem:"}
UNSAFE = BROAD | {"'unsafe-inline'", "'unsafe-eval'"}


def score(page: HttpResponseBase, by_http: HttpResponseBase) -> tuple[int, dict[str, int]]:
    """The score, and what each rule adds to 100. *by_http*: the response by plain HTTP."""
    csp = directives(page.headers.get("Content-Security-Policy", ""))
    rules = {
        "csp": of_csp(csp),
        "cookies": of_cookies(page),
        "redirection": 0 if by_http.headers.get("Location", "").startswith("https://") else -20,
        "referrer": of_referrer(page.headers.get("Referrer-Policy", "")),
        "hsts": of_hsts(page.headers.get("Strict-Transport-Security", "")),
        "sniffing": 0 if page.headers.get("X-Content-Type-Options") == "nosniff" else -5,
        "framing": 5 if is_unframed(page, csp) else -20,
        "resource": of_resource(page.headers.get("Cross-Origin-Resource-Policy", "")),
        "opener": of_opener(page.headers.get("Cross-Origin-Opener-Policy", "")),
    }
    without_extra = 100 + sum(each for each in rules.values() if each < 0)
    return (100 + sum(rules.values()) if without_extra >= EXTRA_FROM else without_extra), rules


def directives(policy: str) -> dict[str, set[str]]:
    parts = [part.split() for part in policy.split(";") if part.strip()]
    return {name.lower(): {source.lower() for source in sources} for name, *sources in parts}


def of_csp(csp: dict[str, set[str]]) -> int:
    if not csp:
        return -25
    default = csp.get("default-src", {"*"})
    scripts, styles, objects = (csp.get(f"{kind}-src", default) for kind in ("script", "style", "object"))
    if scripts & (UNSAFE - {"'unsafe-eval'"}) or objects & BROAD:
        return -20
    if "'unsafe-eval'" in scripts | styles:
        return -10
    hashed = any(source.startswith(("'sha256-", "'sha384-", "'sha512-", "'nonce-")) for source in styles)
    if styles & (UNSAFE - ({"'unsafe-inline'"} if hashed else set())):
        return 0
    return 10 if default == {"'none'"} else 5


def of_cookies(page: HttpResponseBase) -> int:
    if not page.cookies:
        return 0
    if not all(cookie["secure"] for cookie in page.cookies.values()):
        return -20
    if any("sess" in name.lower() and not cookie["httponly"] for name, cookie in page.cookies.items()):
        return -30
    sites = {str(cookie["samesite"]).lower() for cookie in page.cookies.values()}
    return 5 if sites <= {"lax", "strict"} else -20


def of_referrer(policy: str) -> int:
    return 5 if policy in PRIVATE else -5 if policy else 0


def of_hsts(value: str) -> int:
    ages = [part.strip()[8:] for part in value.lower().split(";") if part.strip().startswith("max-age=")]
    if len(ages) != 1 or not ages[0].isdecimal() or "," in value:
        return -20
    return 0 if int(ages[0]) >= SIX_MONTHS else -10


def is_unframed(page: HttpResponseBase, csp: dict[str, set[str]]) -> bool:
    return "frame-ancestors" in csp or page.headers.get("X-Frame-Options", "") in ("DENY", "SAMEORIGIN")


def of_resource(policy: str) -> int:
    return {"same-origin": 10, "same-site": 10, "cross-origin": 0, "": 0}.get(policy, -5)


def of_opener(policy: str) -> int:
    given = {"same-origin": 10, "same-origin-allow-popups": 10, "noopener-allow-popups": 10}
    return {**given, "unsafe-none": 0, "": 0}.get(policy, -5)
