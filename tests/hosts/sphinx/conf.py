"""A course made with Sphinx and its own theme."""

project = "A course"
html_theme = "alabaster"
html_theme_options = {"font_family": "serif"}
