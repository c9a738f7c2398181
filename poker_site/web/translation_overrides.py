"""List texts of Django and allauth that our users see untranslated or badly translated; ours come first.

Nothing imports this; `manage.py messages` reads it. A test fails if a library no longer has one of these texts.
"""

from django.utils.translation import gettext_noop, ngettext_lazy

ALLAUTH = [
    gettext_noop("Please type your current password."),  # allauth's translation says 您, the rest of the page 你
    gettext_noop("You cannot add more than %d email addresses."),  # for the same reason
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
