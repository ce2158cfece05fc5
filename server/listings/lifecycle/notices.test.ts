import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { type ListingOverrides, makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { makeAccounts, makeListings } from '#tests/fixtures/bulk-factories.ts';
import { createTestApi } from '#tests/support/api.ts';
import { openMailQueue, waitForEmptyMailQueue } from '#tests/support/mail-queue.ts';
import { sendExpiryEmails } from './notices.ts';

const api = await createTestApi();
const { db } = api;
const site = { name: 'The Directory', origin: 'https://directory.example', supportEmail: 'help@directory.example' };

const { emails, processes, jobs } = await openMailQueue(api, 5);

beforeEach(async () => {
  // The queue may still contain emails of the previous test.
  await waitForEmptyMailQueue(db);
  emails.length = 0;
  await db.deleteFrom('listings').execute();
});

const DAY_MS = 24 * 60 * 60 * 1000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);

/** Runs the hourly job and returns the kinds of the sent emails, by the words of their subjects. */
async function sendAndCollect() {
  const before = emails.length;
  await sendExpiryEmails(db, { jobs, site });
  await waitForEmptyMailQueue(db);
  return emails.slice(before).map(({ subject }) => /expires on|has expired|is paid until/.exec(subject)?.[0]);
}

describe('The owner of a listing', () => {
  it.each<[number | null, string[]]>([
    [null, []],
    [30, []],
    [7.1, []],
    [6.9, ['expires on']],
    [2.1, ['expires on']],
    // That of a week and that of two days, where neither was sent yet.
    [1.9, ['expires on', 'expires on']],
    [-0.01, ['has expired']],
    [-6.9, ['has expired']],
    [-7.1, []],
    [-31, []],
  ])('that ends in %s days gets the emails %j in one hour, and none in the next', async (days, expected) => {
    await makeListing(db, { expires_at: days === null ? null : inDays(days) });
    expect(await sendAndCollect()).toEqual(expected);
    expect(await sendAndCollect()).toEqual([]);
  });

  it.each<[string, string[], ListingOverrides]>([
    ['is active', ['expires on', 'has expired'], {}],
    ['is paused', ['expires on', 'has expired'], { status: 'paused' }],
    ['is paid for', ['expires on', 'has expired'], { level: 'premium' }],
    ['is a draft', [], { status: 'draft' }],
    ['is hidden', [], { status: 'hidden' }],
    ['is deleted', [], { status: 'deleted' }],
    ['has a suspended owner', [], { owner_suspended: true }],
    ['has no owner', [], { origin: 'import' }],
  ])('that %s gets the emails %j', async (_what, expected, overrides) => {
    await makeListing(db, { ...overrides, expires_at: inDays(3) });
    await makeListing(db, { ...overrides, expires_at: inDays(-3) });
    expect((await sendAndCollect()).toSorted()).toEqual(expected);
  });

  it.each<[number, string[]]>([
    [30, []],
    [7.1, []],
    [6.9, ['is paid until']],
    [0.01, ['is paid until']],
    [-0.01, []],
  ])('whose paid level ends in %s days gets the emails %j, and none in the next hour', async (days, expected) => {
    await makeListing(db, { level: 'premium', paid_until: inDays(days), expires_at: inDays(days + 30) });
    expect(await sendAndCollect()).toEqual(expected);
    expect(await sendAndCollect()).toEqual([]);
  });

  it('is informed that a paid level ends and does not renew automatically', async () => {
    const { paid_until } = await makeListing(db, { level: 'enhanced', paid_until: inDays(3) });
    await sendAndCollect();
    const zone = { timeZone: 'America/Los_Angeles', dateStyle: 'long' } as const;
    const day = paid_until?.toLocaleDateString('en-US', zone);
    expect(emails[0]?.subject).toBe(`Your enhanced listing on The Directory is paid until ${day}`);
    expect(emails[0]?.text).toContain('Nothing renews automatically');
  });

  it('without an email address gets no email', async () => {
    const { id } = await makeAccount(db, { id: 1, email: null });
    await makeListing(db, { owner_id: id, expires_at: inDays(3) });
    expect(await sendAndCollect()).toEqual([]);
  });

  it('is notified again of the new end of a renewed listing', async () => {
    const { id } = await makeListing(db, { expires_at: inDays(3) });
    const endsIn = (days: number) =>
      db
        .updateTable('listings')
        .set({ expires_at: inDays(days) })
        .where('id', '=', id)
        .execute();
    expect(await sendAndCollect()).toEqual(['expires on']);
    await endsIn(30);
    expect(await sendAndCollect()).toEqual([]);
    await endsIn(6);
    expect(await sendAndCollect()).toEqual(['expires on']);
    await endsIn(-1);
    expect(await sendAndCollect()).toEqual(['has expired']);
    expect(await sendAndCollect()).toEqual([]);
  });
});

describe('The email', () => {
  it('contains the day in Los Angeles and the link to renew', async () => {
    const { expires_at } = await makeListing(db, { expires_at: inDays(3) });
    await sendAndCollect();
    const zone = { timeZone: 'America/Los_Angeles', dateStyle: 'long' } as const;
    const day = expires_at?.toLocaleDateString('en-US', zone);
    expect(emails[0]?.subject).toBe(`Your listing on The Directory expires on ${day}`);
    expect(emails[0]?.text).toMatch(/^https:\/\/directory\.example\/renew#token=[\w-]{43}$/m);
  });

  it.each([
    ['contains the title if the address is confirmed', new Date(), true],
    ['does not contain the title if the address is not confirmed', null, false],
  ])('%s', async (_case, email_confirmed_at, hasTitle) => {
    const owner = await makeAccount(db, { email_confirmed_at });
    await makeListing(db, { owner_id: owner.id, title: 'Buy gold now', expires_at: inDays(3) });
    await makeListing(db, { owner_id: owner.id, title: 'Buy gold now', expires_at: inDays(-3) });
    await sendAndCollect();
    expect(emails.map(({ text }) => text.includes('Buy gold now'))).toEqual([hasTitle, hasTitle]);
    expect(emails.map(({ subject }) => subject.startsWith('Buy gold now: '))).toEqual([hasTitle, hasTitle]);
  });
});

describe('Several concurrent processes', () => {
  it('send each email once, even if one of them fails half-way', async () => {
    const MANY = 450;
    await makeAccounts(db, MANY);
    await makeListings(db, MANY);
    await db.updateTable('accounts').set({ email_confirmed_at: new Date() }).execute();
    // Each has an owner: one address gets no more than 60 emails an hour.
    await sql`
      update listings set owner_id = owners.id, level = 'free', paid_until = null,
        expires_at = now() + interval '3 days' * case when listings.id % 2 = 0 then 1 else -1 end
      from (select id, row_number() over (order by id) as n from listings) as numbered
      join (
        select id, row_number() over (order by id) as n from accounts where email like '%@mail.example' and is_active
      ) as owners using (n)
      where listings.id = numbered.id`.execute(db);
    const ended = await db.selectFrom('listings').select('title').where('owner_id', 'is not', null).execute();
    const titles = ended.map(({ title }) => title);
    expect(titles.length).toBeGreaterThan(2 * 200);

    let queued = 0;
    const failing = {
      enqueueEmail: async (...args: Parameters<typeof jobs.enqueueEmail>) => {
        if (++queued === 50) throw new Error('on purpose');
        await jobs.enqueueEmail(...args);
      },
    };
    await expect(sendExpiryEmails(db, { jobs: failing, site })).rejects.toThrow('on purpose');
    await Promise.all(processes.map((jobs) => sendExpiryEmails(db, { jobs, site })));
    await waitForEmptyMailQueue(db);
    const sentTitles = emails.map(({ text }) => /“(.*)”/.exec(text)?.[1]);
    expect(sentTitles.toSorted()).toEqual(titles.toSorted());
  });
});
