import { afterAll, expect, it } from 'vitest';
import type { AdminListingFilter } from '#contract/admin/listings.ts';
import { openGazetteer } from '#server/places/open-gazetteer.ts';
import { explain } from '#tests/support/explain.ts';
import { createLargeDirectory } from '#tests/support/large-directory.ts';
import { chooseCandidates } from './candidates.ts';
import { readFrequencies, resolveFilter } from './resolve-filter.ts';
import { rowsQuery, toPartFilter } from './table.ts';

const { db, drop } = await createLargeDirectory();
afterAll(drop);
const gazetteer = await openGazetteer(db);
const { username } = await db.selectFrom('accounts').select('username').limit(1).executeTakeFirstOrThrow();

it.each<[string, AdminListingFilter, RegExp]>([
  ['all', {}, /listings_recent[\s\S]*listings_not_public/],
  ['hidden ones', { state: 'hidden' }, /listings_(not_public|unseen)/],
  ['a category', { category: 'pizza' }, /listings_category/],
  ['a county', { county: 'orange-county', noCategory: true }, /listings_county/],
  ['premium ones', { level: 'premium', state: 'shown' }, /listings_featured/],
  ['a domain', { domain: 'example.com' }, /listings_domain/],
  ['an id', { id: 12 }, /listings_pkey/],
  ['those of nobody', { owner: 'nobody' }, /One-Time Filter: false/],
  ['an owner’s', { owner: username }, /listings_owne[rd]/],
  ['a city', { city: 'irvine', state: 'shown' }, /listings_place/],
  ['a ZIP code', { zip: '92614', state: 'shown' }, /listings_(category_)?zip/],
  ['reported ones', { reported: true }, /listings_pkey/],
  ['possible duplicates', { doubtful: true }, /listings_pkey/],
  ['a source', { source: 'Permits' }, /listings_/],
  ['days, and area points', { from: '2026-01-01', to: '2026-12-31', areaOnly: true }, /listings_recent/],
  ['common words', { words: 'plumbing' }, /listing/],
  ['rare words and a number', { words: 'zzyzx irvine 12' }, /listing_search_words/],
  ['first letters of rare words', { words: 'zzyz ir 12 b' }, /listing_search_words/],
  ['a telephone', { phone: '9495550100' }, /listing_search_words/],
])('%s are found by an index, and never by reading all listings', async (_, asked, index) => {
  const filter = await resolveFilter(db, gazetteer, asked);
  const candidates = chooseCandidates(filter, await readFrequencies(db, filter));
  const plan = (
    await explain(db, rowsQuery({ filter, candidates, sort: 'newest', after: undefined }, 26).compile(db))
  ).join('\n');
  expect(plan).toMatch(index);
  expect(plan).not.toMatch(/Seq Scan on listings/);
});

it.each(['whole', 'begun'] as const)('rare words are found by an index, the %s part of them', async (part) => {
  const all = await resolveFilter(db, gazetteer, { words: 'zzyzx irvine' });
  const filter = toPartFilter(all, part);
  const candidates = chooseCandidates(filter, await readFrequencies(db, filter));
  const plan = await explain(db, rowsQuery({ filter, candidates, sort: 'newest', after: undefined }, 26).compile(db));
  expect(plan.join('\n')).toMatch(/listing_search_words/);
  expect(plan.join('\n')).not.toMatch(/Seq Scan on listings/);
});
