"""The CMake lines of the real build, with a package that stands in for Houdini's: configured, not built."""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent


class HoudiniBuild(unittest.TestCase):
    def test_configures_a_plugin_without_other_pools(self):
        with tempfile.TemporaryDirectory() as build:
            command = ["cmake", "-S", str(HERE.parents[1]), "-B", build, "-G", "Ninja"]
            command += [f"-DHoudini_ROOT={HERE / 'fake_houdini'}", "-DSTICTION_TESTS=OFF", "-DSTICTION_BENCHMARKS=OFF"]
            # Every source has a rule of its own to look at.
            command += ["-DSTICTION_PYTHON=OFF", "-DSTICTION_WITH_REPORT=OFF", "-DSTICTION_UNITY=OFF"]
            done = subprocess.run(command, capture_output=True, text=True, check=False, env=dict(os.environ))
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            rules = (Path(build) / "build.ninja").read_text(encoding="utf-8")
        link = rules[rules.index("package/houdini21.0/dso/stiction.so: CXX_SHARED_LIBRARY_LINKER") :]
        link = link[: link.index("\n\n")]
        self.assertIn("--exclude-libs,ALL", link)
        for library in ("tbb", "mkl", "ipopt", "gomp", "fopenmp"):
            self.assertNotIn(library, link.lower(), library)
        plugin = rules[rules.index("stiction_houdini.dir/plugin.cpp.o: CXX") :]
        plugin = plugin[: plugin.index("\n\n")]
        self.assertIn("-fvisibility=hidden", plugin)
        self.assertIn("-fvisibility-inlines-hidden", plugin)
        self.assertIn("MAKING_DSO", plugin)
        core = rules[rules.index("stiction_core.dir/base/parallel.cpp.o: CXX") :]
        core = core[: core.index("\n\n")]
        self.assertNotIn("MAKING_DSO", core)
        self.assertNotIn("STICTION_HAS_TBB", core)


if __name__ == "__main__":
    unittest.main()
