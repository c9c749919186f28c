import unittest

from non_free_sources import COMMENT, derive_classic, derive_deb822

KEYS = "/usr/share/keyrings/debian-archive-keyring.gpg"


class Deb822(unittest.TestCase):
    def test_only_the_components_change(self):
        text = (
            "# where it came from\n"
            f"Types: deb\n# a note\nURIs: http://mirror.example/debian\nSuites: bookworm bookworm-updates\nComponents: main\nSigned-By: {KEYS}\n"
            "\n"
            f"Types: deb deb-src\nURIs: http://mirror.example/debian-security\nSuites: bookworm-security\nComponents: main contrib\nSigned-By: {KEYS}\n"
        )
        expected = COMMENT + (
            f"Types: deb\nURIs: http://mirror.example/debian\nSuites: bookworm bookworm-updates\nComponents: non-free\nSigned-By: {KEYS}\n"
            "\n"
            f"Types: deb deb-src\nURIs: http://mirror.example/debian-security\nSuites: bookworm-security\nComponents: non-free\nSigned-By: {KEYS}\n"
        )
        self.assertEqual(derive_deb822(text, "bookworm"), expected)

    def test_continuation_lines_follow_their_field(self):
        text = "types: deb\nURIs:\n http://mirror.example/debian\nSuites: stable\nComponents:\n main\n contrib\nSigned-By:\n -----BEGIN\n .\n -----END\n"
        expected = "types: deb\nURIs:\n http://mirror.example/debian\nSuites: stable\nComponents: non-free\nSigned-By:\n -----BEGIN\n .\n -----END\n"
        self.assertEqual(derive_deb822(text, "bookworm"), COMMENT + expected)

    def test_entries_that_cannot_help_are_left_out(self):
        entry = "Types: deb\nURIs: http://mirror.example/debian\nSuites: bookworm\nComponents: main\n"
        self.assertNotEqual(derive_deb822(entry, "bookworm"), "")
        for old, new in (
            ("Types: deb", "Types: deb-src"),
            ("Types: deb", "Enabled: no\nTypes: deb"),
            ("main", "main non-free"),
            ("main", "stable"),
            ("Suites: bookworm", "Suites: bookworm-pgdg"),
            ("Suites: bookworm", "Suites: trixie"),
        ):
            self.assertEqual(derive_deb822(entry.replace(old, new), "bookworm"), "", new)

    def test_non_free_firmware_is_another_component(self):
        entry = "Types: deb\nURIs: http://mirror.example/debian\nSuites: bookworm\nComponents: main non-free-firmware\n"
        self.assertIn("Components: non-free\n", derive_deb822(entry, "bookworm"))

    def test_empty_file(self):
        self.assertEqual(derive_deb822("", "bookworm"), "")
        self.assertEqual(derive_deb822("# nothing\n\n\n", "bookworm"), "")


class Classic(unittest.TestCase):
    def test_only_the_components_change(self):
        text = (
            "# deb cdrom:[Debian 12]/ bookworm main\n"
            "deb http://mirror.example/debian bookworm main contrib # note\n"
            "deb-src http://mirror.example/debian bookworm main\n"
            f"deb [ arch=amd64 signed-by={KEYS} ] http://mirror.example/debian-security bookworm-security main\n"
            "deb https://other.example/apt bookworm stable\n"
            "deb cdrom:[Debian GNU/Linux 12]/ bookworm main\n"
        )
        expected = COMMENT + (
            "deb http://mirror.example/debian bookworm non-free\n"
            f"deb [ arch=amd64 signed-by={KEYS} ] http://mirror.example/debian-security bookworm-security non-free\n"
        )
        self.assertEqual(derive_classic(text, "bookworm"), expected)

    def test_nothing_to_add(self):
        self.assertEqual(derive_classic("deb http://mirror.example/debian bookworm main non-free\n", "bookworm"), "")


if __name__ == "__main__":
    unittest.main()
