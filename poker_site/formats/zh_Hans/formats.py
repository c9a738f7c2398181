"""Group the digits of chips by three, as poker players do; Django's Chinese format groups by four."""

NUMBER_GROUPING = 3
THOUSAND_SEPARATOR = ","
