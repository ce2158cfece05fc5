import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { EntryServer } from '#server/page-cache/web-build.ts';
import type * as entryServer from '#web/app/entry-server.tsx';

const ROOT = join(import.meta.dirname, '..');

/** The nouns of the server. Each may import those before it. */
const NOUNS = [
  'places',
  'categories',
  'accounts',
  'staff',
  'photos',
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
  'content',
  'admin',
  'seo',
];

/** The modules that every noun of the server may import. */
const SERVER_INFRASTRUCTURE = [
  'env.ts',
  'edit-distance.ts',
  'settings',
  'db',
  'doctor',
  'http',
  'page-cache',
  'mail',
  'metrics',
  'storage',
  'jobs',
  'stripe',
];

/** The modules that every page may import. */
const WEB_INFRASTRUCTURE = ['app', 'i18n', 'ui', 'art', 'map', 'layout', 'session', 'tracking', 'advertising'];

/** The nouns of the web, each with the other nouns whose components its pages use. */
const WEB_NOUNS: Record<string, string[]> = {
  'opening-hours': [],
  claims: [],
  conversations: ['admin', 'admin-listings', 'listings', 'owner-listings', 'reviews', 'today'],
  reviews: ['admin', 'admin-listings', 'conversations', 'today'],
  reports: [],
  pricing: ['listings'],
  categories: ['conversations', 'listings', 'places', 'search'],
  places: ['compare', 'listings', 'search'],
  search: ['categories', 'compare', 'conversations', 'listings', 'opening-hours', 'places', 'saved'],
  compare: ['listings', 'opening-hours', 'saved', 'search'],
  saved: ['compare', 'listings', 'search'],
  listings: [
    'categories',
    'claims',
    'conversations',
    'listing-form',
    'opening-hours',
    'owner-listings',
    'places',
    'reports',
    'reviews',
    'saved',
  ],
  home: ['categories', 'listings', 'places', 'pricing', 'search'],
  content: ['admin', 'listings', 'notices', 'places'],
  contact: [],
  analytics: ['listings'],
  'listing-form': ['listings', 'opening-hours', 'owner-listings', 'pricing'],
  'owner-listings': ['claims', 'listing-form', 'listings', 'opening-hours', 'reports'],
  payments: ['listing-form', 'listings', 'owner-listings'],
  accounts: ['conversations', 'reviews', 'owner-listings', 'payments', 'saved'],
  staff: ['accounts', 'admin'],
  admin: [
    'accounts',
    'admin-listings',
    'analytics',
    'content',
    'conversations',
    'desk',
    'exports',
    'palette',
    'import',
    'listings',
    'notices',
    'owner-listings',
    'payments',
    'plans',
    'reviews',
    'reports',
    'staff',
    'today',
  ],
  'admin-listings': ['admin', 'owner-listings'],
  desk: ['accounts', 'admin', 'admin-listings', 'listings', 'owner-listings', 'palette'],
  today: ['admin'],
  exports: ['admin'],
  notices: ['admin'],
  palette: ['admin'],
  plans: ['admin', 'payments'],
  import: ['admin'],
};

const sources = ['contract', 'server', 'web'].flatMap(filesUnder).filter((file) => /\.tsx?$/.test(file));

describe('The import rules', () => {
  it('allow contract/ to import only contract/, zod, and the formatter of messages', () => {
    expect(
      getImports(/^contract\//).filter(
        ({ to }) => !/^contract\//.test(to) && to !== 'zod' && to !== 'intl-messageformat',
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
      getImports(/^server\/(?!program\/(program|dev-server)\.ts)/).filter(({ to }) => to === 'server/app.ts'),
    ).toEqual([]);
  });

  it('allow server/seed to import everything but the wiring', () => {
    const wiring = /^server\/(app|parts|routes|schedule|shutdown|main|program\/.*)\.ts$/;
    expect(getImports(/^server\/seed\//).filter(({ to }) => wiring.test(to))).toEqual([]);
  });

  it.each(['contract', 'server', 'web'])('forbid import cycles in %s/, of values or types', (side) => {
    expect(findCycles(getImports(new RegExp(`^${side}/`)))).toEqual([]);
  });

  it.each(NOUNS)('allow server/%s to import infrastructure and the nouns before it', (noun) => {
    const allowed = [...SERVER_INFRASTRUCTURE, ...NOUNS.slice(0, NOUNS.indexOf(noun) + 1)];
    expect(getImports(new RegExp(`^server/${noun}/`)).filter(({ to }) => isOutside(to, 'server', allowed))).toEqual([]);
  });

  it('forbid the infrastructure of the server to import a noun', () => {
    expect(
      getImports(/^server\/(db|doctor|http|page-cache|mail|metrics|settings|storage|jobs|stripe)\//).filter(({ to }) =>
        isNoun(to),
      ),
    ).toEqual([]);
  });

  it.each(Object.entries(WEB_NOUNS))('allow web/%s to import infrastructure, its own folder, and %j', (noun, shown) => {
    const allowed = [...WEB_INFRASTRUCTURE, noun, ...shown];
    expect(getImports(new RegExp(`^web/${noun}/`)).filter(({ to }) => isOutside(to, 'web', allowed))).toEqual([]);
  });

  it('cover every folder of the web', () => {
    const folders = new Set(sources.filter((file) => /^web\/.+\//.test(file)).map((file) => file.split('/')[1]));
    const known = [...WEB_INFRASTRUCTURE, ...Object.keys(WEB_NOUNS), 'build'];
    expect([...folders].filter((folder) => !known.includes(folder as string))).toEqual([]);
  });

  it('forbid pages to import pages', () => {
    const pages = getImports(/^web\//).filter(({ to }) => /-page\.tsx$/.test(to));
    expect(pages).toEqual([]);
  });

  it('require private.css of pages that show what public.css leaves out', () => {
    const styles = readFileSync(join(ROOT, 'web/app/public.css'), 'utf8');
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
    const loading = pages.filter((page) => graph.get(page)?.some(({ to }) => to === 'web/app/private.css'));
    expect(loading).toEqual(showing);
  });

  it('forbid the design system to import nouns or the contract, but for messages', () => {
    expect(
      getImports(/^web\/ui\//).filter(({ to }) => /^(web\/(?!ui\/|i18n\/)|contract\/(?!i18n\/))/.test(to)),
    ).toEqual([]);
  });
});

describe('Folders', () => {
  it.each(['server', 'web'])('of %s/ hold at most 12 %% of its code each', (side) => {
    // The schema is generated.
    const counted = sources.filter(
      (file) => file.startsWith(`${side}/`) && !/\.test\.tsx?$/.test(file) && file !== 'server/db/schema.ts',
    );
    const lines = new Map<string, number>();
    for (const file of counted) {
      const folder = file.split('/')[1] as string;
      lines.set(folder, (lines.get(folder) ?? 0) + readFileSync(join(ROOT, file), 'utf8').split('\n').length);
    }
    const total = [...lines.values()].reduce((sum, count) => sum + count, 0);
    expect([...lines].filter(([, count]) => count > 0.12 * total)).toEqual([]);
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
