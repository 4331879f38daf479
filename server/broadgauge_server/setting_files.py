"""The files that settings name: whether they can be used, before anything starts."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from .secrets_files import first_tokens, keys_of
from .setting_table import SettingsError
from .settings import Settings
from .tls import check_authorities, check_pair, check_pem

READERS: Mapping[str, Callable[[bytes], object]] = {
    "tls_certificate": check_pem,
    "tls_key": check_pem,
    "tls_client_ca": check_authorities,
    "tokens": first_tokens,
    "snapshot_keys": keys_of,
}
"""Settings that name a file, and what a usable content passes."""


def check_files(settings: Settings) -> None:
    """Finds files that cannot be used.

    Raises:
        SettingsError: one is missing, or holds something else; the message names the setting, and no secret.
    """
    for name, read in READERS.items():
        path = getattr(settings, name)
        flag = "--" + name.replace("_", "-")
        try:
            if path is not None:
                read(path.read_bytes())
        except OSError as error:
            raise SettingsError(f"{flag}: cannot read {path}: {error.strerror}") from error
        except ValueError as error:
            raise SettingsError(f"{flag}: cannot use {path}: {error}") from error
    if settings.tls_certificate and settings.tls_key:
        try:
            check_pair(settings.tls_certificate, settings.tls_key)
        except ValueError as error:
            raise SettingsError(f"--tls-key: {error}") from error
