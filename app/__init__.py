"""Attention Arrows: drag query, key and value arrows and see scaled dot-product attention answer."""

__version__ = "0.1.0"
