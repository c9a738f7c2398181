"""A study shelf belongs to an account: it is among its data, and goes with it."""

import json

import pytest
from django.urls import reverse

from accounts.models import User
from accounts.services.deletion import delete_account
from tables.models import StudyHand
from tests.tables.history.test_study_shelf import A_HAND, on_shelf, reader

pytestmark = pytest.mark.django_db


def test_the_shelf_goes_with_the_account_and_belongs_to_ones_own_data(alice: User, bob: User) -> None:
    on_shelf(alice)
    on_shelf(bob, title="Bob's")
    data = json.loads(reader(alice).get(reverse("account_data")).content)
    assert [(study["title"], study["source"]) for study in data["study_shelf"]] == [("A hand", A_HAND)]
    delete_account(alice)
    assert list(StudyHand.objects.values_list("title", flat=True)) == ["Bob's"]
