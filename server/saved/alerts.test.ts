import { sql, type Updateable } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { openGazetteer } from '#server/places/open-gazetteer.ts';
import type { Listings } from '#server/platform/db/schema.ts';
import { type ListingOverrides, makeAccount, makeListing, makeSavedSearch } from '#server/site/seed/factories.ts';
import { createTestApi } from '#tests/support/api.ts';
import { isLongRun } from '#tests/support/long-run.ts';
import { openMailQueue, waitForEmptyMailQueue } from '#tests/support/mail-queue.ts';
import { sendSearchAlerts } from './alerts.ts';
import { updateAlertFrequency } from './searches.ts';

const api = await createTestApi();
const { db } = api;
const gazetteer = await openGazetteer(db);
const site = { name: 'The Directory', origin: 'https://directory.example', supportEmail: 'help@directory.example' };

const { emails, processes, jobs } = await openMailQueue(api, 3);

beforeEach(async () => {
  // The queue may still contain emails of the previous test.
  await waitForEmptyMailQueue(db);
  emails.length = 0;
  await db.deleteFrom('listings').execute();
  await db.deleteFrom('accounts').execute();
});

const DAY_MS = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * DAY_MS);
// The job uses the clock of the database, so the hours of these tests are those of its current day.
const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' }).format(new Date());
const zone = new Intl.DateTimeFormat('en-US', { timeZone: 'America/Los_Angeles', timeZoneName: 'longOffset' })
  .formatToParts(new Date(`${today}T20:00:00Z`))
  .find(({ type }) => type === 'timeZoneName')
  ?.value.slice('GMT'.length);
const at = (time: string) => new Date(`${today}T${time}:00${zone}`);

const createReader = () => makeAccount(db, { email_confirmed_at: new Date() });

/** A search that was last emailed, or saved, so many days ago. */
async function saveSearch({
  days = 1,
  ...columns
}: Partial<Parameters<typeof makeSavedSearch>[1]> & { days?: number } = {}) {
  const account_id = columns.account_id ?? (await createReader()).id;
  return { account_id, ...(await makeSavedSearch(db, { told_until: ago(days), ...columns, account_id })) };
}

/** A listing that was posted a while ago, after the search was saved. */
async function post(columns: ListingOverrides = {}) {
  const owner = await makeAccount(db, { email_confirmed_at: new Date() });
  return makeListing(db, { owner_id: owner.id, created_at: ago(0.01), ...columns });
}

/** Moves all stored times into the past by so many days. */
async function advanceDays(days: number) {
  const by = sql`make_interval(days => ${days})`;
  await sql`update saved_searches set told_until = told_until - ${by}`.execute(db);
  await sql`update listings set created_at = created_at - ${by}`.execute(db);
}

/** As its owner or the administrator does. */
const change = (id: number, columns: Updateable<Listings>) =>
  db.updateTable('listings').set(columns).where('id', '=', id).execute();

/** Runs the job and returns the emails that it sent. */
async function sendAndCollect(now = at('09:30')) {
  const before = emails.length;
  await sendSearchAlerts(db, { jobs, site, gazetteer }, now);
  await waitForEmptyMailQueue(db);
  return emails.slice(before);
}

/** The titles of the listings in each email. */
const toTitles = (emails: { text: string }[]) => emails.map(({ text }) => /^“(.*)”, Irvine$/m.exec(text)?.[1]);

describe('New listings of a saved search are emailed', () => {
  it.each([
    ['00:30', 0],
    ['07:59', 0],
    ['08:00', 1],
    ['19:59', 1],
    ['20:00', 0],
  ])('at %s in Los Angeles %i times', async (time, times) => {
    await saveSearch();
    await post();
    expect(await sendAndCollect(at(time))).toHaveLength(times);
  });

  it('once, however often the job runs, and then those of the next day', async () => {
    await saveSearch();
    await post({ title: 'First' });
    expect((await sendAndCollect())[0]?.text).toContain('First');
    expect(await sendAndCollect()).toEqual([]);
    await advanceDays(1);
    expect(await sendAndCollect()).toEqual([]);
    await advanceDays(1);
    await post({ title: 'Second' });
    const [email] = await sendAndCollect();
    expect(email?.text).toContain('Second');
    expect(email?.text).not.toContain('First');
  });

  it('weekly, seven days after the last email', async () => {
    await saveSearch({ often: 'weekly', days: 0 });
    await post({ created_at: new Date() });
    const counts = [];
    for (let day = 0; day < 15; day++) {
      counts.push((await sendAndCollect()).length);
      await advanceDays(1);
      await post({ created_at: new Date() });
    }
    expect(counts).toEqual([0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1]);
  });

  it('not on the day that it was saved', async () => {
    await saveSearch({ told_until: new Date() });
    await post({ created_at: new Date() });
    expect(await sendAndCollect()).toEqual([]);
    await advanceDays(1);
    expect(await sendAndCollect()).toHaveLength(1);
  });

  it('but not listings of the account itself', async () => {
    const { account_id } = await saveSearch();
    await makeListing(db, { owner_id: account_id, created_at: ago(0.01) });
    expect(await sendAndCollect()).toEqual([]);
  });

  it('but not listings that existed when it was saved', async () => {
    await saveSearch();
    await post({ created_at: ago(2) });
    expect(await sendAndCollect()).toEqual([]);
  });

  it.each<[string, ListingOverrides]>([
    ['of another category', { category: 'pizza' }],
    ['that is paused', { status: 'paused' }],
    ['that is hidden', { status: 'hidden' }],
    ['that is deleted', { status: 'deleted' }],
    ['that is a draft', { status: 'draft' }],
    ['that has expired', { expires_at: ago(0) }],
    ['of a suspended owner', { owner_suspended: true }],
  ])('but none %s', async (_what, columns) => {
    await saveSearch();
    await post(columns);
    expect(await sendAndCollect()).toEqual([]);
  });

  it('without what an owner typed whose email is not confirmed', async () => {
    await saveSearch();
    const stranger = await makeAccount(db);
    const { id } = await post({ title: 'Your account is closed', city: 'Call now', owner_id: stranger.id });
    const [email] = await sendAndCollect();
    expect(email?.text).toContain(`A new listing\nhttps://directory.example/ads/${id}\n`);
    expect(email?.text).not.toMatch(/closed|Call now/);
  });

  it('if they match the words and places of the search', async () => {
    await saveSearch({ name: 'Sunny', search: 'q=sunny&near=92614&within=5' });
    await post({ title: 'Sunny Side Plumbing', zip: '92614' });
    await post({ title: 'Sunny Side of Palm Springs', place: 'palm-springs' });
    await post({ title: 'Salt & Sons', zip: '92614' });
    const [email] = await sendAndCollect();
    expect(email?.subject).toBe('1 new listing: Sunny');
    expect(email?.text).toContain('“Sunny Side Plumbing”, Irvine');
  });

  it('for all searches except one whose category was deleted', async () => {
    await saveSearch({ search: 'category=telegraphs' });
    const { account_id } = await saveSearch();
    await post();
    const { email } = await db
      .selectFrom('accounts')
      .select('email')
      .where('id', '=', account_id)
      .executeTakeFirstOrThrow();
    expect((await sendAndCollect()).map(({ to }) => to)).toEqual([email]);
  });
});

describe('A listing that was not public while it was new is emailed', () => {
  const hidden = { hidden_from: null, hidden_reason: null, hidden_at: null };
  const deleted = { deleted_from: null, deleted_at: null };

  it.each<[string, ListingOverrides, Updateable<Listings>]>([
    ['paused', { status: 'paused' }, {}],
    ['hidden', { status: 'hidden' }, hidden],
    ['deleted', { status: 'deleted' }, deleted],
    ['of a suspended owner', { owner_suspended: true }, { owner_suspended: false }],
  ])('once, when it is no longer %s', async (_what, columns, shown) => {
    await saveSearch();
    const { id } = await post({ title: 'Late', ...columns });
    expect(await sendAndCollect()).toEqual([]);
    await advanceDays(30);
    expect(await sendAndCollect()).toEqual([]);
    await advanceDays(1);
    await change(id, { status: 'active', ...shown });
    expect(toTitles(await sendAndCollect())).toEqual(['Late']);
    await advanceDays(1);
    expect(await sendAndCollect()).toEqual([]);
  });

  it('by each search that has not sent it', async () => {
    await saveSearch({ name: 'Every day' });
    await saveSearch({ name: 'Every week', often: 'weekly', days: 5 });
    const { id } = await post({ title: 'On and off' });
    expect((await sendAndCollect()).map(({ subject }) => subject)).toEqual(['1 new listing: Every day']);
    await change(id, { status: 'paused' });
    await advanceDays(4);
    expect(await sendAndCollect()).toEqual([]);
    await advanceDays(2);
    await change(id, { status: 'active' });
    expect(await sendAndCollect()).toEqual([]);
    await advanceDays(7);
    expect((await sendAndCollect()).map(({ subject }) => subject)).toEqual(['1 new listing: Every week']);
    await advanceDays(7);
    expect(await sendAndCollect()).toEqual([]);
  });

  it('but not if three months have passed', async () => {
    await saveSearch();
    const [old, later] = [await post({ status: 'paused' }), await post({ title: 'In time', status: 'paused' })];
    await sendAndCollect();
    await change(old.id, { created_at: ago(4) });
    await advanceDays(88);
    await sendAndCollect();
    for (const { id } of [old, later]) await change(id, { status: 'active' });
    await advanceDays(1);
    expect(toTitles(await sendAndCollect())).toEqual(['In time']);
  });

  it('but not if it was posted before the search was saved', async () => {
    await saveSearch();
    const { id } = await post({ status: 'paused', created_at: ago(2) });
    expect(await sendAndCollect()).toEqual([]);
    await advanceDays(1);
    await change(id, { status: 'active' });
    expect(await sendAndCollect()).toEqual([]);
  });

  it('but not if the alert was turned on again after it was posted', async () => {
    const { id, account_id } = await saveSearch();
    const listing = await post({ status: 'paused' });
    await sendAndCollect();
    for (const mails of ['none', 'daily'] as const)
      await updateAlertFrequency(db, { accountId: account_id, id }, mails);
    await change(listing.id, { status: 'active' });
    await advanceDays(1);
    expect(await sendAndCollect()).toEqual([]);
  });
});

describe('They are not emailed', () => {
  it('to an unconfirmed address, or a suspended account', async () => {
    const unconfirmed = await makeAccount(db);
    const suspended = await makeAccount(db, {
      email_confirmed_at: new Date(),
      is_active: false,
      suspended_at: new Date(),
      suspension_reason: 'Spam',
    });
    for (const { id } of [unconfirmed, suspended]) await saveSearch({ account_id: id });
    await post();
    expect(await sendAndCollect()).toEqual([]);
  });

  it('after the link in the email stopped them, and the other searches continue', async () => {
    const { id } = await createReader();
    await saveSearch({ account_id: id, name: 'One', search: 'q=golden' });
    await saveSearch({ account_id: id, name: 'Two', search: 'q=plumbing' });
    await post();
    const [first] = (await sendAndCollect()).filter(({ subject }) => subject.endsWith('One'));
    const [, token] =
      /^https:\/\/directory\.example\/unsubscribe\?of=saved-search#token=([\w-]{43})$/m.exec(first?.text ?? '') ?? [];
    expect(first?.unsubscribe).toBe(`https://directory.example/api/unsubscribe/${token}`);
    expect((await api.request('POST', `/api/unsubscribe/${token}`)).status).toBe(200);
    await advanceDays(2);
    await post();
    expect((await sendAndCollect()).map(({ subject }) => subject)).toEqual(['1 new listing: Two']);
  });
});

describe('The email', () => {
  it('lists the newest first with their cities, and links to all', async () => {
    const { account_id } = await saveSearch({ name: 'Plumbers in Irvine', search: 'category=plumbers&place=irvine' });
    const older = await post({ title: 'Salt & Sons', created_at: ago(0.5) });
    const newer = await post({ title: 'Golden Hour Plumbing' });
    const [sent] = await sendAndCollect();
    const { email } = await db
      .selectFrom('accounts')
      .select('email')
      .where('id', '=', account_id)
      .executeTakeFirstOrThrow();
    expect([sent?.to, sent?.subject]).toEqual([email, '2 new listings: Plumbers in Irvine']);
    expect(sent?.text).toContain(
      [
        '“Golden Hour Plumbing”, Irvine',
        `https://directory.example/ads/${newer.id}`,
        '',
        '“Salt & Sons”, Irvine',
        `https://directory.example/ads/${older.id}`,
        '',
        '→ See all results, newest first:',
        'https://directory.example/search?category=plumbers&place=irvine&sort=newest',
      ].join('\n'),
    );
  });

  it('lists twenty at most, and says that there are more', async () => {
    await saveSearch();
    for (let i = 0; i < 22; i++) await post({ title: `Listing ${i}`, created_at: ago(0.5 - i / 100) });
    const [email] = await sendAndCollect();
    expect(email?.subject).toBe('More than 20 new listings: Plumbers');
    const titles = email?.text.match(/(?<=^“)Listing \d+(?=”, Irvine$)/gm);
    expect(titles).toEqual(Array.from({ length: 20 }, (_, i) => `Listing ${21 - i}`));
    expect(email?.text).toContain('→ See the rest, newest first:');
  });
});

it('leaves a listing of an open transaction for the next email', async () => {
  await saveSearch();
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let began = () => {};
  const begun = new Promise<void>((resolve) => {
    began = resolve;
  });
  const posting = db.transaction().execute(async (trx) => {
    await post({ title: 'Early' }).then(began);
    await makeListing(trx, { title: 'Slow', origin: 'open-data', owner_id: null });
    await finished;
  });
  await begun;
  expect((await sendAndCollect())[0]?.text).toContain('Early');
  finish();
  await posting;
  await advanceDays(1);
  expect(toTitles(await sendAndCollect())).toEqual(['Slow']);
});

it.runIf(isLongRun)('concurrent processes send each alert once, even if one of them dies', async () => {
  const names = Array.from({ length: 120 }, (_, i) => `Number ${i}`);
  for (const name of names) await saveSearch({ name });
  await post();
  let batches = 0;
  const dying = {
    enqueueEmail: async (...given: Parameters<typeof jobs.enqueueEmail>) => {
      await jobs.enqueueEmail(...given);
      if (++batches === 2) throw new Error('on purpose');
    },
  };
  await expect(sendSearchAlerts(db, { jobs: dying, site, gazetteer }, at('09:00'))).rejects.toThrow('on purpose');
  await Promise.all(processes.map((jobs) => sendSearchAlerts(db, { jobs, site, gazetteer }, at('09:00'))));
  await sendAndCollect();
  expect(emails.map(({ subject }) => subject).toSorted()).toEqual(
    names.map((name) => `1 new listing: ${name}`).toSorted(),
  );
});
