import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const readAll = (pattern: string) =>
  globSync(pattern, { cwd: ROOT, exclude: (name) => name.includes('.test.') }).map((file) => ({
    file,
    text: read(file),
  }));
const server = readAll('server/**/*.ts');
const all = [
  ...server,
  ...readAll('{web,contract}/**/*.{ts,tsx}').filter(({ file }) => !file.startsWith('web/build/')),
];

/** The sources in which a pattern occurs. */
const findFiles = (sources: typeof all, pattern: RegExp) =>
  sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file);

const RETIRED_NAMES =
  'NoValue|Obstacle|SendProof|amissFromLock|disarmLine|fannedOut|findStandIn|hideSilently|isSurelyOpen|judgeCertificate|keepPace|' +
  'loosePictureRoute|makeSieve|misfit|partListings|slipsBetween|storeLoosePicture|takeCreditBack|takeTurn|tellSaved|waitForTurn|' +
  'whereAmI|cacheBriefly|fenced|joinReading|readFirst|shareReading|unprepared|withoutMoment';

describe('The sources', () => {
  it('leave it to no browser to say “match the requested format”', () => {
    expect(findFiles(all, /<[A-Z]\w+[^>]* pattern=/)).toEqual([]);
  });

  it('run no text as code', () => {
    expect(all.length).toBeGreaterThan(500);
    expect(findFiles(all, /\beval\(|new Function\(|node:vm|<script[^>]*>\$\{/)).toEqual([]);
  });

  it('start programs without a shell', () => {
    const imports = server.flatMap(({ text }) => /import \{([^}]*)\} from 'node:child_process'/.exec(text)?.[1] ?? []);
    const names = new Set(imports.flatMap((list) => list.split(',')).map((name) => name.trim()));
    expect([...names].sort()).toEqual(['execFileSync', 'fork', 'spawn', 'spawnSync', 'type ChildProcess']);
    expect(findFiles(server, /\bshell:/)).toEqual([]);
  });

  it('read settings in one file, and elsewhere only what says how Node runs', () => {
    const names = server
      .filter(({ file }) => file !== 'server/platform/env/env.ts')
      .flatMap(({ text }) => [...text.matchAll(/process\.env(?:\.(\w+))?|\{ (\w+) \} = process\.env/g)])
      .map(([, name, destructured]) => name ?? destructured);
    expect(new Set(names)).toEqual(new Set(['NODE_EXTRA_CA_CERTS', 'NODE_ENV']));
  });

  it('use SHA-1 only where it protects nothing, and no MD5', () => {
    expect(findFiles(server, /'md5'/i)).toEqual([]);
    expect(findFiles(server, /'sha-?1'/i).sort()).toEqual([
      'server/accounts/passwords/breached-passwords.ts',
      'server/accounts/second-factor/totp.ts',
      'server/import/key-set.ts',
      'server/platform/page-cache/cached-response.ts',
    ]);
  });

  it('follow no redirect of a service', () => {
    const calls = server.flatMap(({ file, text }) =>
      [...text.matchAll(/\bfetch\(url|await fetch\(/g)].map(({ index }) => ({
        file,
        text: text.slice(index, index + 300),
      })),
    );
    const ours = calls.filter(
      ({ file }) => !file.startsWith('server/platform/stripe/simulator/') && file !== 'server/platform/stripe/open.ts',
    );
    expect(ours.length).toBeGreaterThan(5);
    expect(ours.filter(({ text }) => !/redirect: '(error|manual)'/.test(text))).toEqual([]);
  });

  it('let no other origin read a response', () => {
    expect(findFiles(server, /access-control-allow/i)).toEqual([]);
  });

  it('listen to no messages of other windows', () => {
    expect(findFiles(all, /addEventListener\('message'|onmessage\b/)).toEqual([]);
  });

  it('take no random number for a secret that can be foretold', () => {
    expect(findFiles(server, /Math\.random/)).toEqual([]);
  });

  it('use no name that was replaced by the word of the field', () => {
    const sources = globSync('{contract,server,web,tests}/**/*.{ts,tsx}', { cwd: ROOT })
      .filter((file) => file !== 'tests/source-rules.test.ts')
      .map((file) => ({ file, text: read(file) }));
    expect(sources.length).toBeGreaterThan(1000);
    expect(findFiles(sources, new RegExp(`\\b(${RETIRED_NAMES})\\b`))).toEqual([]);
  });

  it('are TypeScript in strict mode', () => {
    expect(JSON.parse(read('tsconfig.json')).compilerOptions).toMatchObject({ strict: true });
    expect(findFiles(all, /@ts-(?:ignore|nocheck)/)).toEqual([]);
  });
});

describe('Packages', () => {
  it('have exact versions, and those that are installed here a checksum', () => {
    const { dependencies, devDependencies } = JSON.parse(read('package.json'));
    const versions: string[] = Object.values({ ...dependencies, ...devDependencies });
    expect(versions.filter((version) => !/^\d+\.\d+\.\d+/.test(version))).toEqual([]);
    const { packages } = JSON.parse(read('package-lock.json'));
    const locked = Object.entries<{ integrity?: string; optional?: boolean }>(packages).filter(([path]) => path !== '');
    expect(locked.length).toBeGreaterThan(300);
    expect(locked.filter(([, { integrity, optional }]) => !integrity && !optional)).toEqual([]);
  });
});
