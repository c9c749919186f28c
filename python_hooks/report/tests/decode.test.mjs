// Unpacking: known bytes, and a real page against the frame files it was made from.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { bytesOfBase64, inflate, readSection, undoFrames, unzigzag } from '../src/decode.js';
import { loadRun } from '../src/run.js';
import { makeFolder, report, simulate } from './runs.mjs';

let folder;
before(() => (folder = makeFolder()));
after(() => folder.remove());

test('base64 and gzip come back', async () => {
  const bytes = Uint8Array.from({ length: 1000 }, (_, i) => (i * 7919) & 255);
  const text = gzipSync(bytes).toString('base64');
  assert.deepEqual(bytesOfBase64(Buffer.from(bytes).toString('base64')), bytes);
  assert.deepEqual(await inflate(` ${text}\n`), bytes);
});

test('sections are planes', () => {
  const bytes = Uint8Array.of(9, 0x02, 0x04, 0x01, 0x03);
  assert.deepEqual(readSection({ type: 'u16', offset: 1, count: 2 }, bytes), Uint16Array.of(0x0102, 0x0304));
});

test('codes are differences', () => {
  assert.deepEqual([0, 1, 2, 255, 65535].map(unzigzag), [0, -1, 1, -128, -32768]);
  // two frames of two points with one number: 5, 3; then 4, 65535 (one below zero wraps)
  const codes = Uint16Array.of(10, 3, 1, 7);
  assert.deepEqual(undoFrames(codes, 2, 1), Uint16Array.of(5, 3, 4, 65535));
});

test('positions of a page equal the frame files up to half a step', async () => {
  const run = simulate(folder, 'square1', 'obj', [
    'time.frames=6',
    'output.format=obj',
    'objects.sheet.mesh.divisions=[12,12]',
  ]);
  const html = readFileSync(report(folder, [run], 'obj.html'), 'utf8');
  const json = JSON.parse(/id="report-data">([^<]*)</.exec(html)[1]);
  const loaded = await loadRun(json.runs[0], /id="run-data-0">([^<]*)</.exec(html)[1], 0);
  const [mesh] = loaded.meshes;
  assert.equal(mesh.points, 169);
  for (const [number, frame] of json.runs[0].frames.entries()) {
    const file = join(run, `frames/sheet.${String(frame).padStart(4, '0')}.obj`);
    const vertices = readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('v '));
    vertices.forEach((line, i) => {
      const exact = line.split(/\s+/).slice(1, 4).map(Number);
      mesh.position(number, i).forEach((x, k) => assert.ok(Math.abs(x - exact[k]) <= 0.5 * mesh.step + 1e-7));
    });
  }
  const lines = readFileSync(join(run, 'stats.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    [...loaded.stats['energy.kinetic']],
    lines.map((line) => line.energy.kinetic),
  );
  assert.deepEqual(
    [...loaded.stats['contacts.sticking']],
    lines.map((line) => line.contacts.sticking),
  );
});
