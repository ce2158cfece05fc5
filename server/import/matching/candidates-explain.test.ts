import { afterAll, expect, it } from 'vitest';
import type { ImportedListing } from '#server/import/listing.ts';
import { explain } from '#tests/support/explain.ts';
import { createLargeDirectory } from '#tests/support/large-directory.ts';
import { directoryQuery, readMatchKeys } from './candidates.ts';

const { db, drop } = await createLargeDirectory();
afterAll(drop);

it('Candidates are found by indexes in a large directory, however many rows are looked up', async () => {
  const row = {
    zip: '92614',
    address: '1 Main St',
    phone: '(949) 555-0100',
    lat: 33.7,
    lng: -117.8,
    business_name: 'Vons',
  };
  for (const rows of [1, 500]) {
    const keyed = await readMatchKeys(db, Array(rows).fill(row as ImportedListing));
    const plan = await explain(db, directoryQuery(keyed).compile(db));
    expect(plan.filter((line) => /Seq Scan on (listings|merged_rows)/.test(line))).toEqual([]);
    // A comparison as text would read the whole index for each row.
    expect(plan.filter((line) => /Filter:.*\bzip\b/.test(line))).toEqual([]);
    for (const index of ['address', 'phone', 'number', 'name', 'zip']) {
      expect(plan.join('\n')).toMatch(new RegExp(`listings_match_${index}\\b`));
    }
  }
});
