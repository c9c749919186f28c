// Bundles the page into one HTML template and writes it as a C++ source that the `stiction` command links.
//
// usage: node build.mjs OUT_FOLDER      leaves OUT_FOLDER/page.html and OUT_FOLDER/page_template.cpp

import { build } from 'esbuild';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const kLiteralChars = 12000; // compilers are asked for no longer literals than this
const kDelimiter = 'stiction';

async function bundle(entry) {
  const result = await build({
    entryPoints: [join(here, 'src', entry)],
    bundle: true,
    minify: true,
    format: 'iife',
    target: ['chrome100', 'firefox113', 'safari16.4'],
    legalComments: 'none',
    write: false,
    logLevel: 'warning',
  });
  return result.outputFiles[0].text;
}

// Inside an inline script these would end it or change how it is read.
function inlineSafe(script) {
  return script.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
}

function cppSource(text) {
  const literals = [];
  for (let at = 0; at < text.length; at += kLiteralChars)
    literals.push(`R"${kDelimiter}(${text.slice(at, at + kLiteralChars)})${kDelimiter}"`);
  return [
    '// Made by python_hooks/report/build.mjs.',
    '#include "solver_core/apps/report_page.hpp"',
    'namespace stiction {',
    'std::string_view page_template()',
    '{',
    '    static constexpr char kPage[] =',
    literals.join('\n'),
    '    ;',
    '    return {kPage, sizeof(kPage) - 1};',
    '}',
    '}  // namespace stiction',
    '',
  ].join('\n');
}

const out = process.argv[2];
if (!out) {
  console.error('usage: node build.mjs OUT_FOLDER');
  process.exit(2);
}
const three = JSON.parse(readFileSync(join(here, 'node_modules/three/package.json'), 'utf8'));
const page = readFileSync(join(here, 'src/page.html'), 'utf8')
  .replace('/*stiction:style*/', () => readFileSync(join(here, 'src/style.css'), 'utf8'))
  .replace('<!--stiction:three-->', three.version);
const script = inlineSafe(await bundle('main.js'));
const template = page.replace('/*stiction:script*/', () => script);
mkdirSync(out, { recursive: true });
writeFileSync(join(out, 'page.html'), template);
writeFileSync(join(out, 'page_template.cpp'), cppSource(template));
