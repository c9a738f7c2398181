"""Kill processes of a site again and again while people play, and measure what they lose by it."""
