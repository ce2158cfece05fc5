import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findBrokenReferences, hasReference, isReferences, readSections } from '#tests/support/documents/claims.ts';

const ROOT = join(import.meta.dirname, '..');
const DOCUMENT = 'docs/security.md';
const SECTIONS = readSections(DOCUMENT);
/** What people promise or fear, which no test can show. */
const PEOPLE = ['Reporting a hole', 'Threat model', 'Updates'];
/** What only those do who run the site. */
const OPERATOR = 'the operator';

/** How many items of levels 1 and 2 each section of ASVS 5.0 has; they are numbered from 1. */
const ITEM_COUNTS: Record<string, number> = {
  ...{ 'V1.1': 2, 'V1.2': 9, 'V1.3': 11, 'V1.4': 3, 'V1.5': 2, 'V2.1': 3, 'V2.2': 3, 'V2.3': 4, 'V2.4': 1 },
  ...{ 'V3.2': 2, 'V3.3': 4, 'V3.4': 6, 'V3.5': 5, 'V3.7': 2, 'V4.1': 3, 'V4.2': 1, 'V4.3': 2, 'V4.4': 4 },
  ...{ 'V5.1': 1, 'V5.2': 3, 'V5.3': 2, 'V5.4': 3, 'V6.1': 3, 'V6.2': 12, 'V6.3': 4, 'V6.4': 4, 'V6.5': 5 },
  ...{ 'V6.6': 3, 'V6.8': 4, 'V7.1': 3, 'V7.2': 4, 'V7.3': 2, 'V7.4': 5, 'V7.5': 2, 'V7.6': 2, 'V8.1': 2 },
  ...{ 'V8.2': 3, 'V8.3': 1, 'V8.4': 1, 'V9.1': 3, 'V9.2': 4, 'V10.1': 2, 'V10.2': 2, 'V10.3': 4, 'V10.4': 11 },
  ...{ 'V10.5': 5, 'V10.6': 2, 'V10.7': 3, 'V11.1': 2, 'V11.2': 3, 'V11.3': 3, 'V11.4': 4, 'V11.5': 1, 'V11.6': 1 },
  ...{ 'V12.1': 3, 'V12.2': 2, 'V12.3': 4, 'V13.1': 1, 'V13.2': 5, 'V13.3': 2, 'V13.4': 5, 'V14.1': 2, 'V14.2': 4 },
  ...{ 'V14.3': 3, 'V15.1': 3, 'V15.2': 3, 'V15.3': 7, 'V16.1': 1, 'V16.2': 5, 'V16.3': 4, 'V16.4': 3, 'V16.5': 3 },
  ...{ 'V17.1': 1, 'V17.2': 4, 'V17.3': 2 },
};
const ALL_ITEMS = Object.entries(ITEM_COUNTS).flatMap(([section, count]) =>
  Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
);

const claims = SECTIONS.flatMap((section) => section.tables);

/** The state of an item stands before its text, `**not met**, …`, unless it is met. */
const STATE = /^\*\*([^*]+)\*\*, /;

/** The items of a row: `V1.2.6, V1.2.7`, or a whole chapter, `V10`. */
const expandItems = (cell: string) =>
  cell.split(', ').flatMap((id) => (id.includes('.') ? [id] : ALL_ITEMS.filter((item) => item.startsWith(`${id}.`))));

const items = claims
  .filter(({ columns }) => columns[0] === 'item')
  .flatMap(({ rows }) =>
    rows.flatMap(([ids = '', text = '', shownBy = '']) =>
      expandItems(ids).map((id) => ({
        id,
        state: STATE.exec(text)?.[1] ?? 'met',
        text: text.replace(STATE, ''),
        shownBy,
      })),
    ),
  );

describe('docs/security.md', () => {
  it('has every item of levels 1 and 2 once, with a state and a reason', () => {
    expect(ALL_ITEMS).toHaveLength(253);
    expect(items.map(({ id }) => id)).toEqual(ALL_ITEMS);
    // What it is about, and how or why not.
    expect(items.filter(({ text }) => !/^[^:]+: \S/.test(text))).toEqual([]);
    expect(new Set(items.map(({ state }) => state))).toEqual(new Set(['met', 'not met', 'not applicable']));
  });

  it('counts them', () => {
    const text = readFileSync(join(ROOT, DOCUMENT), 'utf8');
    const [, ...counts] = /(\d+) are met, (\d+) not met and (\d+) not applicable/.exec(text) ?? [];
    const states = ['met', 'not met', 'not applicable'];
    expect(counts).toEqual(states.map((state) => String(items.filter((item) => item.state === state).length)));
  });

  it('has beside each row of a table the tests that show it', () => {
    expect(claims.filter(({ columns }) => columns.at(-1) !== 'shown by')).toEqual([]);
    const unproven = claims.flatMap(({ rows }) => rows).filter((row) => !isReferences(row.at(-1) ?? ''));
    // What is not used has no test but the one below.
    expect(unproven.filter((row) => row.at(-1) !== OPERATOR && !row.at(-2)?.endsWith(': not used'))).toEqual([]);
    expect(items.filter(({ state, shownBy }) => state === 'met' && !isReferences(shownBy))).toEqual([]);
  });

  it('has in each sentence about the program a test that shows it', () => {
    expect(SECTIONS.map(({ name }) => name)).toEqual(expect.arrayContaining(PEOPLE));
    const sentences = SECTIONS.filter(({ name }) => !PEOPLE.includes(name)).flatMap((section) => section.sentences);
    expect(sentences.length).toBeGreaterThan(3);
    expect(sentences.filter((sentence) => !hasReference(sentence))).toEqual([]);
  });

  it('calls not used what no source and no package names', () => {
    const sources = globSync('{server,web,contract}/**/*.{ts,tsx}', {
      cwd: ROOT,
      exclude: (name) => name.includes('.test.'),
    });
    const text = ['package.json', ...sources].map((file) => readFileSync(join(ROOT, file), 'utf8')).join('\n');
    const names = items.flatMap(({ text }) => /^(.*): not used$/.exec(text)?.[1]?.split(', ') ?? []);
    expect(names.length).toBeGreaterThan(5);
    expect(text.match(new RegExp(`\\b(?:${names.join('|')})\\b`, 'gi'))).toBeNull();
  });
});

describe('docs/privacy-data.md', () => {
  it('has in each sentence a test that shows it', () => {
    const sentences = readSections('docs/privacy-data.md').flatMap((section) => section.sentences);
    expect(sentences.length).toBeGreaterThan(3);
    expect(sentences.filter((sentence) => !hasReference(sentence))).toEqual([]);
  });
});

it.each([DOCUMENT, 'docs/privacy-data.md'])('%s names tests and headings that exist', (document) => {
  expect(findBrokenReferences(document)).toEqual([]);
});
