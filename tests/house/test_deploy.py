"""The files of `deploy/` pass the checks of the programs that read them."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from companion.live import hub
from tests import available
from tests.house.trees import ROOT
from tests.proxied import NGINX, configured

DEPLOY = ROOT / "deploy"
UNIT = DEPLOY / "bower@.service"
EXPOSED = 20  # tenths: systemd calls a service with less than 2.0 well protected


def needs(program: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(shutil.which(program) is None, reason=f"needs {program}")


def passes(*command: str | Path, **environment: str) -> str:
    """What the command wrote; it must succeed."""
    given = {"PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "HOME": "/nonexistent", **environment}
    done = subprocess.run(command, cwd=ROOT, env=given, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.mark.skipif(not available.nginx(), reason="needs nginx and openssl")
def test_nginx_accepts_its_site(tmp_path: Path) -> None:
    written = passes("nginx", "-t", "-c", configured(tmp_path, 8080, 8443, [8000, 8001]), "-p", tmp_path)
    assert "[warn]" not in written
    assert "[emerg]" not in written


def test_nginx_waits_longer_than_a_stream_is_silent() -> None:
    [patience] = re.findall(r"proxy_read_timeout (\d+)s;", NGINX.read_text())
    assert int(patience) > 2 * hub.HEARTBEAT


@needs("caddy")
def test_caddy_accepts_its_file(tmp_path: Path) -> None:
    file = DEPLOY / "Caddyfile"
    passes("caddy", "validate", "--adapter", "caddyfile", "--config", file, HOME=str(tmp_path))


@needs("systemd-analyze")
def test_systemd_accepts_the_unit(tmp_path: Path) -> None:
    unit = tmp_path / UNIT.name
    python = (ROOT / ".venv/bin/python").as_posix()
    unit.write_text(UNIT.read_text().replace("/srv/bower/.venv/bin/python", python))
    assert passes("systemd-analyze", "verify", "--man=no", unit) == ""


@needs("systemd-analyze")
def test_systemd_calls_the_unit_well_protected() -> None:
    passes("systemd-analyze", "security", "--offline=true", f"--threshold={EXPOSED}", UNIT)


@needs("docker-compose")
@pytest.mark.parametrize("profile", ["", "postgres"])
def test_docker_compose_accepts_its_file(profile: str) -> None:
    example = DEPLOY / "compose.env.example"
    passes(
        "docker-compose", "--env-file", example, "--profile", profile, "-f", DEPLOY / "compose.yaml", "config"
    )


def test_every_setting_of_the_example_is_used_by_compose() -> None:
    names = set(re.findall(r"^#?([A-Z_]+)=", (DEPLOY / "compose.env.example").read_text(), re.M))
    used = set(re.findall(r"\$\{([A-Z_]+)", (DEPLOY / "compose.yaml").read_text()))
    assert names - used == {"COMPOSE_PROJECT_NAME", "COMPOSE_PROFILES"}


def test_the_dockerfile_has_no_fault() -> None:
    passes(ROOT / ".venv/bin/hadolint", DEPLOY / "Dockerfile")


VISIT = """
import django
django.setup()
from django.core.management import call_command
from django.test import Client
call_command("migrate", verbosity=0)
call_command("collectstatic", interactive=False, verbosity=0)
paths = ("/", "/rules/", "/games/new/partnership/", "/api/v1/schema/")
print([Client().get(path).status_code for path in paths])
"""


def test_the_image_has_every_file_that_bower_reads(tmp_path: Path) -> None:
    image, data = tmp_path / "image", tmp_path / "data"
    for line in re.findall(r"^COPY (.+)$", (DEPLOY / "Dockerfile").read_text(), re.M):
        *sources, target = line.split()
        for source in sources:
            copy(ROOT / source, image / target if target.endswith("/") else image)
    settings = {
        "DJANGO_SETTINGS_MODULE": "companion.settings",
        "VAR_DIR": str(data),
        "ALLOWED_HOSTS": "testserver",
    }
    done = subprocess.run(
        [sys.executable, "-c", VISIT], cwd=image, env=settings, capture_output=True, text=True, check=False
    )
    assert done.stdout == "[200, 200, 200, 200]\n", done.stderr


def copy(source: Path, folder: Path) -> None:
    """Copy a file or folder of the checkout, but what `Dockerfile.dockerignore` leaves out."""
    if source.is_file():
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, folder)
    else:
        shutil.copytree(
            source, folder / source.name, ignore=shutil.ignore_patterns("__pycache__", "pictures")
        )


def test_the_workflow_for_pages_runs_what_there_is() -> None:
    [job] = yaml.safe_load((DEPLOY / "pages.yaml").read_text())["jobs"].values()
    assert all(("uses" in step) != ("run" in step) for step in job["steps"])
    [run] = (step["run"] for step in job["steps"] if "run" in step)
    assert (ROOT / re.findall(r"-r (\S+)", run)[0]).is_file()
    command, given = re.findall(r"manage.py (\w+) (.+)", run)[0]
    passes(sys.executable, "manage.py", command, "--help")
    assert given.startswith("pages --base ")
    [uploads] = (step["with"] for step in job["steps"] if "upload" in step.get("uses", ""))
    assert uploads["path"] == "pages"
