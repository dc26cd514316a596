"""The deck as a script for protograf 0.5 (lengths in cm): cards.csv beside it gives deck.pdf."""

from protograf import (  # type: ignore[import-not-found]
    Card,
    CardBack,
    Create,
    Data,
    Deck,
    Save,
    T,
    circle,
    rectangle,
    text,
)

Create(filename="deck.pdf", paper="A4", margin=0.9)
Data(filename="cards.csv")
Deck(
    width=6.35,
    height=8.89,
    fill="#f4ecd8",
    stroke="#f4ecd8",
    grid_marks=True,
    grid_length=0.3,
)
ground = rectangle(x=0, y=0, width=6.35, height=8.89, fill="#f4ecd8", stroke="#f4ecd8")
band = rectangle(x=0, y=0.5, width=6.35, height=1.2, fill="#3a5a78", stroke="#3a5a78")
title = text(text=T("{{ name }}"), x=3.175, y=1.25, font_size=13, stroke="#ffffff", align="centre")
words = text(
    text=T("{{ text }}"),
    x=0.5,
    y=2.6,
    width=5.35,
    height=4.0,
    font_size=10,
    wrap=True,
    align="left",
)
disc = circle(cx=5.25, cy=7.79, radius=0.6, fill="#b5442e", stroke="#b5442e")
number = text(text=T("{{ cost }}"), x=5.25, y=7.95, font_size=14, stroke="#ffffff", align="centre")
Card("*", ground, band, title, words, disc, number)
CardBack("*", rectangle(x=0, y=0, width=6.35, height=8.89, fill="#3a5a78", stroke="#3a5a78"))
Save()
