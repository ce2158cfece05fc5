import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, normalize } from 'node:path';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { EntryServer } from '#server/page-cache/web-build.ts';
import type * as entryServer from '#web/app/entry-server.tsx';

const ROOT = join(import.meta.dirname, '..');

/** The nouns of the product, each of which may know those before it. */
const NOUNS = [
  'places',
  'categories',
  'accounts',
  'photos',
  'listings',
  'search',
  'saved',
  'claims',
  'import',
  'payments',
  'analytics',
  'contact',
  'reports',
  'admin',
  'seo',
];

/** What every noun on the server may use. */
const SERVER_INFRASTRUCTURE = ['env.ts', 'db', 'http', 'page-cache', 'mail', 'storage', 'jobs', 'stripe'];

/** What every page may use. */
const WEB_INFRASTRUCTURE = ['app', 'ui', 'art', 'layout', 'session', 'tracking', 'advertising'];

/** The nouns of the web, each with the other nouns whose parts its pages show. */
const WEB_NOUNS: Record<string, string[]> = {
  'opening-hours': [],
  claims: [],
  reports: [],
  pricing: [],
  categories: ['listings', 'places', 'search'],
  places: ['listings', 'search'],
  search: ['categories', 'listings', 'opening-hours', 'places', 'saved'],
  saved: ['listings', 'search'],
  listings: ['categories', 'claims', 'opening-hours', 'places', 'reports', 'saved'],
  home: ['categories', 'listings', 'places', 'pricing', 'search'],
  content: ['listings', 'places'],
  contact: [],
  analytics: ['listings'],
  'listing-form': ['listings', 'opening-hours', 'owner-listings'],
  'owner-listings': ['claims', 'listing-form', 'listings', 'opening-hours'],
  payments: ['listing-form', 'listings', 'owner-listings'],
  accounts: ['owner-listings', 'payments', 'saved'],
  admin: ['analytics', 'listings', 'payments'],
};

const sources = ['contract', 'server', 'web'].flatMap(filesUnder).filter((file) => /\.tsx?$/.test(file));

describe('Who may import whom', () => {
  it('lets contract/ import only contract/ and zod', () => {
    expect(getImports(/^contract\//).filter(({ to }) => !/^contract\//.test(to) && to !== 'zod')).toEqual([]);
  });

  it('keeps server/ and web/ apart: they meet in the built entry-server', () => {
    expect(getImports(/^server\//).filter(({ to }) => to.startsWith('web/'))).toEqual([]);
    expect(getImports(/^web\//).filter(({ to }) => to.startsWith('server/') || to.startsWith('node:'))).toEqual([]);
  });

  it('gives the server the entry-server that it expects', () => {
    expectTypeOf<typeof entryServer>().toExtend<EntryServer>();
  });

  it('lets only main.ts, its development server and tests build the app', () => {
    expect(getImports(/^server\/(?!(main|dev-server)\.ts)/).filter(({ to }) => to === 'server/app.ts')).toEqual([]);
  });

  it('lets server/seed import everything but the wiring', () => {
    const wiring = /^server\/(app|routes|schedule|main|dev-server)\.ts$/;
    expect(getImports(/^server\/seed\//).filter(({ to }) => wiring.test(to))).toEqual([]);
  });

  it.each(['contract', 'server'])('has no import cycles in %s/, of values or types', (side) => {
    expect(findCycles(getImports(new RegExp(`^${side}/`)))).toEqual([]);
  });

  it.each(NOUNS)('lets server/%s import the ground and the nouns before it', (noun) => {
    const allowed = [...SERVER_INFRASTRUCTURE, ...NOUNS.slice(0, NOUNS.indexOf(noun) + 1)];
    expect(getImports(new RegExp(`^server/${noun}/`)).filter(({ to }) => isOutside(to, 'server', allowed))).toEqual([]);
  });

  it('lets the ground of the server know no noun', () => {
    expect(
      getImports(/^server\/(db|http|page-cache|mail|storage|jobs|stripe)\//).filter(({ to }) => isNoun(to)),
    ).toEqual([]);
  });

  it.each(Object.entries(WEB_NOUNS))('lets web/%s import the ground, its own folder, and %j', (noun, shown) => {
    const allowed = [...WEB_INFRASTRUCTURE, noun, ...shown];
    expect(getImports(new RegExp(`^web/${noun}/`)).filter(({ to }) => isOutside(to, 'web', allowed))).toEqual([]);
  });

  it('has a rule for every folder of the web', () => {
    const folders = new Set(sources.filter((file) => /^web\/.+\//.test(file)).map((file) => file.split('/')[1]));
    const known = [...WEB_INFRASTRUCTURE, ...Object.keys(WEB_NOUNS), 'build'];
    expect([...folders].filter((folder) => !known.includes(folder as string))).toEqual([]);
  });

  it('lets no page be a part of another', () => {
    // Any page may turn out to be the one of a missing URL.
    const pages = getImports(/^web\//).filter(
      ({ to }) => /-page\.tsx$/.test(to) && to !== 'web/layout/not-found-page.tsx',
    );
    expect(pages).toEqual([]);
  });

  it('lets the design system know no word of the business', () => {
    expect(getImports(/^web\/ui\//).filter(({ to }) => /^(web\/(?!ui\/)|contract\/)/.test(to))).toEqual([]);
  });
});

describe('Names', () => {
  it('gives no file a name that says nothing', () => {
    const empty = /^(utils?|helpers?|misc|common|types?)(\.|$)/;
    const all = [...sources, ...['scripts', 'tests'].flatMap(filesUnder)];
    expect(all.filter((file) => file.split('/').some((part) => empty.test(basename(part))))).toEqual([]);
  });

  it('names in npm scripts only files that are there', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const named = Object.values<string>(scripts).flatMap((script) => script.match(/[\w./-]+\.(?:ts|mjs)\b/g) ?? []);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  });
});

/** What the files whose path matches import: paths from the root, packages by name. Tests may import what they test. */
function getImports(from: RegExp): { from: string; to: string }[] {
  return (
    sources
      // A command is a program of its own, like main.ts.
      .filter((file) => from.test(file) && !/\.(test|command)\.tsx?$/.test(file))
      .flatMap((file) => {
        const text = readFileSync(join(ROOT, file), 'utf8');
        const specifiers = text.matchAll(/(?:^|[^\w.])(?:from|import)\s*\(?\s*['"]([^'"\n]+)['"]/g);
        return [...specifiers].map(([, specifier = '']) => ({ from: file, to: resolveSpecifier(file, specifier) }));
      })
  );
}

/** The cycles that a depth-first search of the imports meets, each as the files in it. */
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

function isOutside(path: string, side: 'server' | 'web', allowed: string[]): boolean {
  return path.startsWith(`${side}/`) && !allowed.includes(path.split('/')[1] as string);
}

function isNoun(path: string): boolean {
  return NOUNS.some((noun) => path.startsWith(`server/${noun}/`));
}

function filesUnder(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => normalize(join(entry.parentPath, entry.name)).slice(ROOT.length + 1));
}
