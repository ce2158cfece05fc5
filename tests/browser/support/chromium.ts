import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { chromium, type LaunchOptions } from '@playwright/test';
import { inflate } from '@sparticuz/chromium';

const QUIET_FLAGS = ['--disable-background-networking', '--disable-component-update', '--disable-sync'];
// Pages are open too briefly for the optimizing compilers to save the time that they take.
const SCRIPT_FLAGS = ['--js-flags=--no-opt,--no-maglev'];
// Painting takes CPU time from the tests, which mostly read the DOM.
const PAINTING_FLAGS = ['--disable-checker-imaging', '--num-raster-threads=1'];

// Without WebGL maps are drawn as SVG, which takes much less CPU time; `map/gl-map.spec.ts` tests them with it.
const WITHOUT_WEBGL_FLAGS = ['--disable-3d-apis'];
const WEBGL_FLAGS = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'];

/**
 * The options with which Playwright starts Chromium: on Linux x64 the one of the packages, unpacked once into
 * node_modules/.cache, with its own fonts and, if the system lacks them, its own libraries; elsewhere an installed Chrome, or the
 * one that Playwright downloads.
 * @param options.webGl whether pages have WebGL, rendered by the CPU
 * @throws naming what to install, if there is none
 */
export async function chromiumLaunchOptions({ webGl = false } = {}): Promise<LaunchOptions> {
  // Chromium's sandbox does not run as root.
  const sandboxFlags = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const webGlFlags = webGl ? WEBGL_FLAGS : WITHOUT_WEBGL_FLAGS;
  const args = [...QUIET_FLAGS, ...SCRIPT_FLAGS, ...PAINTING_FLAGS, ...webGlFlags, ...sandboxFlags];
  if (process.platform === 'linux' && process.arch === 'x64') return { ...(await getPackagedChromium()), args };
  return { ...findInstalledChromium(), args };
}

async function getPackagedChromium(): Promise<LaunchOptions> {
  const packageFolder = dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')));
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
  const folder = join(import.meta.dirname, `../../../node_modules/.cache/chromium-${version}`);
  if (!existsSync(folder)) await unpack(join(packageFolder, 'bin'), folder);

  const executablePath = join(folder, 'chromium');
  const env = { ...process.env, FONTCONFIG_FILE: join(folder, 'fonts.conf') };
  if (spawnSync(executablePath, ['--version'], { env }).status === 0) return { executablePath, env };

  const withLibraries = { ...env, LD_LIBRARY_PATH: join(folder, 'al2023/lib') };
  const { status, stderr } = spawnSync(executablePath, ['--version'], { env: withLibraries, encoding: 'utf8' });
  if (status === 0) return { executablePath, env: withLibraries };
  throw new Error(`The packaged Chromium does not start: ${stderr}`);
}

async function unpack(bin: string, folder: string) {
  const unpacking = `${folder}.${process.pid}`;
  mkdirSync(unpacking, { recursive: true });
  // The package unpacks into the temporary folder of the system.
  const { TMPDIR } = process.env;
  process.env.TMPDIR = unpacking;
  try {
    for (const archive of ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br']) {
      await inflate(join(bin, archive));
    }
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
  writeFileSync(
    join(unpacking, 'fonts.conf'),
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(folder, 'fonts')}</dir>
  <cachedir>${join(folder, 'fonts-cache')}</cachedir>
</fontconfig>
`,
  );
  try {
    renameSync(unpacking, folder);
  } catch (error) {
    // Another run has unpacked it at the same time.
    rmSync(unpacking, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}

function findInstalledChromium(): LaunchOptions {
  const chrome = [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/usr/bin/google-chrome',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    chromium.executablePath(),
  ].find((path) => existsSync(path));
  if (chrome) return { executablePath: chrome };
  throw new Error(
    'The browser tests need a Chromium, and none is packaged for this kind of machine. ' +
      'Install Google Chrome, or run `npx playwright install chromium`.',
  );
}
