"""TLS from files, read again when they change."""

from __future__ import annotations

import ssl
from collections.abc import Callable
from pathlib import Path

import grpc

from .settings import Settings
from .watched_files import FileWatch

PEM = b"-----BEGIN"


def credentials(settings: Settings, watch: FileWatch) -> grpc.ServerCredentials | None:
    """The credentials of the main port; None where there is no TLS.

    Raises:
        OSError: a file cannot be used; the message names it.
    """
    if settings.tls_certificate is None or settings.tls_key is None:
        return None
    authorities = (settings.tls_client_ca,) if settings.tls_client_ca else ()
    paths = (settings.tls_certificate, settings.tls_key, *authorities)
    files = watch.files("tls_certificate", paths, _configuration(paths))
    seen = files.value

    def changed() -> grpc.ServerCertificateConfiguration | None:
        nonlocal seen
        before, seen = seen, files.value
        return None if seen is before else seen

    return grpc.dynamic_ssl_server_credentials(
        seen,
        changed,  # type: ignore[arg-type]
        require_client_authentication=len(paths) > 2,
    )


def check_pem(content: bytes) -> None:
    """Refuses the content of a file that is not PEM.

    Raises:
        ValueError: it is not.
    """
    if PEM not in content:
        raise ValueError("it is not PEM")


def check_authorities(content: bytes) -> None:
    """Refuses the content of a file that holds no certificates of authorities.

    Raises:
        ValueError: it does not.
    """
    check_pem(content)
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_verify_locations(cadata=content.decode("ascii"))
    except ssl.SSLError as error:
        raise ValueError(f"it has no certificate that can be read: {error.reason}") from error


def check_pair(certificate: Path, key: Path) -> None:
    """Refuses a key that does not belong to its certificate.

    Raises:
        OSError: a file cannot be read.
        ValueError: it does not, or one of them cannot be read as such.
    """
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate, key, lambda: "")
    except ssl.SSLError as error:
        raise ValueError(f"{key} is no key of {certificate}: {error.reason}") from error


def _configuration(paths: tuple[Path, ...]) -> Callable[..., grpc.ServerCertificateConfiguration]:
    def make(certificate: bytes, key: bytes, authorities: bytes | None = None) -> grpc.ServerCertificateConfiguration:
        check_pem(certificate)
        check_pem(key)
        if authorities is not None:
            check_authorities(authorities)
        check_pair(paths[0], paths[1])
        if (certificate, key) != (paths[0].read_bytes(), paths[1].read_bytes()):
            raise ValueError("they changed while they were read")
        return grpc.ssl_server_certificate_configuration([(key, certificate)], root_certificates=authorities)

    return make
