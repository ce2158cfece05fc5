import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

const BUILD_FOLDER = join(import.meta.dirname, '../dist/client');
const MAX_SCRIPT_BYTES = 140_000;
// Pages of owners and admins have forms, tables and tabs.
const MAX_PRIVATE_SCRIPT_BYTES = 208_000;
const PRIVATE_PAGES =
  /^web\/(accounts|admin|analytics|contact|conversations|desk|listing-form|owner-listings|payments|reviews|staff)\//;
const MAX_STYLE_BYTES = 20_000;
const MAX_PRIVATE_STYLE_BYTES = 32_000;
const MAX_OUTLINES_BYTES = 90_000;

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

// `npm test` builds first; by hand: npm run build.
const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(BUILD_FOLDER, 'manifest.json'), 'utf8'));
const pages = Object.keys(manifest).filter((module) => module.endsWith('-page.tsx'));
const entry = 'web/app/entry-client.tsx';

describe('What a visitor downloads', () => {
  it('is known for every page', () => {
    expect(pages.length).toBeGreaterThan(0);
    expect(manifest[entry]?.file).toMatch(/\.js$/);
  });

  it.each(pages)(`%s: few enough scripts, gzipped`, (page) => {
    const most = PRIVATE_PAGES.test(page) ? MAX_PRIVATE_SCRIPT_BYTES : MAX_SCRIPT_BYTES;
    expect(gzippedBytes(getPageFiles(page).scripts)).toBeLessThanOrEqual(most);
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

/** All that the page needs before it is complete: its own modules and the entry's, with what they import. */
function getPageFiles(page: string) {
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

function gzippedBytes(files: string[]): number {
  return files.reduce((sum, file) => sum + gzipSync(readFileSync(join(BUILD_FOLDER, file))).length, 0);
}
