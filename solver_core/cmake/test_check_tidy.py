import tempfile
import unittest
from pathlib import Path

from check_tidy import reached_files, result_key, sources_of, tidy_arguments


class CheckTidy(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        (self.root / ".clang-tidy").write_text("Checks: '-*'\n")
        (self.root / "a.cpp").write_text('#include "b.hpp"\n')
        (self.root / "b.hpp").write_text('#include "c.hpp"\n#include <vector>\n')
        (self.root / "c.hpp").write_text('#include "b.hpp"\n')
        (self.root / "d.hpp").write_text("\n")

    def key(self, arguments=("-O2",), version="14"):
        return result_key(self.root / "a.cpp", list(arguments), version, self.root)

    def test_headers_are_followed_once_even_in_a_circle(self):
        names = [file.name for file in reached_files(self.root / "a.cpp", self.root)]
        self.assertEqual(names, ["a.cpp", "b.hpp", "c.hpp"])

    def test_key_changes_with_whatever_the_result_depends_on(self):
        before = self.key()
        self.assertEqual(before, self.key())
        self.assertNotEqual(before, self.key(arguments=["-O3"]))
        self.assertNotEqual(before, self.key(version="15"))
        (self.root / "d.hpp").write_text("int unrelated;\n")
        self.assertEqual(before, self.key())
        for name in ("c.hpp", "a.cpp", ".clang-tidy"):
            with (self.root / name).open("a") as file:
                file.write("// changed\n")
            self.assertNotEqual(before, self.key(), name)
            before = self.key()

    def test_sources_of_a_group(self):
        group = self.root / "Unity" / "unity_0_cxx.cxx"
        group.parent.mkdir()
        group.write_text(f'/* generated */\n\n#include "{self.root}/a.cpp"\n\n#include "{self.root}/e.cpp"\n')
        self.assertEqual(sources_of(group), [self.root / "a.cpp", self.root / "e.cpp"])
        self.assertEqual(sources_of(self.root / "a.cpp"), [self.root / "a.cpp"])
        self.assertIn(self.root / "c.hpp", reached_files(group, self.root))

    def test_arguments_without_launcher_output_and_precompiled_header(self):
        command = "/usr/bin/ccache /usr/bin/c++ -DX='a b' -Winvalid-pch -include /b/pch.hxx -Wall -o a.o -c /r/a.cpp"
        self.assertEqual(tidy_arguments(command), ["-DX=a b", "-Wall", "/r/a.cpp"])
        self.assertEqual(tidy_arguments("g++-12 -fsanitize=address -O1 -c a.cpp"), ["-O1", "a.cpp"])


if __name__ == "__main__":
    unittest.main()
