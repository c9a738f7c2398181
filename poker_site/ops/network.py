"""Find the addresses under which other machines reach this one."""

import ipaddress
import socket

from poker_site.environment import ENV

# These are never contacted: connecting a datagram socket only asks the routing table.
_PROBES = ("192.0.2.1", "10.255.255.255", "172.31.255.255", "192.168.255.255", "2001:db8::1", "fd00::1")


def lan_addresses() -> list[str]:
    found: dict[str, None] = {}
    for probe in _PROBES:
        family = socket.AF_INET6 if ":" in probe else socket.AF_INET
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as sock:
                sock.connect((probe, 9))
                address = str(sock.getsockname()[0])
        except OSError:
            continue
        parsed = ipaddress.ip_address(address)
        if not parsed.is_loopback and not parsed.is_link_local and not parsed.is_unspecified:
            found[address] = None
    return list(found)


def is_everywhere(host: str) -> bool:
    return host.strip("[]") in ("0.0.0.0", "::")  # noqa: S104  a comparison, not a binding


def reachable_hosts(host: str) -> list[str]:
    """Return the hosts, as URLs write them, under which other machines reach a server bound to `host`."""
    if not is_everywhere(host):
        return [url_host(host)]
    both_families = ":" in host
    addresses = [url_host(address) for address in lan_addresses() if both_families or ":" not in address]
    name = socket.gethostname()
    return [*addresses, name, f"{name}.local"] if name else addresses


def site_address() -> str:
    """Return the address of this site, for mails that are sent outside of a request."""
    origins = [origin for origin in ENV.csrf_trusted_origins if "*" not in origin]
    hosts = [host.lstrip(".") for host in ENV.allowed_hosts if "*" not in host]
    if ENV.production:
        return origins[0] if origins else f"https://{hosts[0] if hosts else 'localhost'}"
    return f"http://{[*hosts, *reachable_hosts(ENV.host)][0]}:{ENV.port}"


def url_host(host: str) -> str:
    bare = host.strip("[]")
    return f"[{bare}]" if ":" in bare else bare
