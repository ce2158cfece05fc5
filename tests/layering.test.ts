import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { EntryServer } from '#server/platform/page-cache/web-build.ts';
import type * as entryServer from '#web/site/entry-server.tsx';

const ROOT = join(import.meta.dirname, '..');

/** The nouns of the server in one order: each may import those before it. */
const SERVER_NOUNS = [
  'places',
  'categories',
  'accounts',
  'staff',
  'photos',
  'licenses',
  'listings',
  'geocoding',
  'search',
  'saved',
  'claims',
  'source-files',
  'import',
  'payments',
  'analytics',
  'contact',
  'reports',
  'conversations',
  'reviews',
  'organizations',
  'webhooks',
  'ad-bookings',
  'content',
  'admin',
  'sharing',
  'seo',
  'mcp',
];

/** The nouns of the web in one order: each may import those before it. */
const WEB_NOUNS = [
  'opening-hours',
  'claims',
  'reports',
  'saved',
  'contact',
  'accounts',
  'conversations',
  'reviews',
  'listings',
  'pricing',
  'listing-form',
  'owner-listings',
  'payments',
  'compare',
  'search',
  'places',
  'home',
  'categories',
  'content',
  'analytics',
  'organizations',
  'admin',
];

/** The floors of a side, from the bottom: the ground floor imports no noun, a noun those before it, and the top everything. */
const SIDES = {
  server: { ground: 'platform', nouns: SERVER_NOUNS, top: 'site' },
  web: { ground: 'base', nouns: WEB_NOUNS, top: 'site' },
};

const sources = ['contract', 'server', 'web'].flatMap(filesUnder).filter((file) => /\.tsx?$/.test(file));

describe('The import rules', () => {
  it('allow contract/ to import only contract/, zod, the formatter of messages, and telephone numbers in one file', () => {
    const allowed = ['zod', 'intl-messageformat'];
    expect(
      getImports(/^contract\//).filter(
        ({ from, to }) =>
          !/^contract\//.test(to) &&
          !allowed.includes(to) &&
          !(from === 'contract/values/phone.ts' && to === 'libphonenumber-js/min'),
      ),
    ).toEqual([]);
  });

  it('forbid imports between server/ and web/, which meet in the built entry-server', () => {
    expect(getImports(/^server\//).filter(({ to }) => to.startsWith('web/'))).toEqual([]);
    // What builds the pages reads files.
    const pages = getImports(/^web\/(?!build\/)/);
    expect(pages.filter(({ to }) => to.startsWith('server/') || to.startsWith('node:'))).toEqual([]);
  });

  it('require the type of the entry-server that the server expects', () => {
    expectTypeOf<typeof entryServer>().toExtend<EntryServer>();
  });

  it('allow only program/program.ts, the development server and tests to create the app', () => {
    expect(
      getImports(/^server\/(?!site\/program\/(program|dev-server)\.ts)/).filter(
        ({ to }) => to === 'server/site/app.ts',
      ),
    ).toEqual([]);
  });

  it('allow server/site/seed to import everything but the wiring', () => {
    const wiring = /^server\/site\/(?!seed\/)/;
    expect(getImports(/^server\/site\/seed\//).filter(({ to }) => wiring.test(to))).toEqual([]);
  });

  it.each(['contract', 'server', 'web'])('forbid import cycles in %s/, of values or types', (side) => {
    expect(findCycles(getImports(new RegExp(`^${side}/`)))).toEqual([]);
  });

  it.each(Object.entries(SIDES))('give each folder of %s/ a floor', (side, { ground, nouns, top }) => {
    const folders = new Set(sources.filter((file) => file.startsWith(`${side}/`)).map((file) => file.split('/')[1]));
    if (side === 'web') folders.delete('build');
    expect([...folders].sort()).toEqual([ground, ...nouns, top].sort());
  });

  it.each(Object.entries(SIDES))('allow no folder of %s/ to import a later one', (side, { ground, nouns, top }) => {
    const order = [ground, ...nouns, top];
    const rank = (file: string) => order.indexOf(file.split('/')[1] as string);
    const upward = getImports(new RegExp(`^${side}/(?!build/)`)).filter(
      ({ from, to }) => to.startsWith(`${side}/`) && rank(to) > rank(from),
    );
    expect(upward).toEqual([]);
  });

  it.each(['server/platform', 'web/base', 'web/admin'])(
    'allow the folders of %s/ to import each other in one direction',
    (room) => {
      const toFolder = (file: string) =>
        file
          .slice(room.length + 1)
          .split('/')
          .slice(0, -1)[0];
      const between = getImports(new RegExp(`^${room}/`))
        .filter(({ to }) => to.startsWith(`${room}/`))
        .map(({ from, to }) => ({ from: toFolder(from) ?? '.', to: toFolder(to) ?? '.' }))
        .filter(({ from, to }) => from !== to);
      expect(findCycles(between)).toEqual([]);
    },
  );

  it('forbid pages to import pages', () => {
    const pages = getImports(/^web\//).filter(({ to }) => /-page\.tsx$/.test(to));
    expect(pages).toEqual([]);
  });

  it('require private.css of pages that show what public.css leaves out', () => {
    const styles = readFileSync(join(ROOT, 'web/site/public.css'), 'utf8');
    const folders = /@source not "\.\.\/\{(.+)\}"/.exec(styles)?.[1]?.split(',') ?? [];
    expect(folders).toContain('admin');
    const isLeftOut = (file: string) => folders.some((folder) => file.startsWith(`web/${folder}/`));
    const graph = Map.groupBy(getImports(/^web\//), ({ from }) => from);
    const reach = (file: string, seen = new Set<string>()): Set<string> => {
      for (const { to } of seen.has(file) ? [] : (graph.get(seen.add(file) && file) ?? [])) reach(to, seen);
      return seen;
    };
    // The entry loads the layout of every page.
    const pages = sources.filter((file) => /^web\/.+(-page|entry-client)\.tsx$/.test(file));
    const showing = pages.filter((page) => [...reach(page)].some((file) => isLeftOut(file) && file.endsWith('.tsx')));
    const loading = pages.filter((page) => graph.get(page)?.some(({ to }) => to === 'web/base/styles/private.css'));
    expect(loading).toEqual(showing);
  });

  it('forbid the design system to import nouns or the contract, but for messages and how texts are counted', () => {
    expect(
      getImports(/^web\/base\/ui\//).filter(({ to }) =>
        /^(web\/(?!base\/(ui|i18n)\/)|contract\/(?!i18n\/|values\/visible-characters))/.test(to),
      ),
    ).toEqual([]);
  });
});

describe('File names', () => {
  it('are not generic', () => {
    const empty = /^(utils?|helpers?|misc|common|types?)(\.|$)/;
    const all = [...sources, ...['scripts', 'tests'].flatMap(filesUnder)];
    expect(all.filter((file) => file.split('/').some((part) => empty.test(basename(part))))).toEqual([]);
  });

  it('are at most 40 in one folder', () => {
    const parents = [...sources, ...['scripts', 'tests'].flatMap(filesUnder)].flatMap((file) => {
      const parts = file.split('/');
      return parts.slice(1).map((_, depth) => parts.slice(0, depth + 2).join('/'));
    });
    const folders = Map.groupBy(new Set(parents), (path) => dirname(path));
    const full = [...folders].filter(([, entries]) => entries.length > 40).map(([folder]) => folder);
    expect(full).toEqual([]);
  });

  it('in npm scripts exist', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const named = Object.values<string>(scripts).flatMap((script) => script.match(/[\w./-]+\.(?:ts|mjs)\b/g) ?? []);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  });
});

/** The imports of the matching files: paths from the root, and names of packages. Without tests, which have no rules. */
function getImports(from: RegExp): { from: string; to: string }[] {
  return (
    sources
      // A command is an entry point, like main.ts.
      .filter((file) => from.test(file) && !/\.(test|command)\.tsx?$/.test(file))
      .flatMap((file) => {
        const text = readFileSync(join(ROOT, file), 'utf8');
        const specifiers = text.matchAll(/(?:^|[^\w.'])(?:from|import)\s*\(?\s*['"]([^'"\n]+)['"]/g);
        return [...specifiers].map(([, specifier = '']) => ({ from: file, to: resolveSpecifier(file, specifier) }));
      })
  );
}

/** The import cycles found by a depth-first search, each as its list of files. */
function findCycles(imports: { from: string; to: string }[]): string[][] {
  const graph = Map.groupBy(imports, ({ from }) => from);
  const done = new Set<string>();
  const visit = (file: string, path: string[]): string[][] => {
    if (path.includes(file)) return [[...path.slice(path.indexOf(file)), file]];
    if (done.has(file)) return [];
    const cycles = (graph.get(file) ?? []).flatMap(({ to }) => visit(to, [...path, file]));
    done.add(file);
    return cycles;
  };
  return [...graph.keys()].flatMap((file) => visit(file, []));
}

function resolveSpecifier(file: string, specifier: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1);
  return specifier.startsWith('.') ? normalize(join(file, '..', specifier)) : specifier;
}

function filesUnder(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => normalize(join(entry.parentPath, entry.name)).slice(ROOT.length + 1));
}
