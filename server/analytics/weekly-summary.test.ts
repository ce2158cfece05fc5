import { beforeEach, describe, expect, it } from 'vitest';
import { setMailing, unsubscribe } from '#server/accounts/mailings.ts';
import type { Email } from '#server/platform/mail/mailer.ts';
import { type ListingOverrides, makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { makeConversation } from '#tests/fixtures/conversation-factories.ts';
import { makeDailyMetrics } from '#tests/fixtures/metrics-factories.ts';
import { createTestApi } from '#tests/support/api.ts';
import { isLongRun } from '#tests/support/long-run.ts';
import { openMailQueue, waitForEmptyMailQueue } from '#tests/support/mail-queue.ts';
import { sendWeeklySummaries } from './weekly-summary.ts';

const api = await createTestApi();
const { db } = api;
const site = { name: 'The Directory', origin: 'https://directory.example', supportEmail: 'help@directory.example' };

const { emails, processes, jobs } = await openMailQueue(api, 3);

// Monday at 9 in Los Angeles; all events until then are aggregated.
const MONDAY = new Date('2026-03-09T16:00:00Z');
const weeksLater = (weeks: number) => new Date(MONDAY.getTime() + weeks * 7 * 86_400_000);
const setAggregatedAt = (at: Date | string) => db.updateTable('events_added_up').set({ at }).execute();

beforeEach(async () => {
  // The queue may still contain emails of the previous test.
  await waitForEmptyMailQueue(db);
  emails.length = 0;
  await db.deleteFrom('listings').execute();
  await db.deleteFrom('accounts').execute();
  await setAggregatedAt(weeksLater(100));
});

// Before the weeks of the tests.
const created_at = '2026-01-05T12:00:00Z';
const makeOwner = () => makeAccount(db, { email_confirmed_at: new Date(), created_at });
const createListing = async (overrides: ListingOverrides = {}) =>
  makeListing(db, { owner_id: (await makeOwner()).id, level: 'premium', created_at, ...overrides });

/** Runs the job and returns the recipients of its emails. */
async function sendSummaries(now = MONDAY) {
  const before = emails.length;
  await sendWeeklySummaries(db, { jobs, site }, now);
  await waitForEmptyMailQueue(db);
  return emails.slice(before).map(({ to }) => to);
}

describe('The weekly summary is sent', () => {
  it.each([
    ['2026-03-09T13:59:00Z', 'at 6:59 on a Monday', 0],
    ['2026-03-09T14:00:00Z', 'at 7 on a Monday', 1],
    ['2026-03-10T06:59:00Z', 'in the last minute of a Monday', 1],
    ['2026-03-10T07:00:00Z', 'on a Tuesday', 0],
    ['2026-03-08T19:00:00Z', 'on a Sunday, when clocks change', 0],
    ['2026-11-02T14:59:00Z', 'at 6:59 on a Monday in winter', 0],
    ['2026-11-02T15:00:00Z', 'at 7 on a Monday in winter', 1],
  ])('at %s (%s in Los Angeles) %i times', async (now, _when, times) => {
    await createListing();
    expect(await sendSummaries(new Date(now))).toHaveLength(times);
  });

  it('once a week, however often the job runs', async () => {
    await createListing();
    const counts = [];
    for (const now of [MONDAY, MONDAY, new Date('2026-03-10T05:00:00Z'), weeksLater(1), weeksLater(1)])
      counts.push((await sendSummaries(now)).length);
    expect(counts).toEqual([1, 0, 0, 1, 0]);
  });

  it('only when the week is aggregated', async () => {
    await createListing();
    await setAggregatedAt('2026-03-09T06:59:59Z');
    expect(await sendSummaries()).toEqual([]);
    await setAggregatedAt('2026-03-09T07:00:30Z');
    expect(await sendSummaries()).toHaveLength(1);
  });

  const past = new Date(Date.now() - 86_400_000);
  it.each<[string, ListingOverrides, number]>([
    ['premium', {}, 1],
    ['enhanced', { level: 'enhanced' }, 1],
    ['paused, while it is paid for', { status: 'paused' }, 1],
    ['free', { level: 'free' }, 0],
    ['newer than the week', { created_at: MONDAY }, 0],
    ['paid for no more', { paid_until: past }, 0],
    ['a draft', { level: 'free', status: 'draft' }, 0],
    ['hidden', { status: 'hidden' }, 0],
    ['deleted', { status: 'deleted' }, 0],
  ])('to the owner of a listing that is %s', async (_what, overrides, times) => {
    await createListing(overrides);
    expect(await sendSummaries()).toHaveLength(times);
  });

  it('not to an unconfirmed address, a suspended or new owner or an account without an address', async () => {
    const unconfirmed = await makeAccount(db, { created_at });
    const suspended = await makeAccount(db, {
      email_confirmed_at: new Date(),
      created_at,
      is_active: false,
      suspended_at: new Date(),
      suspension_reason: 'Spam',
    });
    const addressless = await makeAccount(db, { id: 1, email: null, created_at });
    const newcomer = await makeAccount(db, { email_confirmed_at: new Date(), created_at: MONDAY });
    await createListing({ owner_id: newcomer.id });
    await createListing({ owner_id: unconfirmed.id });
    await createListing({ owner_id: suspended.id, owner_suspended: true });
    await createListing({ owner_id: addressless.id });
    await createListing({ origin: 'sample', owner_id: null });
    expect(await sendSummaries()).toEqual([]);
  });

  it('not after it was stopped, until it is turned on again', async () => {
    const { id, email } = await makeOwner();
    await createListing({ owner_id: id });
    await setMailing(db, id, { kind: 'weekly-summary', on: false });
    expect(await sendSummaries()).toEqual([]);
    await setMailing(db, id, { kind: 'weekly-summary', on: true });
    expect(await sendSummaries()).toEqual([email]);
    const [, token = ''] = /unsubscribe#token=(\S+)/.exec(emails[0]?.text ?? '') ?? [];
    await unsubscribe(db, token);
    expect(await sendSummaries(weeksLater(1))).toEqual([]);
  });
});

describe('The summary of free listings is sent', () => {
  const turnOn = (id: number) => setMailing(db, id, { kind: 'free-summary', on: true });

  it('to owners who turned it on, with views and messages only, until its link stops it', async () => {
    const { id: owner_id, email } = await makeOwner();
    const { id } = await createListing({ owner_id, level: 'free', title: 'Golden Hour Plumbing' });
    await makeDailyMetrics(db, id, '2026-03-03', { views: 12, impressions: 300, shares: 4 });
    expect(await sendSummaries()).toEqual([]);
    await turnOn(owner_id);
    expect(await sendSummaries()).toEqual([email]);
    expect(await sendSummaries()).toEqual([]);
    const [{ subject, text }] = emails as [Email];
    expect(subject).toBe('Your week on The Directory: 12 views');
    expect(text).toContain(
      ['“Golden Hour Plumbing”', 'Views: 12 (0)', 'New messages: 0 (0)', `https://directory.example/ads/${id}`].join(
        '\n',
      ),
    );
    expect(text).not.toMatch(/Impressions|Shares|analytics/);
    expect(text).toContain('because you turned it on in your account');
    const [, token = ''] = /unsubscribe\?of=free-summary#token=(\S+)/.exec(text) ?? [];
    await unsubscribe(db, token);
    expect(await sendSummaries(weeksLater(1))).toEqual([]);
  });

  const past = new Date(Date.now() - 86_400_000);
  it.each<[string, ListingOverrides, string[]]>([
    ['free', { level: 'free' }, ['free']],
    ['free and without an end', { level: 'free', expires_at: null }, ['free']],
    ['paused', { level: 'free', status: 'paused' }, ['free']],
    ['paid for no more', { paid_until: past }, ['free']],
    ['premium', {}, ['paid']],
    ['ended', { level: 'free', expires_at: past }, []],
    ['newer than the week', { level: 'free', created_at: MONDAY }, []],
    ['a draft', { level: 'free', status: 'draft' }, []],
    ['hidden', { level: 'free', status: 'hidden' }, []],
    ['deleted', { level: 'free', status: 'deleted' }, []],
  ])('about a listing that is %s', async (_what, overrides, kinds) => {
    const { id: owner_id } = await makeOwner();
    await createListing({ owner_id, ...overrides });
    await turnOn(owner_id);
    await sendSummaries();
    expect(emails.map(({ text }) => (text.includes('of=free-summary') ? 'free' : 'paid'))).toEqual(kinds);
  });

  it('not to an unconfirmed address or a suspended owner', async () => {
    const unconfirmed = await makeAccount(db, { created_at });
    const suspended = await makeAccount(db, {
      email_confirmed_at: new Date(),
      created_at,
      is_active: false,
      suspended_at: new Date(),
      suspension_reason: 'Spam',
    });
    await createListing({ owner_id: unconfirmed.id, level: 'free' });
    await createListing({ owner_id: suspended.id, owner_suspended: true, level: 'free' });
    await turnOn(unconfirmed.id);
    await turnOn(suspended.id);
    expect(await sendSummaries()).toEqual([]);
  });
});

describe('The email', () => {
  it('has the metrics of each listing beside those of the week before, and the link that stops it', async () => {
    const { id: owner_id, email } = await makeOwner();
    const quiet = await createListing({ owner_id, title: 'Salt & Sons' });
    const busy = await createListing({ owner_id, title: 'Golden Hour Plumbing' });
    await createListing({ owner_id, title: 'A free one', level: 'free' });
    await createListing({ owner_id, title: 'A hidden one', status: 'hidden' });
    await makeDailyMetrics(db, busy.id, '2026-02-22', { views: 9999 });
    await makeDailyMetrics(db, busy.id, '2026-02-23', { views: 60, shares: 2 });
    await makeDailyMetrics(db, busy.id, '2026-03-01', { views: 40, impressions: 900 });
    await makeDailyMetrics(db, busy.id, '2026-03-02', {
      views: 1000,
      impressions: 20_000,
      website_clicks: 5,
      map_clicks: 1,
    });
    await makeDailyMetrics(db, busy.id, '2026-03-08', {
      views: 234,
      phone_clicks: 7,
      shares: 1,
      bot_views: 50,
      own_views: 60,
    });
    await makeDailyMetrics(db, busy.id, '2026-03-09', { views: 9999 });
    await makeDailyMetrics(db, quiet.id, '2026-03-05', { views: 1 });
    for (const [openedAt, status, overrides] of [
      ['2026-02-23T07:59:59Z', 'open', { first_answered_at: new Date() }],
      ['2026-02-23T08:00:00Z', 'open', { first_answered_at: new Date() }],
      ['2026-03-02T08:00:00Z', 'open', {}],
      ['2026-03-09T06:59:59Z', 'open', { label: 'lost' }],
      ['2026-03-09T07:00:00Z', 'open', {}],
      [null, 'held', {}],
    ] as const)
      await makeConversation(db, { listing_id: busy.id, status, ...overrides, opened_at: openedAt });
    await sendSummaries();
    expect(emails).toHaveLength(1);
    const [letter] = emails as [Email];
    expect([letter.to, letter.subject]).toEqual([email, 'Your week on The Directory: 1,235 views']);
    expect(letter.text).toContain('from Monday, March 2, to Sunday, March 8.');
    expect(letter.text).toContain(
      [
        '“Golden Hour Plumbing”',
        'Views: 1,234 (100)',
        'Impressions: 20,000 (900)',
        'Website clicks: 5 (0)',
        'Phone clicks: 7 (0)',
        'Map clicks: 1 (0)',
        'Shares: 1 (2)',
        'New messages: 2 (1)',
        `https://directory.example/ads/${busy.id}/analytics`,
        '',
        '“Salt & Sons”',
        'Views: 1 (0)',
      ].join('\n'),
    );
    expect(letter.text).toContain('Hello,\n\n2 customers wait for your answer.\n\nHere’s how');
    expect(letter.text).not.toMatch(/A (free|hidden) one/);
    const [link, token] = /^https:\/\/directory\.example\/unsubscribe#token=([\w-]{43})$/m.exec(letter.text) ?? [];
    expect(link).toBeDefined();
    expect(letter.unsubscribe).toBe(`https://directory.example/api/unsubscribe/${token}`);
  });

  it('uses the singular for one view, and says when there was nothing', async () => {
    const { id } = await createListing();
    await createListing();
    await makeDailyMetrics(db, id, '2026-03-03', { views: 1 });
    await sendSummaries();
    expect(emails.map(({ subject }) => subject).toSorted()).toEqual([
      'Your week on The Directory: 0 views',
      'Your week on The Directory: 1 view',
    ]);
  });

  it('lists the twenty most viewed listings, and the number of the others', async () => {
    const { id: owner_id } = await makeOwner();
    for (let i = 0; i < 23; i++) {
      const { id } = await createListing({ owner_id, title: `Listing ${i}` });
      await makeDailyMetrics(db, id, '2026-03-03', { views: i });
    }
    await sendSummaries();
    const [{ subject, text }] = emails as [Email];
    expect(subject).toContain(': 253 views');
    expect(text.match(/(?<=^“)Listing \d+(?=”$)/gm)).toEqual(Array.from({ length: 20 }, (_, i) => `Listing ${22 - i}`));
    expect(text).toContain('And 3 more, in your account.');
  });
});

it.runIf(isLongRun)('concurrent processes email each owner once, even if one of them dies', async () => {
  const recipients: (string | null)[] = [];
  for (let i = 0; i < 250; i++) {
    const { id, email } = await makeOwner();
    await createListing({ owner_id: id });
    recipients.push(email);
  }
  let batches = 0;
  const dying = {
    enqueueEmail: async (...given: Parameters<typeof jobs.enqueueEmail>) => {
      await jobs.enqueueEmail(...given);
      if (++batches === 2) throw new Error('on purpose');
    },
  };
  await expect(sendWeeklySummaries(db, { jobs: dying, site }, MONDAY)).rejects.toThrow('on purpose');
  await Promise.all(processes.map((jobs) => sendWeeklySummaries(db, { jobs, site }, MONDAY)));
  // The other processes skipped the owners that one had locked.
  await sendSummaries();
  expect(emails.map(({ to }) => to).toSorted()).toEqual(recipients.toSorted());
});
