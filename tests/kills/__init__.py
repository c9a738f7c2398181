"""A site whose processes are killed again and again while people play: what do they lose by it?"""
