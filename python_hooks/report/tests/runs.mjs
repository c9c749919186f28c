// Runs and pages made by the real command.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');
const command = process.env.STICTION ?? join(root, 'build/stiction');

export function makeFolder() {
  const path = mkdtempSync(join(tmpdir(), 'stiction report '));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

function run(...options) {
  return execFileSync(command, options, { stdio: ['ignore', 'pipe', 'pipe'] });
}

// Exit code and what it printed, of a command that may fail.
function attempt(...options) {
  const { status, stdout } = spawnSync(command, options, { stdio: ['ignore', 'pipe', 'pipe'] });
  return { status, out: String(stdout) };
}

// Simulates a scene of test_hips into folder/name and returns that path. One thread, for a busy machine makes threads
// wait for each other.
export function simulate(folder, scene, name, overrides = []) {
  const out = join(folder.path, name);
  run('simulate', join(root, 'test_hips', `${scene}.json`), ...overrides, '--threads', '1', '--out', out);
  return out;
}

export function report(folder, runs, name, ...options) {
  const page = join(folder.path, name);
  run('report', ...runs, '--out', page, ...options);
  return page;
}

// Compares two caches; the page and what --json prints.
export function compare(folder, a, b, name) {
  const page = join(folder.path, name);
  const json = JSON.parse(run('compare', a, b, '--json', '--page', page));
  return { page, json };
}

// Runs a wedge of which the run `broken` fails, for its folder holds something else.
export function wedge(folder, scene, name, broken, ...options) {
  const out = join(folder.path, name);
  mkdirSync(join(out, broken), { recursive: true });
  writeFileSync(join(out, broken, 'notes.txt'), 'mine');
  const result = attempt('wedge', join(root, 'test_hips', `${scene}.json`), '--json', '--out', out, ...options);
  return { page: join(out, 'wedge.html'), json: JSON.parse(result.out), status: result.status };
}
