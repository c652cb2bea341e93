"""The lab in Firefox: what must hold there as in Chromium, and what is Firefox's own."""
