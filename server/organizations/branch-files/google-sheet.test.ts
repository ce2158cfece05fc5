import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { todayInLosAngeles, toIsoDate } from '#contract/hours/special-days.ts';
import { listSpecialDates } from '#contract/hours/special-hours.ts';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { createTestApi, type Visitor } from '#tests/support/api.ts';
import { readBranches } from './read-branches.ts';

const api = await createTestApi();
afterAll(api.close);
const { db } = api;

const today = todayInLosAngeles();
const inDays = (days: number) => toIsoDate(today + days);
const WEEK = {
  ...{
    monday: [
      { opens: '09:00', closes: '12:00' },
      { opens: '13:30', closes: '17:00' },
    ],
    tuesday: 'all-day',
  },
  ...{
    wednesday: 'closed',
    thursday: [{ opens: '18:00', closes: '02:00' }],
    friday: [{ opens: '12:00', closes: '00:00' }],
  },
  ...{ saturday: 'closed', sunday: [{ opens: '00:30', closes: '11:45' }] },
};
const SPECIAL = [
  { on: '12-25', hours: 'closed' as const },
  {
    on: inDays(3),
    hours: [
      { opens: '09:00', closes: '12:00' },
      { opens: '13:00', closes: '15:00' },
    ],
  },
  { on: inDays(5), hours: 'all-day' as const },
  { on: `${inDays(10)}/${inDays(13)}`, hours: 'closed' as const },
];

let owner: Visitor;
let ownerId: number;
beforeEach(async () => {
  for (const table of ['limits', 'listings'] as const) await db.deleteFrom(table).execute();
  ({ id: ownerId } = await makeAccount(db, { email_confirmed_at: new Date() }));
  owner = await api.signedInVisitor(ownerId);
});

const download = async (): Promise<string> => (await owner.get('/api/user/ads/google-business-profile.csv')).body;

it('the sheet is read as it was written: what it says of a listing is what the listing says', async () => {
  const description = 'Crowns “while you wait”, and =cheap= fillings. Se habla español.';
  const more = await db
    .selectFrom('categories')
    .select('id')
    .where('slug', 'in', ['japanese-restaurants', 'hvac'])
    .execute();
  const { id } = await makeListing(db, {
    more_category_ids: more.map(({ id }) => id),
    ...{ owner_id: ownerId, business_name: 'Bright, Smiles & Sons', description, phone: '(949) 555-0110' },
    ...{
      address: '100 Main St',
      city: 'Irvine',
      zip: '92614',
      website: 'https://bright.example/irvine',
      category: 'dentists',
    },
    ...{ hours: JSON.stringify(WEEK), special_hours: JSON.stringify(SPECIAL) },
  });
  const sheet = await download();
  expect(sheet.split('\n')[0]).toMatch(
    /^Store code,Business name,Address line 1,Locality,.*,Sunday hours,Monday hours,.*,Saturday hours,Special hours,From the business$/,
  );
  const path = join(mkdtempSync(join(tmpdir(), 'sheet-')), 'sheet.csv');
  writeFileSync(path, sheet);
  const { rows, refused, error } = await readBranches(db, { path, categoryId: null });
  expect({ refused, error, notes: rows.flatMap(({ notes }) => notes) }).toEqual({
    refused: [],
    error: null,
    notes: [],
  });
  const { form } = (await owner.get(`/api/user/ads/${id}`)).body;
  const [row] = rows;
  for (const name of [
    'businessName',
    'address',
    'city',
    'zipCode',
    'phone',
    'website',
    'categoryId',
    'moreCategoryIds',
    'hours',
    'description',
  ])
    expect([name, row?.form[name as 'address']]).toEqual([name, form[name]]);
  // Periods and days of every year are dates there.
  const read = listSpecialDates(row?.form.specialHours ?? [], today, 366).map(({ date, hours }) => ({ date, hours }));
  expect(read.map(({ date }) => date)).toEqual(expect.arrayContaining([inDays(3), inDays(10), inDays(11), inDays(12)]));
  expect(read.find(({ date }) => date === inDays(3))?.hours).toEqual(SPECIAL[1]?.hours);
  expect(read.find(({ date }) => date === inDays(5))?.hours).toBe('all-day');
  expect(read.filter(({ date }) => date.endsWith('-12-25')).map(({ hours }) => hours)).toEqual(['closed']);
});

it('has the listings that are or may be public, and no private street, point or other account', async () => {
  await makeListing(db, { owner_id: ownerId, business_name: 'Live', service_area_only: true, address: null });
  for (const status of ['paused', 'draft', 'deleted'] as const)
    await makeListing(db, { owner_id: ownerId, business_name: status, status });
  await makeListing(db, { owner_id: (await makeAccount(db)).id, business_name: 'Other' });
  const lines = (await download()).trim().split('\n').slice(1);
  expect(lines.map((line) => line.split(',')[1])).toEqual(['"Live"', '"paused"']);
  expect(lines[0]?.split(',')[2]).toBe('""');
});

it('unknown hours are blank', async () => {
  await makeListing(db, { owner_id: ownerId, hours: null });
  expect(await download()).toContain('"","","","","","","","",');
});
