import tempfile
import unittest
from pathlib import Path

from check_layers import check_file, check_tree, may_include


class CheckLayers(unittest.TestCase):
    def test_down_is_allowed_and_up_is_not(self):
        self.assertTrue(may_include("sim", "base"))
        self.assertTrue(may_include("mesh", "mesh"))
        self.assertFalse(may_include("base", "sim"))
        self.assertFalse(may_include("contact", "friction"))

    def test_siblings_do_not_include_each_other(self):
        for source in ("elasticity", "contact", "rigid", "remeshing"):
            for target in ("elasticity", "contact", "rigid", "remeshing"):
                self.assertEqual(may_include(source, target), source == target)

    def test_tests_include_anything_and_nothing_includes_tests(self):
        self.assertTrue(may_include("tests", "sim"))
        self.assertTrue(may_include("benchmarks", "tests"))
        self.assertFalse(may_include("apps", "tests"))
        self.assertFalse(may_include("sim", "unheard_of"))

    def test_message_names_file_line_and_both_folders(self):
        text = '#pragma once\n\n#include "solver_core/sim/step.hpp"\n'
        (error,) = check_file("solver_core/mesh/bvh.hpp", text)
        self.assertIn("solver_core/mesh/bvh.hpp:3: mesh may not include sim", error)

    def test_every_spelling_of_an_include_is_seen(self):
        for line in ('#  include "solver_core/sim/a.hpp"', "\t#include <solver_core/sim/a.hpp>", '#include"solver_core/sim/a.hpp"'):
            self.assertEqual(len(check_file("solver_core/base/a.cpp", line)), 1, line)

    def test_relative_spelling_is_refused(self):
        for name in ("step.hpp", "../sim/step.hpp", "solver_core/base/../sim/step.hpp"):
            self.assertEqual(len(check_file("solver_core/sim/a.cpp", f'#include "{name}"')), 1, name)
            self.assertEqual(check_file("solver_core/tests/sim/test_a.cpp", f'#include "{name}"'), [], name)

    def test_third_party_comments_and_own_folder_pass(self):
        text = '#include <vector>\n#include <Eigen/Core>\n// #include "solver_core/sim/a.hpp"\n#include "solver_core/io/b.hpp"\n'
        self.assertEqual(check_file("solver_core/io/nested/a.cpp", text), [])

    def test_unknown_folder_is_refused(self):
        self.assertEqual(len(check_file("solver_core/misc/a.hpp", "")), 1)

    def test_tree(self):
        with tempfile.TemporaryDirectory() as folder:
            base = Path(folder) / "solver_core" / "base"
            base.mkdir(parents=True)
            (base / "good.hpp").write_text('#include "solver_core/base/types.hpp"\n')
            (base / "bad.cpp").write_text('#include "solver_core/math/svd3.hpp"\n')
            count, errors = check_tree(Path(folder))
        self.assertEqual(count, 2)
        self.assertEqual(len(errors), 1)
        self.assertIn("solver_core/base/bad.cpp:1", errors[0])


if __name__ == "__main__":
    unittest.main()
