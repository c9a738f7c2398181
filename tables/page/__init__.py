"""Show the live table: its page, what is pushed to it, and what its forms ask for.

Begin with `drawing`, which compares the page that a viewer was shown with the one of the present. `public` and
`private` say what is on it, as the values of `fragments`; `scene` works them out from a `snapshot`, and `pushes` sends
the news.
"""
