import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { setMailing } from '#server/accounts/mailings.ts';
import { type ListingOverrides, makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { createTestApi } from '#tests/support/api.ts';
import { recordInvalidations } from '#tests/support/import/import-file.ts';
import { openMailQueue, waitForEmptyMailQueue } from '#tests/support/mail-queue.ts';
import { sendAccuracyChecks } from './accuracy-check.ts';

const api = await createTestApi();
const { db } = api;
const site = { name: 'The Directory', origin: 'https://directory.example', supportEmail: 'help@directory.example' };
const { emails, processes, jobs } = await openMailQueue(api, 2);

beforeEach(async () => {
  await waitForEmptyMailQueue(db);
  emails.length = 0;
  await db.deleteFrom('listings').execute();
  await db.deleteFrom('accounts').execute();
});

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
const makeOwner = () => makeAccount(db, { email_confirmed_at: new Date() });
const createListing = async (overrides: ListingOverrides = {}) =>
  makeListing(db, { owner_id: (await makeOwner()).id, expires_at: null, updated_at: daysAgo(181), ...overrides });

async function sendChecks() {
  const before = emails.length;
  await sendAccuracyChecks(db, { jobs, site });
  await waitForEmptyMailQueue(db);
  return emails.slice(before);
}
const findToken = (text = '') => /still-right#token=(\S+)/.exec(text)?.[1] ?? '';
const confirm = (token: string) => api.visitor().post('/api/confirm-listings', { token });

describe('Owners are asked whether a listing is still right', () => {
  it.each<[string, ListingOverrides, number]>([
    ['unchanged for 181 days', {}, 1],
    ['changed 179 days ago', { updated_at: daysAgo(179) }, 0],
    ['confirmed 179 days ago', { confirmed_at: daysAgo(179) }, 0],
    ['confirmed 181 days ago', { confirmed_at: daysAgo(181) }, 1],
    ['paused', { status: 'paused' }, 0],
    ['expired', { expires_at: daysAgo(1) }, 0],
    ['nobody’s', { owner_id: null, origin: 'open-data' }, 0],
    ['a suspended account’s', { owner_suspended: true }, 0],
  ])('that is %s', async (_what, overrides, times) => {
    await createListing(overrides);
    expect(await sendChecks()).toHaveLength(times);
  });

  it('once in 180 days for all of their listings, also by two processes', async () => {
    const { id: owner_id, email } = await makeOwner();
    const first = await createListing({ owner_id, title: 'Golden Hour Plumbing' });
    const second = await createListing({ owner_id, title: 'Salt & Sons' });
    await createListing({ owner_id, title: 'A new one', updated_at: new Date() });
    await Promise.all(processes.map(() => sendAccuracyChecks(db, { jobs, site })));
    await waitForEmptyMailQueue(db);
    expect(emails).toMatchObject([{ to: email, subject: 'Are your listings on The Directory still right?' }]);
    const [{ text } = { text: '' }] = emails;
    expect(text).toContain(`“Golden Hour Plumbing”\nhttps://directory.example/ads/${first.id}`);
    expect(text).toContain(`https://directory.example/ads/${second.id}`);
    expect(text).not.toContain('A new one');
    expect(await sendChecks()).toEqual([]);
    await sql`update mailings set mailed_for = mailed_for - 180`.execute(db);
    expect(await sendChecks()).toHaveLength(1);
  });

  it('not after they turned it off, and not at an unconfirmed address', async () => {
    const owner = await makeOwner();
    await createListing({ owner_id: owner.id });
    await createListing({ owner_id: (await makeAccount(db)).id });
    await setMailing(db, owner.id, { kind: 'accuracy-check', on: false });
    expect(await sendChecks()).toEqual([]);
  });
});

describe('The link of the email', () => {
  it('confirms the public listings of the owner, and no others', async () => {
    const listing = await createListing();
    const paused = await createListing({ owner_id: listing.owner_id, status: 'paused' });
    const other = await createListing({ updated_at: new Date() });
    const [email] = await sendChecks();
    const invalidations = await recordInvalidations(api.database);
    expect((await confirm(findToken(email?.text))).status).toBe(200);
    const keys = (await invalidations.takeReceived()).flat();
    await invalidations.close();
    expect(keys).toContain(`listing:${listing.id}`);
    const read = async (id: number) => (await api.get(`/api/ads/${id}`)).body.confirmedAt;
    expect(await read(listing.id)).toMatch(new RegExp(new Date().toISOString().slice(0, 10)));
    expect(await read(other.id)).toBeNull();
    const [row] = await db.selectFrom('listings').select('confirmed_at').where('id', '=', paused.id).execute();
    expect(row).toEqual({ confirmed_at: null });
    expect(await sendChecks()).toEqual([]);
  });

  it.each([
    ['x'.repeat(43), 404],
    ['short', 400],
    ['%00', 400],
  ])('is refused with another token: %s', async (token, expected) => {
    expect((await confirm(token)).status).toBe(expected);
  });

  it('of another kind of email confirms nothing', async () => {
    await createListing();
    const [email] = await sendChecks();
    await sql`update mailings set kind = 'weekly-summary'`.execute(db);
    expect((await confirm(findToken(email?.text))).status).toBe(404);
  });
  it('the token of the List-Unsubscribe header only unsubscribes', async () => {
    await createListing();
    const [email] = await sendChecks();
    const path = email?.unsubscribe?.replace('https://directory.example', '') ?? '';
    expect((await confirm(path.split('/').at(-1) ?? '')).status).toBe(404);
    expect((await api.request('POST', path)).status).toBe(200);
    await sql`update mailings set mailed_for = mailed_for - 180`.execute(db);
    expect(await sendChecks()).toEqual([]);
  });
});
