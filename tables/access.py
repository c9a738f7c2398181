"""Who may do what at a table: page, socket, POST and task all ask here."""

from accounts.models import User
from tables.models import Table


def may_see(table: Table, user: User | None) -> bool:
    """Everybody with an account who knows the address; a closed table is still there to read."""
    return user is not None and user.is_active
