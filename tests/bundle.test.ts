import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

const BUILT = join(import.meta.dirname, '../dist/client');
const MOST_SCRIPT_BYTES = 130_000;
// Behind and beside the directory are forms, tables and tabs, for few people, who stay.
const MOST_PRIVATE_SCRIPT_BYTES = 190_000;
const PRIVATE = /^web\/(accounts|analytics|contact|moderation|payments|listings\/(post|edit|preview)-ad)[/.]/;
const MOST_STYLE_BYTES = 20_000;

interface Chunk {
  file: string;
  isEntry?: boolean;
  imports?: string[];
  css?: string[];
}

// `npm test` builds first; by hand: npm run build.
const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(BUILT, 'manifest.json'), 'utf8'));
const pages = Object.keys(manifest).filter((module) => module.endsWith('.page.tsx'));
const entry = Object.keys(manifest).find((module) => manifest[module]?.isEntry) as string;

describe('What a visitor downloads', () => {
  it('is known for every page', () => {
    expect(pages.length).toBeGreaterThan(0);
    expect(entry).toMatch(/entry-client/);
  });

  it.each(pages)(`%s: few enough scripts, gzipped`, (page) => {
    const most = PRIVATE.test(page) ? MOST_PRIVATE_SCRIPT_BYTES : MOST_SCRIPT_BYTES;
    expect(gzippedBytes(filesOf(page).scripts)).toBeLessThanOrEqual(most);
  });

  it.each(pages)(`%s: at most ${MOST_STYLE_BYTES / 1000} kB of styles, gzipped`, (page) => {
    const { styles } = filesOf(page);
    expect(styles).not.toEqual([]);
    expect(gzippedBytes(styles)).toBeLessThanOrEqual(MOST_STYLE_BYTES);
  });
});

/** All that the page needs before it is complete: its own modules and the entry's, with what they import. */
function filesOf(page: string) {
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
  return files.reduce((sum, file) => sum + gzipSync(readFileSync(join(BUILT, file))).length, 0);
}
