"""docs/security.md names what there is: tests, files, and every requirement of ASVS 5.0, level 1, once."""

import re
from itertools import groupby

from tests.house.trees import ROOT

PAGE = ROOT / "docs/security.md"
# The numbers of the requirements of level 1, by section.
LEVEL_1 = {
    "1.2": (1, 2, 3, 4, 5),
    "1.3": (1, 2),
    "1.5": (1,),
    "2.1": (1,),
    "2.2": (1, 2),
    "2.3": (1,),
    "3.2": (1, 2),
    "3.3": (1,),
    "3.4": (1, 2),
    "3.5": (1, 2, 3),
    "4.1": (1,),
    "4.4": (1,),
    "5.2": (1, 2),
    "5.3": (1, 2),
    "6.1": (1,),
    "6.2": (1, 2, 3, 4, 5, 6, 7, 8),
    "6.3": (1, 2),
    "6.4": (1, 2),
    "7.2": (1, 2, 3, 4),
    "7.4": (1, 2),
    "8.1": (1,),
    "8.2": (1, 2),
    "8.3": (1,),
    "9.1": (1, 2, 3),
    "9.2": (1,),
    "10.4": (1, 2, 3, 4, 5),
    "11.3": (1, 2),
    "11.4": (1,),
    "12.1": (1,),
    "12.2": (1, 2),
    "13.4": (1,),
    "14.2": (1,),
    "14.3": (1,),
    "15.1": (1,),
    "15.2": (1,),
    "15.3": (1,),
}


def gone(text: str) -> list[str]:
    """What a text names between backticks that isn't there: files, folders, tests of the file before."""
    faults: list[str] = []
    file = ""
    for name in re.findall(r"`((?:tests|companion|deploy|requirements)/[^`\s]*|::\w+)`", text):
        file, _, test = (name if not name.startswith("::") else file + name).partition("::")
        path = ROOT / file
        if not path.exists() or (test and f"def {test}(" not in path.read_text()):
            faults.append(name)
    return faults


def test_every_test_and_file_that_it_names_is_there() -> None:
    assert gone(PAGE.read_text()) == []


def test_a_name_of_nothing_is_noticed() -> None:
    here = "`tests/house/test_security_page.py::test_a_name_of_nothing_is_noticed`"
    assert gone(f"{here} `::test_nothing` `tests/none.py` `companion/urls.py`") == [
        "::test_nothing",
        "tests/none.py",
    ]


def test_it_answers_every_requirement_of_level_1() -> None:
    rows = re.findall(r"^\| (V[^|]*)", PAGE.read_text(), re.M)
    listed = re.findall(r"^Passwords .*?(?=\n\n|\Z)", PAGE.read_text(), re.M | re.S)
    found = re.findall(
        r"V([\d.]+\.\d+)\b", " ".join(row for row in rows if " to V" not in row) + " ".join(listed)
    )
    wanted = [f"{section}.{number}" for section, numbers in LEVEL_1.items() for number in numbers]
    assert len(wanted) == 70
    assert sorted(found) == sorted(wanted)
    assert [key for key, group in groupby(sorted(found)) if len(list(group)) > 1] == []
