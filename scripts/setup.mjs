/**
 * Brings a checkout to where its commands can run. Every npm script calls it first, with whatever Node the machine has
 * (18 or newer), before anything is installed: so it uses nothing but Node's own modules, and nothing newer than 18.
 *
 * - installs the packages that package-lock.json names, unless they are there;
 * - with `--build`, builds the pages into dist/, unless their sources are those of the last build.
 *
 * Several starts at once take turns. Prints nothing when there is nothing to do.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { run, tail, withProgress } from './progress.mjs';
import { inTurn } from './turns.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const pinnedNode = path.join(root, 'node_modules/.bin/node');
const installStamp = path.join(root, 'node_modules/.setup-stamp');
const buildStamp = path.join(root, 'dist/.build-stamp');
const lockFile = path.join(root, 'dist/.setup-lock');

/** What the built pages are made of; tests are not. */
const BUILD_SOURCES = [
  'web',
  'contract',
  'content',
  'data/categories.csv',
  'data/socal_counties.geojson',
  'vite.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
];

const PLATFORMS = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];
const LEAST_NODE = 18;
// The pinned Node and PostgreSQL are built against it.
const LEAST_GLIBC = 2.28;

/** Something that the person at the keyboard can mend; shown without a stack. */
class Refusal extends Error {}

async function setUp() {
  checkNode();
  const build = process.argv.includes('--build');
  if (isInstalled() && !(build && isStale())) return;

  checkPlatform();
  await inTurn(lockFile, async () => {
    // Asked again: another start may have done it while this one waited.
    if (!isInstalled()) await install();
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

// Packages

function isInstalled() {
  const wanted = lockDigest();
  if (!pinnedNodeRuns()) return false;
  if (readText(installStamp) === wanted) return true;
  // Somebody ran npm themselves. If what npm says it installed is what the lock file asks for, so be it.
  if (!installedMatchesLock()) return false;
  fs.writeFileSync(installStamp, wanted);
  return true;
}

function lockDigest() {
  const hash = createHash('sha256');
  hash.update(fs.readFileSync(path.join(root, 'package-lock.json')));
  return hash.update(`${process.platform}-${process.arch}`).digest('hex');
}

function pinnedNodeRuns() {
  const answer = spawnSync(pinnedNode, ['--version'], { encoding: 'utf8' });
  const wanted = JSON.parse(readText(path.join(root, 'package.json'))).dependencies.node;
  return answer.status === 0 && answer.stdout.trim() === `v${wanted}`;
}

function installedMatchesLock() {
  const installed = readText(path.join(root, 'node_modules/.package-lock.json'));
  if (!installed) return false;
  const wanted = JSON.parse(readText(path.join(root, 'package-lock.json'))).packages;
  const present = JSON.parse(installed).packages;
  return (
    Object.keys(present).every((name) => wanted[name] && wanted[name].version === present[name].version) &&
    Object.keys(wanted).every((name) => !name || present[name] || wanted[name].optional)
  );
}

async function install() {
  const npm = npmCommand();
  const args = ['ci', '--include=dev', '--no-fund', '--no-audit', '--no-progress', '--loglevel=error'];
  const env = { ...process.env };
  // `npm --prefix elsewhere start` would send the install scripts' own npm there.
  for (const name of ['npm_config_prefix', 'npm_config_local_prefix', 'npm_config_global']) delete env[name];
  const result = await withProgress('Installing packages', () =>
    run(npm[0], [...npm.slice(1), ...args], { cwd: root, env }),
  );
  if (result.code !== 0) throw new Refusal(`${tail(result)}\n\n${whatToDoAboutNpm(result)}`);
  if (!pinnedNodeRuns()) {
    throw new Refusal(
      `${tail(result)}\n\nThe packages are there, but node_modules/.bin/node does not run. ` +
        'If install scripts are switched off (npm config get ignore-scripts), allow them and run `npm ci` again.',
    );
  }
  fs.writeFileSync(installStamp, lockDigest());
}

/** The npm that called us, run by the Node that it runs on; else the one on the PATH. */
function npmCommand() {
  const { npm_execpath: cli, npm_node_execpath: node } = process.env;
  if (cli && /npm-cli\.c?js$/.test(cli) && fs.existsSync(cli)) {
    return [node && fs.existsSync(node) ? node : process.execPath, cli];
  }
  return ['npm'];
}

function whatToDoAboutNpm({ code, output }) {
  if (code === 'ENOENT') return 'npm was not found. It comes with Node: install both from https://nodejs.org.';
  if (
    /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET_TIMEOUT|ENETUNREACH|EHOSTUNREACH)\b/.test(
      output,
    )
  ) {
    return (
      'npm could not reach the package registry. The first start needs the network once: check the connection, and\n' +
      'behind a proxy `npm config get proxy` and `npm config get registry`. Then run the same command again.'
    );
  }
  if (/\bE(401|403)\b/.test(output)) {
    return 'The package registry refused. Check `npm config get registry` and whether it asks you to `npm login`.';
  }
  if (/\bENOSPC\b/.test(output)) return 'The disk is full: the packages need 700 MB. Make room and run the same again.';
  if (/\b(EACCES|EPERM|EROFS)\b/.test(output)) {
    return (
      `npm may not write where it has to. Make ${root} and npm's cache yours (\`npm config get cache\`), for example:\n` +
      `  sudo chown -R "$(id -un)" ${JSON.stringify(root)} ~/.npm`
    );
  }
  if (/\bEUSAGE\b/.test(output)) {
    return 'package.json and package-lock.json disagree. Run `npm install` and commit both.';
  }
  return 'Run `npm ci` to see all that npm says.';
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
  // Without its stamp a build that is cut short does not count.
  fs.rmSync(buildStamp, { force: true });
  const vite = path.join(root, 'node_modules/vite/bin/vite.js');
  const env = { ...process.env, NODE_ENV: 'production' };
  const result = await withProgress('Building the pages', () =>
    run(pinnedNode, [vite, 'build', '--app'], { cwd: root, env }),
  );
  if (result.code !== 0) throw new Refusal(`${tail(result)}\n\nThe pages could not be built; see above.`);
  fs.mkdirSync(path.dirname(buildStamp), { recursive: true });
  fs.writeFileSync(buildStamp, digest);
}

function readText(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return '';
    throw error;
  }
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
