/**
 * Prepares a checkout so that its commands can run. Every npm script calls it first, with the Node of the machine (18 or
 * newer) and before anything is installed: so it uses only built-in modules and features of Node 18.
 *
 * - installs the packages of package-lock.json, unless they are installed; with `--tests` those for development and tests too;
 * - with `--build`, builds the pages into dist/, unless their sources have not changed since the last build.
 *
 * A lock serializes concurrent starts. Prints nothing when there is nothing to do.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { oneAtATime } from './lock.mjs';
import { install, isInstalled, pinnedNode } from './packages.mjs';
import { Refusal, readText, run, tail, withProgress } from './progress.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const buildStamp = path.join(root, 'dist/.build-stamp');
const lockFile = path.join(root, 'dist/.setup-lock');

/** The sources of the built pages, without tests. */
const BUILD_SOURCES = [
  'web',
  'contract',
  'data/categories.csv',
  'data/socal_counties.geojson',
  'vite.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
];

const PLATFORMS = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];
const LEAST_NODE = 18;
// The binaries of the pinned Node and PostgreSQL need it.
const LEAST_GLIBC = 2.28;

async function setUp() {
  checkNode();
  const build = process.argv.includes('--build');
  const options = { forTests: process.argv.includes('--tests') };
  if (isInstalled(root, options) && !(build && isStale())) return;

  checkPlatform();
  await oneAtATime(lockFile, async () => {
    // Checked again: another start may have done it while this one waited for the lock.
    if (!isInstalled(root, options)) await install(root, options);
    if (build && isStale()) await buildPages();
  });
}

function checkNode() {
  if (Number(process.versions.node.split('.')[0]) >= LEAST_NODE) return;
  throw new Refusal(
    `Node ${LEAST_NODE} or newer is needed to begin; this is ${process.version}. Install a current one from https://nodejs.org.`,
  );
}

function checkPlatform() {
  const platform = `${process.platform}-${process.arch}`;
  if (!PLATFORMS.includes(platform)) {
    throw new Refusal(
      `This runs on Linux and macOS, on x64 and arm64; this is ${platform}.` +
        (process.platform === 'win32' ? ' On Windows, use WSL 2.' : ''),
    );
  }
  if (process.platform !== 'linux') return;
  const { glibcVersionRuntime: glibc } = process.report.getReport().header;
  if (!glibc) {
    throw new Refusal('This Linux has no glibc (Alpine, for one, uses musl). Use Debian, Ubuntu, Fedora or the like.');
  }
  const [major, minor] = glibc.split('.').map(Number);
  if (major + minor / 100 < LEAST_GLIBC) {
    throw new Refusal(`glibc ${LEAST_GLIBC} or newer is needed; this Linux has ${glibc}. Use a newer release of it.`);
  }
}

// Pages

function isStale() {
  return readText(buildStamp) !== sourcesDigest();
}

function sourcesDigest() {
  const hash = createHash('sha256');
  for (const file of BUILD_SOURCES.flatMap(filesUnder).sort()) {
    hash
      .update(`${file}\0`)
      .update(fs.readFileSync(path.join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

function filesUnder(relative) {
  const stat = fs.statSync(path.join(root, relative), { throwIfNoEntry: false });
  if (!stat) return [];
  if (!stat.isDirectory()) return /\.test\.tsx?$/.test(relative) ? [] : [relative];
  return fs.readdirSync(path.join(root, relative)).flatMap((name) => filesUnder(`${relative}/${name}`));
}

async function buildPages() {
  const digest = sourcesDigest();
  // Without the stamp an interrupted build is repeated.
  fs.rmSync(buildStamp, { force: true });
  const vite = path.join(root, 'node_modules/vite/bin/vite.js');
  const env = { ...process.env, NODE_ENV: 'production' };
  const result = await withProgress('Building the pages', () =>
    run(pinnedNode(root), [vite, 'build', '--app'], { cwd: root, env }),
  );
  if (result.code !== 0) throw new Refusal(`${tail(result)}\n\nThe pages could not be built; see above.`);
  fs.mkdirSync(path.dirname(buildStamp), { recursive: true });
  fs.writeFileSync(buildStamp, digest);
}

setUp().catch((error) => {
  if (error instanceof Refusal) console.error(`\n${error.message}\n`);
  else if (['EACCES', 'EPERM', 'EROFS'].includes(error.code)) {
    console.error(
      `\n${error.message}\nThis user may not write there. Make ${root} yours, or run from a copy that is.\n`,
    );
  } else console.error(error);
  process.exit(1);
});
