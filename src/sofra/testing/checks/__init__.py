"""The checks of the conformance kit, by what they are about. Each takes a case and raises ``Broken``."""
