import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '#contract/i18n/languages.ts';

const BUILD_FOLDER = join(import.meta.dirname, '../dist/client');
const SERVER_FOLDER = join(import.meta.dirname, '../dist/server');
const MAX_SCRIPT_BYTES = 140_000;
// Pages of owners and admins have forms, tables and tabs.
const MAX_PRIVATE_SCRIPT_BYTES = 218_500;
const PRIVATE_PAGES =
  /^web\/(accounts|admin|analytics|contact|conversations|listing-form|organizations\/(organization|branch-)|owner-listings|payments|reviews|site\/(account|administration|pages\/conversation))/;
// By which the scripts of a page may differ between languages.
const MAX_LANGUAGE_BYTES = 3_000;
const MAX_STYLE_BYTES = 20_000;
const MAX_PRIVATE_STYLE_BYTES = 32_000;
const MAX_OUTLINES_BYTES = 90_000;

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

// `npm test` builds first; by hand: npm run build.
const manifests = new Map(
  LANGUAGES.map((language): [Language, Record<string, Chunk>] => [
    language,
    JSON.parse(readFileSync(join(BUILD_FOLDER, `manifest.${language}.json`), 'utf8')),
  ]),
);
const manifest = manifests.get(DEFAULT_LANGUAGE) as Record<string, Chunk>;
const pages = Object.keys(manifest).filter((module) => module.endsWith('-page.tsx'));
const entry = 'web/site/entry-client.tsx';

describe('What a visitor downloads', () => {
  it('is known for every page', () => {
    expect(pages.length).toBeGreaterThan(0);
    expect(manifest[entry]?.file).toMatch(/\.js$/);
  });

  it.each(pages)(`%s: few enough scripts, gzipped, in each language`, (page) => {
    const most = PRIVATE_PAGES.test(page) ? MAX_PRIVATE_SCRIPT_BYTES : MAX_SCRIPT_BYTES;
    const sizes = LANGUAGES.map((language) => gzippedBytes(getPageFiles(page, language).scripts));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(most);
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(MAX_LANGUAGE_BYTES);
  });

  it.each(pages)('%s: small enough styles, gzipped', (page) => {
    const most = PRIVATE_PAGES.test(page) ? MAX_PRIVATE_STYLE_BYTES : MAX_STYLE_BYTES;
    const { styles } = getPageFiles(page);
    expect(styles).not.toEqual([]);
    expect(gzippedBytes(styles)).toBeLessThanOrEqual(most);
  });

  it(`the outlines of a map: at most ${MAX_OUTLINES_BYTES / 1000} kB, gzipped`, () => {
    const { file } = manifest['data/socal_outlines.topo.json'] as Chunk;
    expect(gzippedBytes([file])).toBeLessThanOrEqual(MAX_OUTLINES_BYTES);
  });
});

it.each(LANGUAGES)('the server loads no libraries of charts and maps, which only browsers draw: %s', (language) => {
  const pages = readFileSync(join(SERVER_FOLDER, language, 'entry-server.js'), 'utf8');
  expect(pages).toContain('from "react-router"');
  expect(pages).not.toMatch(/["']recharts["']|["']maplibre-gl["']/);
});

/** All that the page needs before it is complete: its own modules and the entry's, with what they import. */
function getPageFiles(page: string, language: Language = DEFAULT_LANGUAGE) {
  const manifest = manifests.get(language) as Record<string, Chunk>;
  const seen = new Set<string>();
  const visit = (module: string) => {
    if (seen.has(module)) return;
    seen.add(module);
    manifest[module]?.imports?.forEach(visit);
  };
  visit(entry);
  visit(page);
  const chunks = [...seen].map((module) => manifest[module] as Chunk);
  return {
    scripts: [...new Set(chunks.map(({ file }) => file))].filter((file) => file.endsWith('.js')),
    styles: [...new Set(chunks.flatMap(({ css = [] }) => css))],
  };
}

/** Most files belong to many pages. */
const gzippedSizes = new Map<string, number>();

function gzippedBytes(files: string[]): number {
  return files.reduce((sum, file) => sum + gzippedSize(file), 0);
}

function gzippedSize(file: string): number {
  const size = gzippedSizes.get(file) ?? gzipSync(readFileSync(join(BUILD_FOLDER, file))).length;
  gzippedSizes.set(file, size);
  return size;
}
