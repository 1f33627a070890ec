import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isProgram, root } from './root.mjs';

const installed = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  String.raw`C:\Program Files\Google\Chrome\Application\chrome.exe`,
];

/**
 * CHROME_PATH, else the browser that Playwright downloaded, else an installed one.
 *
 * @param {string} playwrightPath `chromium.executablePath()`: where the full browser would be
 * @returns {{ executablePath?: string, channel?: string } | undefined} launch options; undefined when there is none
 */
export function findChromium(playwrightPath) {
  if (process.env.CHROME_PATH) return { executablePath: process.env.CHROME_PATH };
  // Playwright names the full browser even when it downloaded the headless shell only.
  const headlessShell = playwrightPath.replace(/chromium-(\d+).*$/, 'chromium_headless_shell-$1');
  if (existsSync(headlessShell)) return {};
  if (existsSync(playwrightPath)) return { channel: 'chromium' };
  const executablePath = installed.find((file) => existsSync(file));
  return executablePath ? { executablePath } : undefined;
}

const isDebianRoot = process.getuid?.() === 0 && existsSync('/etc/debian_version');

function install() {
  // The headless shell takes half of the time of the browser, but not every Debian has it as a package.
  const packages = isDebianRoot && apt('update') ? ['chromium-headless-shell', 'chromium'] : [];
  const options = ['-y', '--no-install-recommends', 'fonts-liberation'];
  if (packages.some((name) => apt('install', ...options, name))) return;
  const playwright = join(root, 'node_modules/playwright/cli.js');
  const args = [playwright, 'install', '--only-shell', 'chromium'];
  spawnSync(process.execPath, args, { stdio: ['ignore', 2, 2] });
}

/** @param {string[]} args */
function apt(...args) {
  const { status } = spawnSync('apt-get', ['-qq', ...args], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 2, 2],
  });
  return status === 0;
}

async function requireChromium() {
  const { chromium } = await import('playwright');
  const playwrightPath = chromium.executablePath();
  const found = findChromium(playwrightPath);
  // Beside Debian's slower browser, which nobody has asked for, the headless shell may still be had.
  const isSlow = isDebianRoot && found?.executablePath === '/usr/bin/chromium';
  if (found && (process.env.CHROME_PATH || !isSlow)) return;
  console.error('Installing a browser…');
  install();
  if (findChromium(playwrightPath)) return;
  console.error('No Chromium was found and none could be installed. Set CHROME_PATH to one.');
  process.exit(1);
}

if (isProgram(import.meta.url)) await requireChromium();
