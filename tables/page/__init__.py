"""Show the live table: its page, what is pushed to it, and what its forms ask for.

Begin with `drawing`, which compares the page that a viewer was shown with the present one. `public` and `private` build
it from view models, which `scene` works out from a `snapshot`; `feed` sends each viewer what changed. `dispatch` and
`verbs` run what the forms ask for.
"""
