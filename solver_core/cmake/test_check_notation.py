import tempfile
import unittest
from pathlib import Path

from check_notation import check_table

HEAD = "| symbol | identifier | unit | file |\n|---|---|---|---|\n"


class CheckNotation(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        (Path(self.folder.name) / "a.hpp").write_text("struct Time {\n    double step = 0.0;  // h\n};\nint restep;\n")

    def check(self, rows):
        return check_table(HEAD + rows, Path(self.folder.name))

    def test_true_rows_pass(self):
        count, errors = self.check("| h | `step` | s | `a.hpp` |\n| \\|h\\| | `Time::step` | s | `a.hpp` |\n")
        self.assertEqual((count, errors), (2, []))

    def test_an_identifier_that_is_gone_fails(self):
        _, errors = self.check("| h | `timestep` | s | `a.hpp` |\n")
        self.assertEqual(errors, ["docs/notation.md:3: 'timestep' does not occur in `a.hpp`"])

    def test_part_of_a_word_does_not_count(self):
        self.assertEqual(len(self.check("| h | `ste` | s | `a.hpp` |\n")[1]), 1)
        self.assertEqual(len(self.check("| h | `Clock::step` | s | `a.hpp` |\n")[1]), 1)

    def test_a_row_without_unit_symbol_or_file_fails(self):
        for row in ("| h | `step` | | `a.hpp` |", "| | `step` | s | `a.hpp` |", "| h | `step` | s | `b.hpp` |", "| h | step | s | `a.hpp` |"):
            self.assertEqual(len(self.check(row + "\n")[1]), 1, row)

    def test_other_tables_are_not_read(self):
        text = "| folder | holds |\n|---|---|\n| base | types |\n\n" + HEAD + "| h | `step` | s | `a.hpp` |\n"
        self.assertEqual(check_table(text, Path(self.folder.name)), (1, []))


if __name__ == "__main__":
    unittest.main()
