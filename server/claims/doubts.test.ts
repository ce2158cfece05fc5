import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { describeChange } from '#server/listings/versions/describe-change.ts';
import { type ListingOverrides, makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { createTestApi } from '#tests/support/api.ts';

const api = await createTestApi();
afterAll(api.close);
const { db } = api;

beforeEach(async () => {
  for (const table of ['limits', 'listings', 'accounts'] as const) await db.deleteFrom(table).execute();
  await makeAccount(db, { id: 1 });
});

const WEBSITE = 'https://golden-hour.example';
const makeUnclaimed = async (overrides: ListingOverrides = {}) =>
  (await makeListing(db, { origin: 'open-data', website: WEBSITE, ...overrides })).id;
const administrator = async () => (await api.signedInVisitor(1)).send;

/** Claims the listing with an address at the domain of a website; answers the status, and why it waits. */
async function claim(id: number, domain = 'golden-hour.example') {
  const account = await makeAccount(db, { email_confirmed_at: new Date() });
  const visitor = await api.signedInVisitor(account.id);
  const { body } = await visitor.post(`/api/ads/${id}/claims`, { email: `owner@${domain}` });
  const queue: { id: number; doubts: { about: string; reason: string }[] }[] = (
    await (
      await administrator()
    )('GET', '/api/admin/claims')
  ).body;
  const doubts = queue.find((row) => row.id === body.id)?.doubts.map(({ about, reason }) => `${about} ${reason}`);
  return { status: body.status, doubts };
}

async function acceptSuggestion(id: number, kind: 'website' | 'phone', value: string) {
  await api.visitor().post(`/api/ads/${id}/suggested-edits`, { kind, value });
  const admin = await administrator();
  const [edit] = (await admin('GET', '/api/admin/suggested-edits')).body;
  expect((await admin('POST', `/api/admin/suggested-edits/${edit.id}/accept`)).status).toBe(204);
}

const ageVersions = (days: number) =>
  sql`update listing_versions set at = now() - make_interval(days => ${days})`.execute(db);

/** Changes a website as the program does. */
const change = (id: number, kind: 'import' | 'merge' | 'unmerge' | 'import-undo', website: string | null) =>
  db.transaction().execute(async (trx) => {
    await describeChange(trx, { kind });
    await trx.updateTable('listings').set({ website }).where('id', '=', id).execute();
  });

describe('A website proves a claim', () => {
  it('that open data said and nobody changed', async () => {
    expect(await claim(await makeUnclaimed())).toEqual({ status: 'mailed', doubts: undefined });
  });

  it('that a source said again more than 90 days ago', async () => {
    const id = await makeUnclaimed();
    await change(id, 'import', 'https://new.example');
    expect(await claim(id, 'new.example')).toEqual({ status: 'waiting', doubts: ['website changed'] });
    await ageVersions(91);
    expect((await claim(id, 'new.example')).status).toBe('mailed');
  });
});

describe('A website proves no claim', () => {
  it.each([null, 'a-source'])('that a visitor suggested, however long ago (source %s)', async (source) => {
    if (source)
      await sql`insert into sources (name, title) values (${source}, 'A source') on conflict do nothing`.execute(db);
    const id = await makeUnclaimed({ source, source_id: source && '1' });
    await acceptSuggestion(id, 'website', 'https://stranger.example');
    for (const days of [0, 200]) {
      await ageVersions(days);
      expect(await claim(id, 'stranger.example')).toEqual({ status: 'waiting', doubts: ['website suggested'] });
    }
    // The former one is no proof either.
    expect((await claim(id)).status).toBe('waiting');
  });

  it('that the staff corrected, or restored', async () => {
    const id = await makeUnclaimed();
    const admin = await administrator();
    const correction = { changes: { website: 'https://stranger.example' }, reason: 'They called', revision: 0 };
    expect((await admin('PATCH', `/api/admin/ads/${id}`, correction)).status).toBe(200);
    await ageVersions(200);
    expect(await claim(id, 'stranger.example')).toEqual({ status: 'waiting', doubts: ['website staff'] });
    const restored = await admin('POST', `/api/admin/ads/${id}/versions/0/restore`, { reason: 'Wrong', revision: 1 });
    expect(restored.status).toBe(200);
    expect((await claim(id)).status).toBe('waiting');
  });

  it.each(['import', 'merge', 'unmerge', 'import-undo'] as const)(
    'that a change of the kind %s brought lately',
    async (kind) => {
      const id = await makeUnclaimed({ website: null });
      await change(id, kind, WEBSITE);
      expect(await claim(id)).toEqual({ status: 'waiting', doubts: ['website changed'] });
    },
  );

  it('whose last change is no longer stored, because newer versions took its place', async () => {
    const id = await makeUnclaimed();
    await change(id, 'import', 'https://stranger.example');
    for (let i = 0; i < 50; i++)
      await db
        .updateTable('listings')
        .set({ title: `Shop ${i}` })
        .where('id', '=', id)
        .execute();
    expect(await claim(id, 'stranger.example')).toEqual({
      status: 'waiting',
      doubts: ['website changed', 'phone changed'],
    });
  });
});

it('A telephone number that a visitor suggested is said to prove nothing to who decides, and leaves the website a proof', async () => {
  const id = await makeUnclaimed();
  await acceptSuggestion(id, 'phone', '(949) 555-0123');
  expect((await claim(id)).status).toBe('mailed');
  expect(await claim(id, 'elsewhere.example')).toEqual({ status: 'waiting', doubts: ['phone suggested'] });
});
