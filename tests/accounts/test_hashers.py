"""Test that passwords are hashed with little memory, and never many at once."""

import threading
from concurrent.futures import ThreadPoolExecutor
from unittest.mock import patch

import pytest
from django.contrib.auth.hashers import Argon2PasswordHasher

from accounts.hashers import AT_ONCE, ModestArgon2Hasher
from poker_site import settings
from tests.conftest import PATIENCE_SECONDS


def test_the_site_uses_the_modest_hasher() -> None:
    assert settings.PASSWORD_HASHERS == ["accounts.hashers.ModestArgon2Hasher"]


def test_hash_takes_19_mebibytes_two_passes_and_one_lane() -> None:
    encoded = ModestArgon2Hasher().encode("correct horse", "saltsaltsalt")
    assert encoded.startswith("argon2$argon2id$v=19$m=19456,t=2,p=1$")
    assert ModestArgon2Hasher().verify("correct horse", encoded)
    assert not ModestArgon2Hasher().verify("wrong horse", encoded)


def test_a_password_hashed_otherwise_is_accepted_and_rehashed() -> None:
    old = Argon2PasswordHasher()
    old.memory_cost, old.time_cost, old.parallelism = 8 * 1024, 1, 1
    encoded = old.encode("correct horse", "saltsaltsalt")
    assert ModestArgon2Hasher().verify("correct horse", encoded)
    assert ModestArgon2Hasher().must_update(encoded)


@pytest.mark.parametrize("verb", ["encode", "verify"])
def test_no_more_than_two_hash_at_once(verb: str) -> None:
    inside, most, lock = 0, 0, threading.Lock()
    all_came = threading.Event()

    def slow(hasher: Argon2PasswordHasher, *arguments: str) -> str:
        nonlocal inside, most
        with lock:
            inside += 1
            most = max(most, inside)
        all_came.wait(PATIENCE_SECONDS)
        with lock:
            inside -= 1
        return ""

    with patch.object(Argon2PasswordHasher, verb, slow), ThreadPoolExecutor(6) as pool:
        hashing = [pool.submit(getattr(ModestArgon2Hasher(), verb), "correct horse", "salt") for _ in range(6)]
        all_came.set()
        for one in hashing:
            one.result(PATIENCE_SECONDS)
    assert most <= AT_ONCE
