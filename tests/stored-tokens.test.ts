import { type Kysely, sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { sendWeeklySummaries } from '#server/analytics/weekly-summary.ts';
import { openGazetteer } from '#server/places/open-gazetteer.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { openJobs } from '#server/platform/jobs/jobs.ts';
import type { Email } from '#server/platform/mail/mailer.ts';
import { writeEmail } from '#server/platform/mail/write-email.ts';
import { sendSearchAlerts } from '#server/saved/alerts.ts';
import { createTokenCreators } from '#server/site/program/token-creators.ts';
import { makeAccount, makeListing, makeSavedSearch } from '#server/site/seed/factories.ts';
import { createTestApi, PASSWORD, type Visitor } from '#tests/support/api.ts';
import { advanceRetryTime, waitForEmptyMailQueue } from '#tests/support/mail-queue.ts';

const SITE = { name: 'The Directory', origin: 'https://directory.example', supportEmail: 'help@directory.example' };
const WEBSITE = 'https://golden-hour.example';

/** An app whose mail server can be down. Every attempt to send an email is in `attempts`. */
async function startSite() {
  const attempts: Email[] = [];
  const server = { isDown: false };
  const mail = {
    async send(email: Email) {
      attempts.push(email);
      if (server.isDown) throw new Error('down');
    },
    close: async () => {},
  };
  const api = await createTestApi({ mail });
  onTestFinished(api.close);
  const { db } = api;
  const jobs = await openJobs({ db, mailer: mail, log: api.http.log, tokenCreators: createTokenCreators(db) });
  onTestFinished(jobs.close);
  const tokensTo = (to: string) =>
    attempts.filter((email) => email.to === to).map(({ text }) => /token=([\w-]{43})$/m.exec(text)?.[1] ?? 'none');
  return { api, db, jobs, attempts, server, tokensTo };
}

/** The tables with any of the texts in any column. */
async function findTablesWith(db: Kysely<DB>, texts: string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select schemaname as schema, tablename as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`.execute(db);
  const found = await Promise.all(
    tables.map(async ({ schema, name }) => {
      const { rows } = await sql`
        select from ${sql.table(`${schema}.${name}`)} t, unnest(${texts}::text[]) as token
        where strpos(t::text, token) > 0 limit 1`.execute(db);
      return rows.length > 0 ? [`${schema}.${name}`] : [];
    }),
  );
  return found.flat();
}

it('No token of an emailed link is in the database, and each attempt to send an email has a link that works', async () => {
  const { api, db, jobs, attempts, server, tokensTo } = await startSite();
  const account = await makeAccount(db, { email_confirmed_at: new Date() });
  const visitor = await api.signedInVisitor(account.id);
  await visitor.post('/api/password-resets', { email: account.email });
  await visitor.post('/api/user/email', { email: 'new@mail.example', password: PASSWORD });
  await expect.poll(() => attempts.length).toBe(3);

  server.isDown = true;
  const reader = await makeAccount(db, { email_confirmed_at: new Date() });
  // Before the week of the summary.
  const created_at = '2026-01-05T12:00:00Z';
  const seller = await makeAccount(db, { email_confirmed_at: new Date(), created_at });
  const { id: listingId } = await makeListing(db, { origin: 'open-data', website: WEBSITE, category: 'plumbers' });
  await makeListing(db, { owner_id: seller.id, level: 'premium', created_at });
  await makeSavedSearch(db, { account_id: reader.id, told_until: new Date(0) });
  await sql`update events_added_up set at = '2100-01-01'`.execute(db);
  await visitor.post(`/api/ads/${listingId}/claims`, { email: 'owner@golden-hour.example' });
  await makeAccount(db, { id: 1 });
  const invitation = { email: 'team@mail.example', role: 'editor', reason: 'Writes' };
  await (await api.signedInVisitor(1)).post('/api/admin/staff/invitations', invitation);
  const help = { recipient: 'helper@mail.example', role: 'manager', listingId: null };
  expect((await visitor.post('/api/user/invitations', help)).status).toBe(200);
  await sendWeeklySummaries(db, { jobs, site: SITE }, new Date('2026-03-09T16:00:00Z'));
  await sendSearchAlerts(db, { jobs, site: SITE, gazetteer: await openGazetteer(db) }, inTheMorning());
  await expect.poll(() => countJobs(db, 'retry')).toBe(5);

  const immediate = [...tokensTo(account.email ?? ''), ...tokensTo('new@mail.example')];
  const recipients = [
    ...['owner@golden-hour.example', 'team@mail.example', 'helper@mail.example'],
    ...[seller.email ?? '', reader.email ?? ''],
  ];
  const first = recipients.flatMap(tokensTo);
  expect(new Set([...immediate, ...first])).toHaveLength(8);
  expect(
    await findTablesWith(
      db,
      [...immediate, ...first].filter((token) => token !== 'none'),
    ),
  ).toEqual([]);

  server.isDown = false;
  await advanceRetryTime(db, '1 minute');
  const email = writeEmail('en', () => ({ to: 'x@mail.example', subject: 'x', text: 'x' }));
  await db.transaction().execute((trx) => jobs.enqueueEmail(trx, email));
  await waitForEmptyMailQueue(db);
  const all = recipients.flatMap(tokensTo);
  expect(new Set(all)).toHaveLength(10);
  expect(await findTablesWith(db, all)).toEqual([]);

  // The mail server may have accepted an email whose attempt failed.
  const [[firstClaim = '', claim = ''] = [], invited = [], asked = [], ...mailings] = recipients.map(tokensTo);
  await expectLinkOfClaim(visitor, firstClaim, 200);
  await expectLinkOfClaim(visitor, claim, 400);
  for (const token of invited) expect((await visitor.post('/api/staff-invitations/find', { token })).status).toBe(200);
  for (const token of asked) expect((await visitor.post('/api/invitations/find', { token })).status).toBe(200);
  for (const token of mailings.flat()) expect((await visitor.post(`/api/unsubscribe/${token}`)).status).toBe(200);
});

it('An email about a claim that was replaced, or a search that was deleted, is not sent any more', async () => {
  const { api, db, jobs, attempts, server } = await startSite();
  server.isDown = true;
  const { id, email: to } = await makeAccount(db, { email_confirmed_at: new Date() });
  const visitor = await api.signedInVisitor(id);
  const listing = await makeListing(db, { origin: 'open-data', website: WEBSITE, category: 'plumbers' });
  const search = await makeSavedSearch(db, { account_id: id, told_until: new Date(0) });
  await sendSearchAlerts(db, { jobs, site: SITE, gazetteer: await openGazetteer(db) }, inTheMorning());
  await visitor.post(`/api/ads/${listing.id}/claims`, { email: 'owner@golden-hour.example' });
  await expect.poll(() => countJobs(db, 'retry')).toBe(2);
  await visitor.post(`/api/ads/${listing.id}/claims`, { note: 'Call me.' });
  await visitor.send('DELETE', `/api/user/searches/${search.id}`);

  server.isDown = false;
  await advanceRetryTime(db, '1 minute');
  const email = writeEmail('en', () => ({ to: 'x@mail.example', subject: 'x', text: 'x' }));
  await db.transaction().execute((trx) => jobs.enqueueEmail(trx, email));
  await waitForEmptyMailQueue(db);
  // The second claim is received, which its account is told.
  expect(
    attempts
      .slice(2)
      .map((sent) => sent.to)
      .toSorted(),
  ).toEqual([to, 'x@mail.example']);
});

async function expectLinkOfClaim(visitor: Visitor, token: string, status: number) {
  expect((await visitor.post('/api/claims/redeem', { token })).status).toBe(status);
}

async function countJobs(db: Kysely<DB>, state: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pgboss.job where name = 'mail' and state = ${state}::pgboss.job_state`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Half past nine in Los Angeles on the next day by the clock of this machine, when searches are emailed. */
function inTheMorning(): Date {
  const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  return new Date(`${tomorrow}T16:30:00Z`);
}
