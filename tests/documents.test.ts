import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const files = readdirSync(ROOT)
  .filter((name) => !name.startsWith('.') && !['node_modules', 'dist', 'var'].includes(name))
  .flatMap((name) =>
    statSync(join(ROOT, name)).isFile()
      ? [name]
      : readdirSync(join(ROOT, name), { recursive: true, encoding: 'utf8' }).map((file) => join(name, file)),
  )
  .filter((file) => /\.(ts|tsx|mjs|sql|md|css)$/.test(file));

/** Files of examples, and those that a document says where they went. */
const FORMER_FILES = new Set(['web/page.tsx', 'web/page.test.tsx', 'scripts/sample-pictures.ts', 'server/main.ts']);

/** The matches of a pattern in all sources and documents, as 'file: match'. */
const findAll = (pattern: RegExp) =>
  files.flatMap((file) => [...read(file).matchAll(pattern)].map((match) => ({ file, text: match[1] as string })));

describe('The documents', () => {
  it('have every decision record that the code refers to', () => {
    const missing = findAll(/docs\/(decisions\/\d[\w-]*\.md)/g).filter(
      ({ text }) => !existsSync(join(ROOT, 'docs', text)),
    );
    expect(missing).toEqual([]);
  });

  it('have every heading of docs/product.md that is cited', () => {
    const headings = [...read('docs/product.md').matchAll(/^## (.*)$/gm)].map((match) => match[1] as string);
    const cited = findAll(/docs\/product\.md, ([A-Z][^).]*)/g);
    expect(cited.length).toBeGreaterThan(20);
    expect(cited.filter(({ text }) => !headings.some((heading) => text.startsWith(heading)))).toEqual([]);
  });

  it('have no broken link to a file', () => {
    const broken = findAll(/\]\((?!https?:|#|\/)([^)#\s]+)/g).filter(
      ({ file, text }) =>
        file.endsWith('.md') && !file.startsWith('content/') && !existsSync(join(ROOT, dirname(file), text)),
    );
    expect(broken).toEqual([]);
  });

  it('and sources name files that exist', () => {
    const named = findAll(
      /(?<![\w/#.@-])((?:server|web|tests|contract|scripts|deploy|data|docs)\/[\w./-]+\.(?:tsx|ts|mjs|sql|css|json|md|csv))\b/g,
    );
    expect(named.length).toBeGreaterThan(300);
    const missing = named.filter(({ file, text }) => !FORMER_FILES.has(text) && !file.startsWith('tests/fixtures/'));
    expect(missing.filter(({ text }) => !existsSync(join(ROOT, text)))).toEqual([]);
  });

  it('are read from where they are', () => {
    const read = findAll(/import\.meta\.dirname, '((?:\.\.\/)+[^']*)'/g).filter(({ text }) => !text.includes('/dist'));
    expect(read.length).toBeGreaterThan(10);
    expect(read.filter(({ file, text }) => !existsSync(join(ROOT, dirname(file), text)))).toEqual([]);
  });

  it('list every decision record in the index', () => {
    const index = read('docs/decisions/README.md');
    const records = files.filter((file) => /^docs\/decisions\/\d/.test(file)).map((file) => file.split('/').at(-1));
    expect(records.filter((record) => !index.includes(`(${record})`))).toEqual([]);
  });
});
