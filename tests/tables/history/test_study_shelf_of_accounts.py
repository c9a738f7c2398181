"""Treat a study shelf as part of an account: it is among its data, and is deleted with it."""

import json

import pytest
from django.urls import reverse

from accounts.models import User
from accounts.services.deletion import delete_account
from tables.models import StudyHand
from tests.tables.history.test_study_shelf import A_HAND, on_shelf, reader

pytestmark = pytest.mark.django_db


def test_shelf_is_among_own_data_and_deleted_with_the_account(alice: User, bob: User) -> None:
    on_shelf(alice)
    on_shelf(bob, title="Bob's")
    data = json.loads(reader(alice).get(reverse("account_data")).content)
    assert [(study["title"], study["source"]) for study in data["study_shelf"]] == [("A hand", A_HAND)]
    delete_account(alice)
    assert list(StudyHand.objects.values_list("title", flat=True)) == ["Bob's"]
