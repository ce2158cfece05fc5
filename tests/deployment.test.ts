import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

// No Docker daemon and no systemd are needed: this is what can be told without them.
const ROOT = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

/** The instructions of a Dockerfile, with continued lines joined. */
const instructions = read('Dockerfile')
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')
  .filter(Boolean)
  .map((line) => ({ verb: line.split(' ', 1)[0] as string, rest: line.slice(line.indexOf(' ') + 1) }));
const getInstruction = (verb: string) => instructions.findLast((instruction) => instruction.verb === verb)?.rest ?? '';
const startCommand = scripts.start?.replace(/^exec /, '');

/** The files that a command of a shell names. */
const findFiles = (command: string) => command.match(/(?<=^|\s)[\w.-]+(?:\/[\w.-]+)+/g) ?? [];

describe('The Dockerfile', () => {
  it('copies and runs files that exist', () => {
    const copied = instructions
      .filter(({ verb, rest }) => verb === 'COPY' && !rest.startsWith('--from'))
      .flatMap(({ rest }) => rest.split(' ').slice(0, -1));
    const run = instructions.filter(({ verb, rest }) => verb === 'RUN' && !rest.includes('apt-get'));
    const named = [...copied, ...run.flatMap(({ rest }) => findFiles(rest)), 'server/site/main.ts'];
    expect(named).toContain('node_modules/vite/bin/vite.js');
    expect(named.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  });

  it('starts what `npm start` starts, as a user without rights', () => {
    const [node, ...args] = JSON.parse(getInstruction('CMD')) as string[];
    expect(node).toBe('node_modules/.bin/node');
    expect(['node', ...args].join(' ')).toBe(startCommand);
    expect(getInstruction('USER')).not.toMatch(/^(root|0)?$/);
    expect(instructions.some(({ verb, rest }) => verb === 'RUN' && rest.includes(getInstruction('USER')))).toBe(true);
  });

  it.each([
    [200, 0],
    [503, 1],
  ])('has a check of its health that ends, of status %i, with %i', async (status, exitCode) => {
    const paths: (string | undefined)[] = [];
    const server = createServer(({ url }, response) => {
      paths.push(url);
      response.writeHead(status).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const [, ...args] = JSON.parse(getInstruction('HEALTHCHECK').replace(/^.*? CMD /, '')) as string[];
    const child = spawn(process.execPath, args, { env: { PORT: String(port) } });
    expect(await once(child, 'exit')).toEqual([exitCode, null]);
    expect(paths).toEqual(['/readyz']);
    server.closeAllConnections();
    server.close();
  });

  it('leaves secrets, data and packages of the machine out of the image', () => {
    const ignored = read('.dockerignore').trim().split('\n');
    expect(ignored).toEqual(expect.arrayContaining(['secrets', '.env*', 'var', 'node_modules', 'dist', '.git']));
    // What git is to forget is no part of the site either.
    const outside = read('.gitignore')
      .trim()
      .split('\n')
      .map((line) => line.replace(/\/$/, ''));
    expect(ignored.map((line) => line.replace(/^\*\*\//, ''))).toEqual(expect.arrayContaining(outside));
  });
});

describe('compose.yaml', () => {
  const { services, secrets, volumes } = parse(read('compose.yaml')) as {
    services: Record<string, { volumes: string[]; secrets?: string[]; depends_on?: object; ports?: string[] }>;
    secrets: Record<string, { file: string }>;
    volumes: Record<string, null>;
  };

  it('mounts files that exist, and volumes and secrets that it names', () => {
    const sources = Object.values(services).flatMap((service) =>
      service.volumes.map((mount) => mount.split(':')[0] ?? ''),
    );
    const files = sources.filter((source) => source.startsWith('.'));
    expect(files).toContain('./deploy/create-database.sh');
    for (const file of files) accessSync(join(ROOT, file), constants.R_OK | constants.X_OK);
    expect(sources.filter((source) => !source.startsWith('.')).sort()).toEqual(Object.keys(volumes).sort());
    expect(Object.values(services).flatMap((service) => service.secrets ?? [])).toEqual(Object.keys(secrets));
    expect(Object.keys(services.site?.depends_on ?? {})).toEqual(['database']);
    expect(services.site?.ports).toEqual(['127.0.0.1:3000:3000']);
  });

  it('has its secrets where docs/deployment.md makes them, and git and the image leave them out', () => {
    const [file] = Object.values(secrets).map((secret) => secret.file.replace(/^\.\//, ''));
    expect(read('docs/deployment.md')).toContain(`> ${file}`);
    const paths = [file as string, '.env'];
    const { stdout } = spawnSync('git', ['check-ignore', '--no-index', ...paths], { cwd: ROOT, encoding: 'utf8' });
    expect(stdout.trim().split('\n')).toEqual(paths);
  });

  it('makes the database that the site connects to', () => {
    const script = read('deploy/create-database.sh');
    const [, role, database] = /postgres:\/\/(\w+):.*\/(\w+)$/m.exec(read('compose.yaml')) ?? [];
    expect(script).toContain(`create role ${role} login`);
    expect(script).toContain(`create database ${database} owner ${role}`);
    expect(spawnSync('sh', ['-n', join(ROOT, 'deploy/create-database.sh')]).status).toBe(0);
  });
});

describe('The systemd unit', () => {
  const unit = read('deploy/socal-local.service');

  it('starts what `npm start` starts, in the folder of docs/deployment.md', () => {
    const folder = /^WorkingDirectory=(.*)$/m.exec(unit)?.[1] ?? '';
    expect(unit).toContain(`ExecStart=${folder}/node_modules/.bin/${startCommand}\n`);
    expect(read('docs/deployment.md')).toContain(`git clone … ${folder}`);
    const environment = /^EnvironmentFile=(.*)$/m.exec(unit)?.[1];
    expect(read('docs/deployment.md')).toContain(`install -m 600 -D /dev/null ${environment}`);
  });

  it('waits longer for the end of the program than the program takes', () => {
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(10);
    expect(unit).toMatch(/^KillSignal=SIGTERM$/m);
  });
});
