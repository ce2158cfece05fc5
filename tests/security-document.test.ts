import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const text = readFileSync(join(ROOT, 'docs/security.md'), 'utf8');

/** The cells of the table rows whose first cell matches. */
const readRows = (first: RegExp) =>
  [...text.matchAll(/^\| (.*) \|$/gm)]
    .map(([, row = '']) => row.split(' | '))
    .filter(([cell = '']) => first.test(cell));

const items = readRows(/^V\d+\.\d+\.\d+$/).map(([id = '', level = '', subject = '', state = '', how = '']) => ({
  id,
  chapter: id.split('.', 1)[0],
  level,
  subject,
  state: state.replaceAll('*', ''),
  how,
}));

describe('docs/security.md', () => {
  it('has every item of levels 1 and 2 once, with a state and a reason', () => {
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
    const countLevel = (level: string) => items.filter((item) => item.level === level).length;
    expect([countLevel('1'), countLevel('2'), items.length]).toEqual([70, 183, 253]);
    expect(items.filter(({ subject, how }) => subject === '' || how === '')).toEqual([]);
    expect(new Set(items.map(({ state }) => state))).toEqual(new Set(['met', 'not met', 'not applicable']));
  });

  it('counts them', () => {
    const count = (chapter: string) => {
      const own = items.filter((item) => chapter === 'all' || item.chapter === chapter);
      const states = ['met', 'not met', 'not applicable'].map((state) => own.filter((item) => item.state === state));
      return [own, ...states].map((list) => String(list.length));
    };
    const summary = readRows(/^(V\d+ .+|all)$/);
    expect(summary).toHaveLength(18);
    for (const [name = '', ...counts] of summary)
      expect([name, counts]).toEqual([name, count(name.split(' ', 1)[0] ?? '')]);
  });

  it('names files and tests that exist', () => {
    const named = [...text.matchAll(/`((?:[\w.-]+\/)+[\w.-]+\.\w+|[\w-]+\.json)`/g)].map((match) => match[1] as string);
    expect(named.length).toBeGreaterThan(200);
    expect(named.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  });

  it('calls nothing met without naming what shows it', () => {
    const unproven = items.filter(({ state, how }) => state === 'met' && !/`[^`]+\.\w+`| above/.test(how));
    expect(unproven).toEqual([]);
  });
});
