import asyncio
import logging

import pytest

from companion.server.request_log import NotMeant, NoTokens


def written(message: str, *args: object) -> str:
    record = logging.LogRecord("django.request", logging.WARNING, "", 0, message, args, None)
    assert NoTokens().filter(record)
    return record.getMessage()


@pytest.mark.parametrize(
    "token", ["7ZK3Q", "ABCDEFGH", "abcd2345", "abcdefghjkmnpqrstvwx", "0a0c-9f3b", "Qn_4-xYz"]
)
def test_a_token_in_an_address_is_left_out(token: str) -> None:
    assert written("%s: %s", "Not Found", f"/j/{token}/hands/") == "Not Found: /j/[...]/hands/"


@pytest.mark.parametrize(
    "address", ["/games/new/buck/", "/games/", "/entries/12/", "/rulebook/king-cutthroat", "/", "/healthz"]
)
def test_an_ordinary_address_stays(address: str) -> None:
    assert written("Not Found: %s", address) == f"Not Found: {address}"


def test_the_name_of_a_game_is_left_out() -> None:
    assert written("Not Found: /games/abcdef/hands/") == "Not Found: /games/[...]/hands/"
    assert written("Not Found: /api/v1/tables/abcdef/draft/") == "Not Found: /api/v1/tables/[...]/draft/"


@pytest.mark.parametrize("place", ["groups", "nights", "people", "G", "g", "J", "P", "R", "read"])
def test_ids_and_tokens_without_a_digit_are_left_out_too(place: str) -> None:
    assert written(f"Not Found: /{place}/abcdefghjk/") == f"Not Found: /{place}/[...]/"


@pytest.mark.parametrize("place", ["G", "g", "J", "P", "R", "read"])
def test_a_token_with_spaces_in_it_is_left_out_as_a_whole(place: str) -> None:
    for spaces in ("7K3M 9Q2X ABCD", "7K3M%209Q2X%20ABCD"):
        assert written(f"Not Found: /{place}/{spaces}/") == f"Not Found: /{place}/[...]/"


@pytest.mark.parametrize("address", ["/groups/", "/groups/kept/", "/groups/[...]/nights/new/"])
def test_ordinary_addresses_of_groups_stay(address: str) -> None:
    assert written(f"Not Found: {address}") == f"Not Found: {address}"


def test_percent_signs_survive() -> None:
    assert written("100% of /ABCDEF") == "100% of /[...]"


def test_a_request_cut_off_at_the_end_is_no_mistake() -> None:
    def kept(error: BaseException) -> bool:
        trace = (type(error), error, None)
        return NotMeant().filter(logging.LogRecord("uvicorn.error", 40, "", 0, "", (), trace))

    assert not kept(asyncio.CancelledError())
    assert kept(RuntimeError())
