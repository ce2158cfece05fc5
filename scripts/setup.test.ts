import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { selectCases } from '#tests/support/long-run.ts';

let checkout: string;

beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'socal-setup-test-'));
  for (const name of readdirSync(import.meta.dirname).filter((name) => name.endsWith('.mjs'))) {
    cpSync(join(import.meta.dirname, name), join(checkout, 'scripts', name));
  }
  write('package.json', JSON.stringify({ dependencies: { node: process.version.slice(1) } }));
  write('package-lock.json', JSON.stringify({ packages: { '': {}, 'node_modules/left': { version: '1.0.0' } } }));
  write('web/page.tsx', 'export {}');
});

afterEach(() => rmSync(checkout, { recursive: true, force: true }));

describe('Setting up: packages', () => {
  it('installs the packages of the lock file once, and then prints nothing', () => {
    withNpm(installing({ left: '1.0.0' }));
    expect(setUp()).toMatchObject({ status: 0, stdout: expect.stringContaining('✔ Installing packages') });
    withNpm('process.exit(1)');
    expect(setUp()).toMatchObject({ status: 0, stdout: '', stderr: '' });
  });

  it('installs again when the lock file has changed', () => {
    installed();
    write('package-lock.json', JSON.stringify({ packages: { 'node_modules/left': { version: '2.0.0' } } }));
    withNpm(installing({ left: '2.0.0' }));
    expect(setUp().stdout).toContain('✔ Installing packages');
  });

  it('accepts packages that the user installed if they match the lock file', () => {
    installed();
    rmSync(join(checkout, 'node_modules/.setup-stamp'));
    withNpm('process.exit(1)');
    expect(setUp()).toMatchObject({ status: 0, stdout: '' });
  });

  it('leaves out what only tests need until a command for tests is run, and then keeps it', () => {
    const tool = { version: '1.0.0', dev: true };
    const packages = { 'node_modules/left': { version: '1.0.0' }, 'node_modules/tool': tool };
    write('package-lock.json', JSON.stringify({ packages }));
    withNpm(`if (!process.argv.includes('--omit=dev')) process.exit(1); ${installing({ left: '1.0.0' })}`);
    expect(setUp()).toMatchObject({ status: 0, stdout: expect.stringContaining('✔ Installing packages') });
    withNpm('process.exit(1)');
    expect(setUp()).toMatchObject({ status: 0, stdout: '' });
    expect(setUp('--tests').status).toBe(1);
    const all = installing({ left: '1.0.0', tool: '1.0.0' });
    withNpm(`if (!process.argv.includes('--include=dev')) process.exit(1); ${all}`);
    expect(setUp('--tests').stdout).toContain('✔ Installing packages');
    write(
      'package-lock.json',
      JSON.stringify({ packages: { ...packages, 'node_modules/left': { version: '2.0.0' } } }),
    );
    withNpm(`if (!process.argv.includes('--include=dev')) process.exit(1); ${all.replace('1.0.0', '2.0.0')}`);
    expect(setUp().stdout).toContain('✔ Installing packages');
    withNpm('process.exit(1)');
    expect(setUp('--tests')).toMatchObject({ status: 0, stdout: '' });
  });

  it('installs again when the Node among the packages does not run', () => {
    installed();
    // Replaced and not written through the link, which leads to the Node that runs this test.
    rmSync(join(checkout, 'node_modules/.bin/node'));
    write('node_modules/.bin/node', 'not a program');
    withNpm(installing({ left: '1.0.0' }));
    expect(setUp().stdout).toContain('✔ Installing packages');
  });

  it('names the packages that npm omitted silently', () => {
    const { platform, arch } = process;
    const compiled = { version: '1.0.0', optional: true, os: [platform], cpu: [arch] };
    const elsewhere = { version: '1.0.0', optional: true, os: ['sunos'] };
    write(
      'package-lock.json',
      JSON.stringify({ packages: { 'node_modules/compiled': compiled, 'node_modules/elsewhere': elsewhere } }),
    );
    withNpm(installing({}));
    const { status, stderr } = setUp();
    expect(status).toBe(1);
    expect(stderr).toContain('node_modules/compiled');
    expect(stderr).not.toContain('node_modules/elsewhere');
  });

  const FAILURES: [string, string][] = [
    ['ENOTFOUND', 'could not reach the package registry'],
    ['EACCES', 'may not write'],
    ['EUSAGE', 'package.json and package-lock.json disagree'],
    ['ENOSPC', 'The disk is full'],
    ['E403', 'The package registry refused'],
  ];

  it.each(selectCases(1, FAILURES))('says what to do when npm fails with %s', (code, advice) => {
    withNpm(`console.error('npm error code ${code}'); process.exit(1)`);
    const { status, stderr } = setUp();
    expect(status).toBe(1);
    expect(stderr).toContain(`npm error code ${code}`);
    expect(stderr).toContain(advice);
    expect(existsSync(join(checkout, 'node_modules/.setup-stamp'))).toBe(false);
  });
});

describe('Setting up: pages', () => {
  beforeEach(installed);

  it('builds when a source has changed, and not when only a test has', () => {
    expect(setUp('--build').stdout).toContain('✔ Building the pages');
    expect(setUp('--build').stdout).toBe('');
    write('web/page.test.tsx', 'export {}');
    expect(setUp('--build').stdout).toBe('');
    write('web/page.tsx', 'export const changed = true');
    expect(setUp('--build').stdout).toContain('✔ Building the pages');
    expect(countBuilds()).toBe(2);
  });

  it('shows why a build failed, and builds again at the next start', () => {
    withVite(`console.error('page.tsx: no such thing'); process.exit(1)`);
    const { status, stderr } = setUp('--build');
    expect(status).toBe(1);
    expect(stderr).toContain('page.tsx: no such thing');
    withVite(building);
    expect(setUp('--build').stdout).toContain('✔ Building the pages');
  });

  it('builds once in several concurrent starts', async () => {
    const starts = await Promise.all([1, 2, 3].map(() => startSetUp('--build')));
    expect(starts).toEqual([0, 0, 0]);
    expect(countBuilds()).toBe(1);
  });

  it('does not wait for a killed start', () => {
    const { pid } = spawnSync(process.execPath, ['--version']);
    write('dist/.setup-lock', String(pid));
    expect(setUp('--build').status).toBe(0);
    expect(countBuilds()).toBe(1);
  });
});

const building = `
  const fs = require('node:fs');
  fs.appendFileSync('builds.log', 'x');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
`;

/** A fake npm that installs these packages. */
function installing(packages: Record<string, string>): string {
  const entries = Object.entries(packages).map(([name, version]) => [`node_modules/${name}`, { version }]);
  return `
    const fs = require('node:fs');
    fs.rmSync('node_modules', { recursive: true, force: true });
    fs.mkdirSync('node_modules/.bin', { recursive: true });
    fs.symlinkSync(${JSON.stringify(process.execPath)}, 'node_modules/.bin/node');
    fs.writeFileSync('node_modules/.package-lock.json', ${JSON.stringify(JSON.stringify({ packages: Object.fromEntries(entries) }))});
  `;
}

function installed() {
  withNpm(installing({ left: '1.0.0' }));
  expect(setUp().status).toBe(0);
  withVite(building);
}

function withNpm(script: string) {
  write('npm/npm-cli.cjs', script);
}

function withVite(script: string) {
  write('node_modules/vite/bin/vite.js', script);
  write('node_modules/vite/package.json', '{"type":"commonjs"}');
}

function command(args: string[]) {
  const { PATH, HOME } = process.env;
  const npm = { npm_execpath: join(checkout, 'npm/npm-cli.cjs'), npm_node_execpath: process.execPath };
  // Called from another folder, which must have no effect.
  return [
    process.execPath,
    [join(checkout, 'scripts/setup.mjs'), ...args],
    { cwd: tmpdir(), env: { PATH, HOME, ...npm } },
  ] as const;
}

function setUp(...args: string[]) {
  const [node, all, options] = command(args);
  return spawnSync(node, all, { ...options, encoding: 'utf8' });
}

function startSetUp(...args: string[]): Promise<number | null> {
  return new Promise((resolve) => spawn(...command(args)).once('exit', resolve));
}

function countBuilds(): number {
  return readFileSync(join(checkout, 'builds.log'), 'utf8').length;
}

function write(file: string, text: string) {
  mkdirSync(dirname(join(checkout, file)), { recursive: true });
  writeFileSync(join(checkout, file), text);
}
