import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { BLANK_FIELDS, type ImportRow } from '#server/source-files/rows.ts';
import { stageRows } from './staged-rows.ts';

const ZIPS = ['92614', '', '90210', '92612', '90001-1234', 'x', '9', '\u0661\u0662\u0663\u0664'];
const makeRow = (n: number): ImportRow => ({
  line: n,
  fields: { ...BLANK_FIELDS, id: `r:${n}`, name: `\u201cÑandú\u201d\n${n}`, zip: ZIPS[n % ZIPS.length] ?? '' },
  rejection: n % 10 === 0 ? { kind: 'outside', text: 'outside', isOnlyCounted: true } : null,
  fallbackCategory: n % 2 === 0 ? 'plumbers' : '',
});

it('Rows are sorted by the beginning of their ZIP codes and otherwise stay in order, none lost and none changed', async () => {
  const rows = Array.from({ length: 1203 }, (_, n) => makeRow(n));
  const source = async function* () {
    yield* rows;
  };
  const progress: [number, number][] = [];
  const stage = async (options: Parameters<typeof stageRows>[1]) => {
    const staged: ImportRow[] = [];
    for await (const row of stageRows(source(), options)) staged.push(row);
    return staged;
  };
  // Written to the file in many parts.
  const sorted = await stage({
    isSorted: true,
    progress: (taken, total) => progress.push([taken, total]),
    bufferBytes: 5000,
  });
  const toKey = ({ fields }: ImportRow) => /^\d{4}/.exec(fields.zip)?.[0] ?? '';
  expect(sorted).toEqual(rows.toSorted((a, b) => Number(toKey(a)) - Number(toKey(b)) || a.line - b.line));
  expect(await stage({ isSorted: false, bufferBytes: 5000 })).toEqual(rows);
  expect(await stage({ isSorted: false })).toEqual(rows);
  expect(progress).toEqual([
    [1000, 1203],
    [1203, 1203],
  ]);
});

it('Nothing is left in the folder for temporary files, also when the rows end with a failure', async () => {
  const before = readdirSync(tmpdir()).filter((name) => name.startsWith('import-rows-'));
  const failing = async function* () {
    yield makeRow(1);
    throw new Error('broken file');
  };
  const options = { isSorted: true, bufferBytes: 1 };
  await expect(stageRows(failing(), options).next()).rejects.toThrow('broken file');
  const first = stageRows(
    (async function* () {
      yield* [makeRow(1), makeRow(2)];
    })(),
    options,
  );
  await first.next();
  expect(readdirSync(tmpdir()).filter((name) => name.startsWith('import-rows-'))).toEqual(before);
  await first.return(undefined);
});
