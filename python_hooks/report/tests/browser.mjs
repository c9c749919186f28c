// Chromium without a screen, with WebGL in software, and what tests ask of a page in it.

import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const kPlaces = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

export function openBrowser({ webgl = true } = {}) {
  const executablePath = process.env.STICTION_CHROMIUM ?? kPlaces.find((path) => existsSync(path));
  if (!executablePath) throw new Error('no chromium found; install it or set STICTION_CHROMIUM');
  const graphics = webgl
    ? ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader']
    : ['--disable-gpu', '--disable-3d-apis'];
  return chromium.launch({ executablePath, args: ['--no-sandbox', ...graphics] });
}

// Opens a page file and waits until it is ready. `troubles` collects console errors and failures, `requests`
// everything that is asked of a network or a file but the page itself.
export async function openPage(browser, file, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1100, height: 640 }, ...options });
  const page = await context.newPage();
  const url = pathToFileURL(file).href;
  const troubles = [];
  const requests = [];
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(message.text());
  });
  page.on('pageerror', (error) => troubles.push(String(error)));
  page.on('request', (request) => {
    if (!request.url().startsWith('data:') && request.url().split('#')[0] !== url) requests.push(request.url());
  });
  await page.goto(url);
  await page.waitForSelector('html[data-ready]', { timeout: 120000 });
  return { page, troubles, requests };
}

// Waits for two drawn pictures.
export function settle(page) {
  return page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}
