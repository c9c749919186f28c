"""The CMake lines of the real build, with a package that stands in for Houdini's.

Here they are configured and their rules looked at, which takes seconds. With STICTION_BUILD_PLUGIN=1 (`./run test --full`) the
plugin's own target is built too, from nothing and without what Houdini must not get, and its library is loaded and its symbols are read.
"""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

import check_symbols

HERE = Path(__file__).resolve().parent


def configure(build: str, *more: str) -> subprocess.CompletedProcess:
    command = ["cmake", "-S", str(HERE.parents[1]), "-B", build, "-G", "Ninja"]
    command += [f"-DHoudini_ROOT={HERE / 'fake_houdini'}", "-DSTICTION_TESTS=OFF", "-DSTICTION_BENCHMARKS=OFF"]
    command += ["-DSTICTION_PYTHON=OFF", "-DSTICTION_WITH_REPORT=OFF", *more]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=dict(os.environ))


class HoudiniBuild(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.build = folder.name

    def test_configures_a_plugin_without_other_pools(self):
        # Every source has a rule of its own to look at.
        done = configure(self.build, "-DSTICTION_UNITY=OFF")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        rules = (Path(self.build) / "build.ninja").read_text(encoding="utf-8")
        link = rules[rules.index("package/houdini21.0/dso/stiction.so: CXX_SHARED_LIBRARY_LINKER") :]
        link = link[: link.index("\n\n")]
        self.assertIn("--exclude-libs,ALL", link)
        for library in ("tbb", "mkl", "ipopt", "blosc", "gomp", "fopenmp"):
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

    def test_every_release_has_its_folder(self):
        done = configure(self.build, "-DFAKE_HOUDINI_VERSION=20.5.278")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        rules = (Path(self.build) / "build.ninja").read_text(encoding="utf-8")
        self.assertIn("package/houdini20.5/dso/stiction.so", rules)

    def test_an_older_release_is_refused(self):
        done = configure(self.build, "-DFAKE_HOUDINI_VERSION=20.0.896")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("written for 20.5 and later", done.stderr)

    def test_strings_of_another_kind_are_refused(self):
        done = configure(self.build, "-DFAKE_HOUDINI_ABI=0")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("-D_GLIBCXX_USE_CXX11_ABI=0", done.stderr)

    @unittest.skipUnless(os.environ.get("STICTION_BUILD_PLUGIN"), "minutes long: STICTION_BUILD_PLUGIN=1 builds the plugin")
    def test_the_plugin_is_built_and_loads(self):
        for release in ("21.0.100", "20.5.278"):
            done = configure(self.build, f"-DFAKE_HOUDINI_VERSION={release}")
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            command = ["cmake", "--build", self.build, "--target", "stiction_houdini"]
            command += ["-j", os.environ["STICTION_BUILD_PLUGIN"]]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            folder = f"houdini{release.rsplit('.', 1)[0]}"
            library = Path(self.build) / "package" / folder / "dso" / "stiction.so"
            self.assertEqual(check_symbols.problems(check_symbols.exported(str(library))), [])
            self.assertEqual(check_symbols.load(str(library)), [])
            needed = subprocess.run(["objdump", "-p", library], capture_output=True, text=True, check=True).stdout
            for name in ("tbb", "mkl", "ipopt", "blosc", "gomp"):
                self.assertNotIn(f"lib{name}", needed.lower(), name)


if __name__ == "__main__":
    unittest.main()
