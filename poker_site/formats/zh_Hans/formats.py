"""Chips in threes, as poker players write them; Django's Chinese format groups by four."""

NUMBER_GROUPING = 3
THOUSAND_SEPARATOR = ","
