"""One Chromium and one Bower for all tests of this folder; each test has phones of its own."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.phone import HEIGHT, LANGUAGE, MEANT, PATIENCE, WIDTH, Phone
from tests.browser.proxy import Proxy
from tests.service.databases import postgres
from tests.serving import Bower

PLAIN_HOST = "bower.test"  # a name for this machine that browsers don't take for the machine's own
QUIET = [
    f"--host-resolver-rules=MAP {PLAIN_HOST} 127.0.0.1",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
]

Phones = Callable[..., Phone]

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_type_launch_args, "args": [*browser_type_launch_args["args"], *QUIET]}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """What is marked `stored` is driven once on each database."""
    if metafunc.definition.get_closest_marker("stored"):
        both = ["on_sqlite", pytest.param("on_postgres", marks=pytest.mark.postgres)]
        metafunc.parametrize("bower", both, indirect=True)


def serving(folder: Path, **settings: str) -> Iterator[Bower]:
    served = Bower(folder, **settings)
    served.start()
    yield served
    served.stop()
    assert "Traceback" not in served.told


@pytest.fixture(scope="session")
def on_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bower]:
    yield from serving(tmp_path_factory.mktemp("bower"))


@pytest.fixture(scope="session")
def on_postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bower]:
    with postgres(migrated=True) as database:
        yield from serving(tmp_path_factory.mktemp("bower"), DATABASE_URL=database.url)


@pytest.fixture
def bower(request: pytest.FixtureRequest) -> Bower:
    made: Bower = request.getfixturevalue(getattr(request, "param", "on_sqlite"))
    return made


@pytest.fixture
def phones(request: pytest.FixtureRequest, browser: Browser, bower: Bower) -> Iterator[Phones]:
    """Makes phones, each a device of its own; in the end none of them may have complained.

    Without the worker, except where the test is marked so: to install it takes longer than most tests.
    """
    worker = "allow" if request.node.get_closest_marker("worker") else "block"
    yield from (partial(phones, service_workers=worker) for phones in phones_of(browser, bower))


@pytest.fixture
def phone(phones: Phones) -> Phone:
    return phones()


@pytest.fixture(scope="module")
def lent(browser: Browser, on_sqlite: Bower) -> Iterator[Phone]:
    """Without the worker, which would still ask for pages while the phone loses its cookies."""
    yield from (phones(service_workers="block") for phones in phones_of(browser, on_sqlite))


@pytest.fixture
def lent_phone(lent: Phone) -> Iterator[Phone]:
    """A phone that tests of a module hand on: new to Bower each time, and quicker at hand than a new one.

    For tests that leave its page as it was: its size, its settings, nothing added to the page or its context.
    """
    lent.meant = set(MEANT)
    yield lent
    lent.page.goto("about:blank")
    lent.context.clear_cookies()
    complaints = lent.complaints[:]
    lent.complaints.clear()
    assert complaints == []


@pytest.fixture
def network(bower: Bower) -> Iterator[Proxy]:
    """A network on the way to Bower, which a test may cut and mend."""
    made = Proxy(bower.port)
    yield made
    made.cut()


@pytest.fixture
def pockets(browser: Browser, network: Proxy) -> Iterator[Phones]:
    """Makes phones that reach Bower by way of the network only."""
    for phones in phones_of(browser, network):

        def one(**settings: Any) -> Phone:
            phone = phones(**settings)  # noqa: B023 - the only ones
            phone.offline = True
            return phone

        yield one


def phones_of(browser: Browser, bower: Bower | Proxy) -> Iterator[Phones]:
    made: list[Phone] = []

    def one(script: bool = True, **settings: Any) -> Phone:
        context = browser.new_context(
            **{
                "viewport": {"width": WIDTH, "height": HEIGHT},
                "is_mobile": True,
                "has_touch": True,
                "java_script_enabled": script,
                "reduced_motion": "reduce",
                "locale": LANGUAGE,
                **settings,
            }
        )
        made.append(Phone(context, bower.address, script))
        return made[-1]

    yield one
    complaints = [complaint for phone in made for complaint in phone.complaints]
    for phone in made:
        phone.context.close()
    assert complaints == []
