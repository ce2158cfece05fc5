/** Checks and installs the packages. Plain JavaScript for Node 18 and later: see setup.mjs. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { Refusal, readText, run, tail, withProgress } from './progress.mjs';

/** The path of the pinned Node when the packages are installed. */
export const pinnedNode = (root) => path.join(root, 'node_modules/.bin/node');
/** Ends the stamp of an installation with the packages for tests. */
const FOR_TESTS = ' with those for tests';
const installStamp = (root) => path.join(root, 'node_modules/.setup-stamp');
// Not in node_modules, which `npm ci` empties.
const firstNode = (root) => path.join(root, 'dist/.first-node');

/**
 * Whether the packages of the lock file are installed for this platform, and the pinned Node runs.
 * @param forTests whether those for development and tests are needed too, which are as large as the others
 */
export function isInstalled(root, { forTests = false } = {}) {
  const wanted = lockDigest(root);
  if (!pinnedNodeRuns(root)) return false;
  const stamp = readText(installStamp(root));
  if (stamp === wanted + FOR_TESTS || (stamp === wanted && !forTests)) return true;
  // The user ran npm. Accept the result if the packages that npm recorded are those of the lock file.
  const isComplete = lockfileProblems(root, { forTests: true }).length === 0;
  if (!isComplete && (forTests || lockfileProblems(root, { forTests }).length > 0)) return false;
  try {
    fs.writeFileSync(installStamp(root), isComplete ? wanted + FOR_TESTS : wanted);
  } catch {
    // A checkout without write permission is compared again at every start.
  }
  return true;
}

function lockDigest(root) {
  const hash = createHash('sha256');
  hash.update(fs.readFileSync(path.join(root, 'package-lock.json')));
  return hash.update(`${process.platform}-${process.arch}`).digest('hex');
}

function pinnedNodeRuns(root) {
  const answer = spawnSync(pinnedNode(root), ['--version'], { encoding: 'utf8' });
  return answer.status === 0 && answer.stdout.trim() === `v${pinnedVersion(root)}`;
}

function pinnedVersion(root) {
  return JSON.parse(readText(path.join(root, 'package.json'))).dependencies.node;
}

/** The packages of the lock file that are missing or have another version. */
function lockfileProblems(root, { forTests }) {
  const installed = readText(path.join(root, 'node_modules/.package-lock.json'));
  const present = installed ? JSON.parse(installed).packages : {};
  const wanted = JSON.parse(readText(path.join(root, 'package-lock.json'))).packages;
  const fits = ({ dev, devOptional, optional, os, cpu, libc }) =>
    (forTests || !(dev || devOptional)) &&
    (!optional ||
      ((os || cpu) &&
        (!os || os.includes(process.platform)) &&
        (!cpu || cpu.includes(process.arch)) &&
        (!libc || libc.includes('glibc'))));
  return Object.keys(wanted).filter(
    (name) => name && (present[name] ? present[name].version !== wanted[name].version : fits(wanted[name])),
  );
}

/**
 * Installs the packages of the lock file; those for tests if they are needed, or were installed before.
 * @throws {Refusal} with the last lines of npm's output, and what to do
 */
export async function install(root, { forTests: areNeeded = false } = {}) {
  const forTests = areNeeded || readText(installStamp(root))?.endsWith(FOR_TESTS) === true;
  const result = await withProgress('Installing packages', async () => {
    const node = await nodeForNpm(root);
    return node.code === 0 ? npm(['ci', forTests ? '--include=dev' : '--omit=dev'], { ...node, cwd: root }) : node;
  });
  fs.rmSync(firstNode(root), { recursive: true, force: true });
  if (result.code !== 0) throw new Refusal(`${tail(result)}\n\n${whatToDo(result, root)}`);
  if (!pinnedNodeRuns(root)) {
    throw new Refusal(
      `${tail(result)}\n\nThe packages are there, but node_modules/.bin/node does not run. ` +
        'If install scripts are switched off (npm config get ignore-scripts), allow them and run `npm ci` again.',
    );
  }
  const problems = lockfileProblems(root, { forTests });
  if (problems.length > 0) {
    throw new Refusal(`npm left out what it could not fetch:\n  ${problems.join('\n  ')}\nRun the same command again.`);
  }
  fs.writeFileSync(installStamp(root), lockDigest(root) + (forTests ? FOR_TESTS : ''));
}

/**
 * npm silently omits optional packages that need a newer Node than the one that it runs on. So on an older Node it first
 * installs the pinned Node alone, and then runs on that.
 */
async function nodeForNpm(root) {
  const { npm_node_execpath: caller } = process.env;
  const node = caller && fs.existsSync(caller) ? caller : process.execPath;
  const version = pinnedVersion(root);
  const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  if (Number(/\d+/.exec(stdout)) >= Number.parseInt(version, 10)) return { code: 0, node };

  const name = `${process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node'}-${process.platform}-${process.arch}`;
  const home = firstNode(root);
  fs.mkdirSync(home, { recursive: true });
  fs.writeFileSync(path.join(home, 'package.json'), '{"private":true}');
  const result = await npm(['install', '--no-save', '--no-package-lock', `${name}@${version}`], {
    node,
    cwd: home,
  });
  return { ...result, node: path.join(home, 'node_modules', name, 'bin/node') };
}

/** Runs the npm that called this script, or else the one on the PATH. */
function npm(args, { node, cwd }) {
  const { npm_execpath: cli } = process.env;
  const env = { ...process.env, PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}` };
  // `npm --prefix elsewhere start` would direct this npm, and those of install scripts, to the other folder.
  for (const name of ['npm_config_prefix', 'npm_config_local_prefix', 'npm_config_global']) delete env[name];
  const all = [...args, '--no-fund', '--no-audit', '--no-progress', '--loglevel=error'];
  return cli && /npm-cli\.c?js$/.test(cli) && fs.existsSync(cli)
    ? run(node, [cli, ...all], { cwd, env })
    : run('npm', all, { cwd, env });
}

function whatToDo({ code, output }, root) {
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
