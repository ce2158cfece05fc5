import { beforeEach, describe, expect, it } from 'vitest';
import { type ListingOverrides, makeAccount, makeListing } from '#server/seed/factories.ts';
import { createTestApi } from '../../../tests/support/api.ts';
import { openMailQueue, waitForEmptyMailQueue } from '../../../tests/support/mail-queue.ts';
import { sendExpiryEmails } from './notices.ts';

const api = await createTestApi();
const { db } = api;
const site = { name: 'The Directory', origin: 'https://directory.example', supportEmail: 'help@directory.example' };

const { letters, processes, jobs } = await openMailQueue(api, 5);

beforeEach(async () => {
  // What the test before has queued is mailed first.
  await waitForEmptyMailQueue(db);
  letters.length = 0;
  await db.deleteFrom('listings').execute();
});

const DAY_MS = 24 * 60 * 60 * 1000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);

/** What is mailed in this hour, by the first words that tell one kind from another. */
async function sendAndCollect() {
  const before = letters.length;
  await sendExpiryEmails(db, { jobs, site });
  await waitForEmptyMailQueue(db);
  return letters.slice(before).map(({ subject }) => /expires on|has expired|is paid until/.exec(subject)?.[0]);
}

describe('The owner of a listing', () => {
  it.each<[number | null, string[]]>([
    [null, []],
    [30, []],
    [7.1, []],
    [6.9, ['expires on']],
    [0.01, ['expires on']],
    [-0.01, ['has expired']],
    [-6.9, ['has expired']],
    [-7.1, []],
    [-31, []],
  ])('that ends in %s days is mailed %j in one hour, and nothing in the next', async (days, expected) => {
    await makeListing(db, { expires_at: days === null ? null : inDays(days) });
    expect(await sendAndCollect()).toEqual(expected);
    expect(await sendAndCollect()).toEqual([]);
  });

  it.each<[string, string[], ListingOverrides]>([
    ['is live', ['expires on', 'has expired'], {}],
    ['is paused', ['expires on', 'has expired'], { status: 'paused' }],
    ['is paid for', ['expires on', 'has expired'], { level: 'premium' }],
    ['is a draft', [], { status: 'draft' }],
    ['is hidden', [], { status: 'hidden' }],
    ['is deleted', [], { status: 'deleted' }],
    ['is of a suspended owner', [], { owner_suspended: true }],
    ['is nobody’s', [], { origin: 'import' }],
  ])('that %s is mailed %j', async (_what, expected, overrides) => {
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
  ])('whose paid level ends in %s days is mailed %j, and nothing in the next hour', async (days, expected) => {
    await makeListing(db, { level: 'premium', paid_until: inDays(days), expires_at: inDays(days + 30) });
    expect(await sendAndCollect()).toEqual(expected);
    expect(await sendAndCollect()).toEqual([]);
  });

  it('is offered the renewal of a paid level, and told that nothing renews by itself', async () => {
    const { paid_until } = await makeListing(db, { level: 'enhanced', paid_until: inDays(3) });
    await sendAndCollect();
    const zone = { timeZone: 'America/Los_Angeles', dateStyle: 'long' } as const;
    const day = paid_until?.toLocaleDateString('en-US', zone);
    expect(letters[0]?.subject).toBe(`Your enhanced listing at The Directory is paid until ${day}`);
    expect(letters[0]?.text).toContain('Nothing renews by itself');
  });

  it('is mailed nothing without an address', async () => {
    const { id } = await makeAccount(db, { id: 1, email: null });
    await makeListing(db, { owner_id: id, expires_at: inDays(3) });
    expect(await sendAndCollect()).toEqual([]);
  });

  it('is mailed anew about the new end of a listing that was renewed', async () => {
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

describe('What is mailed', () => {
  it('tells the day in Los Angeles and where to renew', async () => {
    const { expires_at } = await makeListing(db, { expires_at: inDays(3) });
    await sendAndCollect();
    const zone = { timeZone: 'America/Los_Angeles', dateStyle: 'long' } as const;
    const day = expires_at?.toLocaleDateString('en-US', zone);
    expect(letters[0]?.subject).toBe(`Your listing at The Directory expires on ${day}`);
    expect(letters[0]?.text).toContain('https://directory.example/account');
  });

  it.each([
    ['with the title, to an address that was confirmed', new Date(), true],
    ['without it, to one that may be a stranger’s', null, false],
  ])('is written %s', async (_how, email_confirmed_at, isNamed) => {
    const owner = await makeAccount(db, { email_confirmed_at });
    await makeListing(db, { owner_id: owner.id, title: 'Buy gold now', expires_at: inDays(3) });
    await makeListing(db, { owner_id: owner.id, title: 'Buy gold now', expires_at: inDays(-3) });
    await sendAndCollect();
    expect(letters.map(({ text }) => text.includes('Buy gold now'))).toEqual([isNamed, isNamed]);
    expect(letters.map(({ subject }) => subject).join()).not.toContain('gold');
  });
});

describe('Several processes at once', () => {
  it('mail each owner once, also where one of them fails in the middle', async () => {
    const owner = await makeAccount(db, { email_confirmed_at: new Date() });
    const titles = Array.from({ length: 450 }, (_, i) => `Listing ${i}`);
    for (const [i, title] of titles.entries())
      await makeListing(db, { owner_id: owner.id, title, expires_at: inDays(i % 2 ? 3 : -3) });

    let queued = 0;
    const failing = {
      enqueueEmail: async (...given: Parameters<typeof jobs.enqueueEmail>) => {
        if (++queued === 50) throw new Error('on purpose');
        await jobs.enqueueEmail(...given);
      },
    };
    await expect(sendExpiryEmails(db, { jobs: failing, site })).rejects.toThrow('on purpose');
    await Promise.all(processes.map((jobs) => sendExpiryEmails(db, { jobs, site })));
    await waitForEmptyMailQueue(db);
    const named = letters.map(({ text }) => /“(.*)”/.exec(text)?.[1]);
    expect(named.toSorted()).toEqual(titles.toSorted());
  });
});
