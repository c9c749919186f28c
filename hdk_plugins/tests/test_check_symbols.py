"""The two checks must be able to fail."""

import tempfile
import unittest
from pathlib import Path

import check_hdk_api
import check_symbols


def _math_library() -> str:
    with open("/proc/self/maps", encoding="utf-8") as maps:
        return next(line.split()[-1] for line in maps if "/libm" in line or "/libc" in line)


class Symbols(unittest.TestCase):
    ENTRIES = sorted(check_symbols.ENTRIES)

    def test_entries_alone_are_fine(self):
        self.assertEqual(check_symbols.problems(self.ENTRIES + ["std::__once_callable"]), [])

    def test_libraries_are_found(self):
        for name in (
            "std::vector<Eigen::Matrix<double, 3, 1>>::push_back",
            "tbb::detail::r1::spawn",
            "mkl_serv_free",
            "Ipopt::TNLP::~TNLP()",
            "blosc_decompress",
            "stiction::build_model(stiction::Scene const&)",
        ):
            self.assertEqual(len(check_symbols.problems(self.ENTRIES + [name])), 1, name)

    def test_a_missing_entry_is_found(self):
        self.assertEqual(len(check_symbols.problems(self.ENTRIES[:1])), 1)

    def test_a_library_that_does_not_load_is_found(self):
        with tempfile.TemporaryDirectory() as folder:
            broken = Path(folder) / "broken.so"
            broken.write_bytes(b"no library")
            self.assertEqual(len(check_symbols.load(str(broken))), 1)
        # Loads, and has none of the entries.
        self.assertIn("newSopOperator", check_symbols.load(_math_library())[0])


class Api(unittest.TestCase):
    def test_names_of_a_source(self):
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / "a.cpp"
            source.write_text("SIM_Data* f(UT_Foo); // SIM_NotThis\nSIM_StictionState s; UTparallelFor(x);")
            self.assertEqual(check_hdk_api.used_names([source]), {"SIM_Data", "UT_Foo", "UTparallelFor"})

    def test_a_header_that_is_not_included_is_found(self):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            double = root / "double"
            (double / "PRM").mkdir(parents=True)
            (root / "hdk_plugins").mkdir()
            (double / "PRM" / "PRM_A.h").write_text("class PRM_B;\nclass PRM_A {};\n")
            (double / "PRM" / "PRM_B.h").write_text("class PRM_B {};\n")
            header = root / "hdk_plugins" / "own.hpp"
            header.write_text("#include <PRM/PRM_A.h>\n")
            source = root / "own.cpp"
            source.write_text('#include "hdk_plugins/own.hpp"\nPRM_A a; PRM_B b;\n')
            found = check_hdk_api.missing_includes([source], double, root)
            self.assertEqual(found, ["own.cpp: uses PRM_B, includes none of PRM/PRM_B.h"])
            header.write_text("#include <PRM/PRM_A.h>\n#include <PRM/PRM_B.h>\n")
            self.assertEqual(check_hdk_api.missing_includes([source], double, root), [])

    def test_names_of_the_page(self):
        page = "| name | as used |\n|---|---|\n| `A_B`, `C_D` | `E_F` |\n"
        self.assertEqual(check_hdk_api.listed_names(page), {"A_B", "C_D"})


if __name__ == "__main__":
    unittest.main()
