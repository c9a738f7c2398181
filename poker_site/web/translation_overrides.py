"""Texts that Django and allauth show our users and do not translate, or translate badly; ours come first.

Nothing imports this; `manage.py messages` reads it. A test says when a library gets better or says something else.
"""

from django.utils.translation import gettext_noop, ngettext_lazy

ALLAUTH = [
    gettext_noop("Please type your current password."),  # theirs says 您, everything else on the page 你
    gettext_noop("You cannot add more than %d email addresses."),  # as before
]
DJANGO = [
    ngettext_lazy(
        "This password is too short. It must contain at least %d character.",
        "This password is too short. It must contain at least %d characters.",
        "count",
    ),
    gettext_noop("%(model)s instance with %(field)s %(value)r is not a valid choice."),
    gettext_noop("Error:"),
    gettext_noop("Model name"),
    gettext_noop("Add link"),
    gettext_noop("Change or view list link"),
]
