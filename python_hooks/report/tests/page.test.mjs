// The page in a real browser: it plays, picks, shows the run's own numbers, and needs no network.

import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openBrowser, openPage, settle } from './browser.mjs';
import { compare, makeFolder, report, simulate, wedge } from './runs.mjs';

const kCoarse = ['objects.sheet.mesh.divisions=[24,24]', 'time.steps_per_frame=4', 'time.frames=24'];
let folder;
let browser;
let runs;
let two; // page of two runs that differ in friction
let opened;

before(async () => {
  folder = makeFolder();
  runs = [
    simulate(folder, 'square1', 'slippery', kCoarse),
    simulate(folder, 'square1', 'rough', [...kCoarse, 'objects.sheet.friction=0.5']),
  ];
  two = report(folder, runs, 'two.html');
  browser = await openBrowser();
  opened = await openPage(browser, two);
});
after(async () => {
  await browser?.close();
  folder?.remove();
});

const summaryOf = (run) => JSON.parse(readFileSync(join(run, 'summary.json'), 'utf8'));

// Pixels of a view that differ from its most common colour, as a share.
function drawnShare(page, view) {
  return page.evaluate((number) => {
    const canvas = document.querySelectorAll('.stage canvas')[number];
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    const count = new Map();
    for (let i = 0; i < data.length; i += 4) {
      const colour = (data[i] >> 3) * 65536 + (data[i + 1] >> 3) * 256 + (data[i + 2] >> 3);
      count.set(colour, (count.get(colour) ?? 0) + 1);
    }
    return 1 - Math.max(...count.values()) / (data.length / 4);
  }, view);
}

function fingerprint(page, view) {
  return page.evaluate((number) => document.querySelectorAll('.stage canvas')[number].toDataURL(), view);
}

test('loads without errors and asks for nothing', async () => {
  const { page, troubles, requests } = opened;
  assert.equal(await page.getAttribute('html', 'data-ready'), 'true');
  assert.deepEqual(troubles, []);
  assert.deepEqual(requests, []);
  assert.equal(await page.locator('.view').count(), 2);
});

test('draws something in every view', async () => {
  const { page } = opened;
  await settle(page);
  for (const view of [0, 1]) assert.ok((await drawnShare(page, view)) > 0.2, `view ${view} is blank`);
});

test('scrubbing changes the picture, the clock and the cursor', async () => {
  const { page } = opened;
  const before = await fingerprint(page, 0);
  await page.locator('.scrub').evaluate((slider) => {
    slider.value = 0.5 * slider.max;
    slider.dispatchEvent(new Event('input'));
  });
  await settle(page);
  assert.notEqual(await fingerprint(page, 0), before);
  assert.match(await page.locator('.view .when').first().textContent(), /frame 12 /);
  const x = await page.locator('.plot .cursor').first().getAttribute('x1');
  // A click into a plot sets the time.
  const box = await page.locator('[data-plot="Energy"] svg').boundingBox();
  await page.mouse.click(box.x + box.width - 12, box.y + 40);
  assert.ok(await page.evaluate(() => window.stiction.clock.time > 0.9 * window.stiction.clock.end));
  assert.ok(Number(await page.locator('.plot .cursor').first().getAttribute('x1')) > Number(x));
});

test('plays, pauses, steps by keys', async () => {
  const { page } = opened;
  await page.keyboard.press('Home');
  assert.equal(await page.evaluate(() => window.stiction.clock.time), 0);
  await page.keyboard.press('ArrowRight');
  assert.ok(Math.abs((await page.evaluate(() => window.stiction.clock.time)) - 0.02) < 1e-9);
  await page.keyboard.press(' ');
  await page.waitForFunction(() => window.stiction.clock.time > 0.1);
  await page.keyboard.press(' ');
  assert.equal(await page.evaluate(() => window.stiction.clock.playing), false);
});

test('cameras are linked, and can be unlinked', async () => {
  const { page } = opened;
  const orbits = () => page.evaluate(() => window.stiction.views.views.map((v) => v.orbit.azimuth));
  const box = await page.locator('.stage canvas').first().boundingBox();
  const drag = async () => {
    await page.mouse.move(box.x + 100, box.y + 100);
    await page.mouse.down();
    await page.mouse.move(box.x + 160, box.y + 110, { steps: 3 });
    await page.mouse.up();
  };
  const [start] = await orbits();
  await drag();
  const [a, b] = await orbits();
  assert.notEqual(a, start);
  assert.equal(a, b);
  await page.keyboard.press('l');
  await drag();
  const [c, d] = await orbits();
  assert.notEqual(c, d);
  await page.keyboard.press('l');
  await page.keyboard.press('f');
  assert.deepEqual(await orbits(), [start, start]);
});

test('a click picks a point in both runs', async () => {
  const { page } = opened;
  await page.evaluate(() => window.stiction.clock.set(window.stiction.clock.end));
  await settle(page);
  const box = await page.locator('.stage canvas').first().boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  const [text, other] = await page.locator('.card').allTextContents();
  const [, point] = /sheet, point (\d+)/.exec(text);
  assert.match(other, new RegExp(`sheet, point ${point}`));
  assert.match(text, /position.*speed.*contact/s);
  // What the card says is what the frame says.
  const shown = await page.evaluate((i) => {
    const [view] = window.stiction.views.views;
    return view.run.meshes[0].position(view.frame, i);
  }, Number(point));
  for (const x of shown) assert.ok(text.includes(Math.abs(x) < 5e-7 ? '0' : x.toFixed(4)), `${x} in ${text}`);
  await page.keyboard.press('Escape');
  assert.deepEqual(await page.locator('.card').allTextContents(), ['', '']);
});

test('every colour mode and layer draws', async () => {
  const { page } = opened;
  const seen = new Set([await fingerprint(page, 0)]);
  for (const key of ['2', '3', '4', 'w', 'a', 'c']) {
    await page.keyboard.press(key);
    await settle(page);
    const now = await fingerprint(page, 0);
    assert.ok(!seen.has(now), `key ${key} changes the picture`);
    seen.add(now);
  }
  for (const key of ['1', 'w', 'a', 'c']) await page.keyboard.press(key);
});

test('the numbers on the page are those of summary.json', async () => {
  const { page } = opened;
  for (const [number, run] of runs.entries()) {
    const summary = summaryOf(run);
    const cells = await page
      .locator(`.summary td[data-run="${number}"]`)
      .evaluateAll((all) => all.map((c) => [c.dataset.key, JSON.parse(c.dataset.value), c.textContent]));
    const shown = new Map(cells.map(([key, value]) => [key, value]));
    for (const key of ['steps', 'seconds_per_step', 'penetration_max', 'state_hash'])
      assert.equal(shown.get(key), summary[key]);
    assert.equal(shown.get('friction_residual.max'), summary.friction_residual.max);
    assert.equal(shown.get('contacts_mean.external'), summary.contacts_mean.external);
    for (const key of ['slid', 'displacement', 'speed_final', 'stopped_at'])
      assert.equal(shown.get(`objects.sheet.${key}`), summary.objects.sheet[key]);
    assert.deepEqual(shown.get('objects.sheet.com'), summary.objects.sheet.com);
    for (const [key, value, text] of cells)
      if (typeof value === 'number' && value !== 0)
        assert.ok(Math.abs(Number(text) / value - 1) < 1e-3, `${key}: ${text} for ${value}`);
  }
});

test('expectations and differing parameters are shown', async () => {
  const { page } = opened;
  assert.equal(await page.locator('.verdicts .verdict').count(), 10);
  const rows = await page.locator('.parameters tbody tr').allTextContents();
  assert.deepEqual(rows, ['objects.sheet.friction0.10.5']);
});

test('a comparison shows the numbers that compare --json prints', async () => {
  const foreign = join(runs[1], 'frames', 'sheet.$F4.bgeo');
  const { page: file, json } = compare(folder, runs[0], foreign, 'both.html');
  const { page, troubles } = await openPage(browser, file);
  assert.deepEqual(troubles, []);
  assert.equal(await page.locator('.stage canvas').count(), 2);
  const cells = await page
    .locator('.comparison td[data-value]')
    .evaluateAll((all) =>
      all.map((c) => [c.dataset.side, c.dataset.key, JSON.parse(c.dataset.value), c.textContent]),
    );
  for (const side of ['a', 'b']) {
    const shown = new Map(cells.filter(([of]) => of === side).map(([, key, value]) => [key, value]));
    const other = json[side === 'a' ? 'b' : 'a'].measures;
    const known = Object.entries(json[side].measures).filter(
      ([key, value]) => value !== null || other[key] !== null,
    );
    assert.deepEqual([...shown.keys()].sort(), known.map(([key]) => key).sort());
    for (const [key, value] of known) assert.equal(shown.get(key), value, key);
  }
  assert.ok(cells.some(([, key]) => key === 'drift_mean') && cells.some(([, key]) => key === 'penetration_max'));
  for (const [, key, value, text] of cells) {
    if (value === null) assert.equal(text, '–', key);
    else assert.ok(Math.abs(Number(text) - value) <= 1e-3 * Math.abs(value), `${key}: ${text} for ${value}`);
  }
  for (const [key, better] of Object.entries(json.better))
    assert.equal(await page.locator(`.comparison tr[data-key="${key}"] .verdict`).textContent(), better, key);
  const apart = await page
    .locator('[data-difference]')
    .evaluateAll((all) => all.map((c) => [c.dataset.difference, JSON.parse(c.dataset.value)]));
  assert.equal(apart.length, 6);
  for (const [name, value] of apart) assert.equal(value, json.difference[name], name);
  const labels = await page.locator('.view header b').allTextContents();
  assert.match(labels[0], /^A: slippery$/);
  assert.match(labels[1], /^B: sheet/);
  await page.context().close();
});

test('a wedge is shown as a grid with its failed runs, and can be sorted', async () => {
  const broken = 'friction=0.3_iterations=20';
  const made = wedge(
    folder,
    'ramps',
    'wedge',
    broken,
    ...['--vary', 'objects.ramp.friction=0.5,0.3', '--vary', 'solver.iterations=5,20', '--jobs', '2'],
    ...['--set', 'time.frames=3', '--show', 'steps', '--show', 'friction_residual.max'],
  );
  assert.equal(made.status, 2);
  const { page, troubles } = await openPage(browser, made.page);
  assert.deepEqual(troubles, []);
  assert.equal(await page.locator('.views > .view').count(), 4);
  assert.equal(await page.locator('.stage canvas').count(), 3);
  assert.match(await page.locator('.views > .view').nth(3).textContent(), /iterations 20.*failed.*notes\.txt/);
  const names = () => page.locator('.wedge tbody tr').evaluateAll((all) => all.map((row) => row.dataset.name));
  const inGrid = made.json.runs.map((run) => run.name);
  assert.deepEqual(await names(), inGrid);
  // The numbers are those of the summaries.
  for (const { name, summary } of made.json.runs) {
    const shown = await page
      .locator(`.wedge tr[data-name="${name}"] td[data-value]`)
      .evaluateAll((all) => all.map((cell) => JSON.parse(cell.dataset.value)));
    assert.deepEqual(shown, summary ? [summary.steps, summary.friction_residual.max] : [null, null]);
  }
  assert.match(await page.locator('.failures').textContent(), /exit code 2.*notes\.txt/);
  // By friction upwards, downwards, and as the grid has it.
  const heading = page.locator('.wedge thead button').first();
  await heading.click();
  assert.deepEqual(await names(), [inGrid[2], inGrid[3], inGrid[0], inGrid[1]]);
  await heading.click();
  assert.deepEqual(await names(), inGrid);
  await heading.click();
  assert.equal(await page.locator('.wedge th[aria-sort="none"]').count(), 6);
  // One run alone, and all again.
  await page.locator('.wedge .mark').nth(1).click();
  assert.equal(await page.locator('.views > .view:visible').count(), 1);
  await page.locator('.wedge .mark').nth(1).click();
  assert.equal(await page.locator('.views > .view:visible').count(), 4);
  await page.context().close();
});

test('without WebGL there is a picture of every run', async () => {
  const plain = await openBrowser({ webgl: false });
  try {
    const { page, troubles } = await openPage(plain, two);
    assert.equal(await page.locator('.stage canvas').count(), 0);
    assert.equal(await page.locator('.stage.flat img').count(), 2);
    const widths = await page.locator('.stage.flat img').evaluateAll((all) => all.map((i) => i.naturalWidth));
    assert.deepEqual(widths, [960, 960]);
    assert.deepEqual(
      troubles.filter((t) => !/webgl/i.test(t)),
      [],
    );
    assert.ok((await page.locator('.plot').count()) >= 6);
  } finally {
    await plain.close();
  }
});

test('a narrow window shows everything in one column', async () => {
  const { page, troubles } = await openPage(browser, two, { viewport: { width: 390, height: 844 } });
  assert.deepEqual(troubles, []);
  await settle(page);
  assert.ok((await drawnShare(page, 0)) > 0.2);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 390, `the page is ${wide} wide`);
  // Plots and tables stand below the views, and no cell of the summary lies over its neighbour.
  const left = await page.locator('.left').boundingBox();
  const panel = await page.locator('.panel').boundingBox();
  assert.ok(panel.y >= left.y + left.height - 1);
  const spilled = await page
    .locator('.summary th[scope="row"]')
    .evaluateAll((all) => all.filter((c) => c.scrollWidth > c.clientWidth + 1).length);
  assert.equal(spilled, 0);
  await page.context().close();
});

test('on paper there are views, plots and tables, and no buttons', async () => {
  const { page } = await openPage(browser, two);
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.locator('.transport').isVisible(), false);
  for (const part of ['.stage canvas', '.plot', '.verdicts', '.summary', '.parameters'])
    assert.equal(await page.locator(part).first().isVisible(), true, part);
  // A failed expectation is white on red: its colour must be printed too.
  const adjust = await page
    .locator('.badge.fail')
    .first()
    .evaluate((b) => getComputedStyle(b).getPropertyValue('-webkit-print-color-adjust'));
  assert.equal(adjust, 'exact');
  const pdf = await page.pdf();
  assert.equal(String(pdf.subarray(0, 5)), '%PDF-');
  await page.context().close();
});

test('closed forms are plotted and met', async () => {
  const run = simulate(folder, 'ramps', 'ramps', ['time.frames=4']);
  const { page, troubles } = await openPage(browser, report(folder, [run], 'ramps.html'));
  assert.deepEqual(troubles, []);
  const rows = await page
    .locator('.closed tbody tr')
    .evaluateAll((all) =>
      all.map((row) => [
        row.dataset.object,
        ...[...row.querySelectorAll('[data-value]')].map((c) => Number(c.dataset.value)),
      ]),
    );
  assert.equal(rows.length, 5);
  const { objects } = summaryOf(run);
  for (const [name, slid, closed] of rows) {
    assert.equal(slid, objects[name].slid);
    assert.ok(Math.abs(slid - closed) < 1e-6, `${name}: ${slid}, ${closed}`);
  }
  assert.equal(await page.locator('.label').count(), 5);
  await page.context().close();
  // Every scene has a row of its own, and a tilted plane is a slope, not an endless floor.
  const mixed = await openPage(browser, report(folder, [run, ...runs], 'mixed.html'));
  assert.deepEqual(mixed.troubles, []);
  const tops = await mixed.page.locator('.view').evaluateAll((all) => all.map((v) => v.getBoundingClientRect().top));
  assert.ok(tops[0] < tops[1] && tops[1] === tops[2], `${tops}`);
  const shapes = await mixed.page.evaluate(() =>
    window.stiction.views.views[0].scene.colliders.map((c) => c.geometry.type),
  );
  assert.deepEqual(shapes, ['BoxGeometry']);
  await mixed.page.context().close();
});

const statsOf = (run) =>
  readFileSync(join(run, 'stats.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

test('one run has a line for every quantity, each in a colour', async () => {
  const { page, troubles } = await openPage(browser, report(folder, [runs[0]], 'one.html', '--note', 'What <b> is'));
  assert.deepEqual(troubles, []);
  assert.equal(await page.locator('.introduction').textContent(), 'What <b> is');
  const plots = await page.locator('.plotbox').evaluateAll((all) =>
    all.map((box) => ({
      title: box.dataset.plot,
      names: [...box.querySelectorAll('.readout span')].map((s) => s.textContent.trim().split(' ')[0]),
      colours: [...box.querySelectorAll('.line')].map((line) => getComputedStyle(line).stroke),
    })),
  );
  const stages = plots.find(({ title }) => title === 'Time a step');
  assert.deepEqual(stages.names, ['total', 'detect', 'assemble', 'solve', 'guard', 'commit']);
  for (const { title, names, colours } of plots) {
    const lines = colours.filter((colour) => colour !== 'none');
    assert.ok(lines.length >= names.length, `${title}: ${lines.length} lines for ${names}`);
    assert.equal(new Set(lines).size, lines.length, `${title}: ${lines}`);
  }
  await page.context().close();
});

test('how steps ended is told, with the worst contact of those that missed their tolerance', async () => {
  const few = simulate(folder, 'point_ball', 'few', ['time.frames=4', 'solver.step_iterations=3']);
  const smooth = simulate(folder, 'ramps', 'smooth', ['time.frames=1', 'solver.method=implicit']);
  const { page, troubles } = await openPage(browser, report(folder, [few, smooth], 'steps.html'));
  assert.deepEqual(troubles, []);
  const missed = statsOf(few).filter((line) => line.status !== 'converged');
  assert.ok(missed.some((line) => line.worst_contact));
  const rows = await page.locator('.steps[data-run="0"] tbody tr').allTextContents();
  assert.equal(rows.length, Math.min(50, missed.length));
  rows.forEach((row, i) => {
    assert.ok(row.includes(missed[i].status), row);
    if (missed[i].worst_contact) assert.ok(row.includes(missed[i].worst_contact), row);
  });
  const counted = await page.locator('#steps .count[data-run="0"]').textContent();
  assert.ok(counted.startsWith(`${statsOf(few).length} steps:`), counted);
  assert.ok(counted.includes(`${missed.length} used up their iterations`), counted);
  await page.locator('.steps[data-run="0"] button').last().click();
  assert.equal(await page.evaluate(() => window.stiction.clock.time), missed.slice(0, 50).pop().time);
  // Smooth friction creeps, and the plot says how fast.
  await page.keyboard.press('End');
  const creep = await page.locator('[data-plot="Creep of sticking contacts"] .readout b').first().textContent();
  const measured = 1000 * statsOf(smooth).pop().creep;
  assert.ok(Math.abs(Number(creep) / measured - 1) < 1e-2, `${creep} for ${measured}`);
  await page.context().close();
});

test('what sticks to a turntable turns as it does', async () => {
  const changes = ['time.frames=8', 'time.steps_per_frame=100', 'objects.patch.friction=1'];
  const run = simulate(folder, 'turntable', 'turntable', changes);
  const { page, troubles } = await openPage(browser, report(folder, [run], 'turntable.html'));
  assert.deepEqual(troubles, []);
  assert.equal(await page.locator('[data-plot="Turning with the disc"]').count(), 1);
  const [turning] = await page.evaluate(() =>
    window.stiction.runs[0].turnings.map((t) => ({ rate: [...t.rate], disc: [...t.colliderRate] })),
  );
  turning.disc.forEach((rate, frame) => {
    const spin = (144 * Math.PI) / 180;
    assert.ok(Math.abs(rate - spin * Math.min(1, (0.5 * frame) / 5)) < 1e-12, `disc, frame ${frame}`);
    assert.ok(Math.abs(turning.rate[frame] - rate) < 2e-3 * spin, `patch, frame ${frame}: ${turning.rate[frame]}`);
  });
  await page.context().close();
});

test('square1 with 240 frames stays below 25 MB, and says when frames are left out', async () => {
  const run = simulate(folder, 'square1', 'long', [
    'time.frames=240',
    'time.steps_per_frame=1',
    'solver.iterations=5',
  ]);
  const whole = report(folder, [run], 'long.html');
  assert.ok(statSync(whole).size < 25e6, `${statSync(whole).size} bytes`);
  const small = report(folder, [run], 'small.html', '--max-size', '6');
  assert.ok(statSync(small).size < 6e6);
  const { page } = await openPage(browser, small);
  assert.match(await page.locator('.notice').textContent(), /of 241 frames are shown/);
  await page.context().close();
});
