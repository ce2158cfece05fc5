import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type ListingOverrides, makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { makeClaim } from '#tests/fixtures/ownership-factories.ts';
import type { Visitor } from '#tests/support/api.ts';
import { startAppInstance } from '#tests/support/app-instance.ts';
import { trackAuditLog } from '#tests/support/audit-log.ts';
import { createTestDatabase } from '#tests/support/database.ts';

const database = await createTestDatabase();
const { db } = database;
const api = await startAppInstance(database);
afterAll(async () => {
  await api.stop();
  await database.drop();
});

const auditLog = trackAuditLog(db);
beforeEach(async () => {
  for (const table of ['limits', 'listings', 'accounts'] as const) await db.deleteFrom(table).execute();
});

const unclaimed = (overrides: ListingOverrides = {}) =>
  makeListing(db, { origin: 'open-data', website: 'https://www.golden-hour.example/irvine', ...overrides });

/** A claimant of a listing. */
async function claimant() {
  const account = await makeAccount(db, { email_confirmed_at: new Date() });
  const visitor = await api.signedInVisitor(account.id);
  const claim = (id: number, form: object = { note: 'Call me at the shop.' }) =>
    visitor.post(`/api/ads/${id}/claims`, form);
  const redeem = (token: string) => visitor.post('/api/claims/redeem', { token });
  return { ...account, visitor, claim, redeem };
}

const extractToken = ({ text }: { text: string }) => /\/account\/claim#token=([\w-]{43})\n/.exec(text)?.[1] ?? '';
let mailboxes = 0;
const atWebsite = () => `owner${++mailboxes}@golden-hour.example`;

const findOwnerId = async (id: number) =>
  (await db.selectFrom('listings').select('owner_id').where('id', '=', id).executeTakeFirst())?.owner_id;

/** The number of emails that were ever queued to an address. */
async function emailsTo(to: string) {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pgboss.job where name = 'mail' and data ->> 'to' = ${to}`.execute(db);
  return rows[0]?.n;
}

const INVALID_LINK = 'This link has expired or has already been used. Please claim the listing again to get a new one.';
const ALREADY_OWNED = 'Another account has verified that it owns this business.';
const NOT_CLAIMABLE = 'This listing can no longer be claimed.';

describe('claiming with an email address at the domain of the website', () => {
  it('emails a link there, and the claimant who opens it becomes the owner', async () => {
    const { id } = await unclaimed({ title: 'Golden Hour Plumbing' });
    expect((await api.get(`/api/ads/${id}`)).body.unclaimed).toBe(true);
    const { username, visitor, claim, redeem } = await claimant();
    const to = atWebsite();
    const asked = await claim(id, { email: to, note: 'I am the owner.' });
    expect([asked.status, asked.body]).toEqual([
      201,
      {
        id: expect.any(Number),
        listing: { id, title: 'Golden Hour Plumbing' },
        status: 'mailed',
        email: to,
        reason: null,
        createdAt: expect.stringMatching(/Z$/),
      },
    ]);

    const email = await api.waitForEmail(to);
    expect(email.subject).toBe('Verify the claim of Golden Hour Plumbing on SoCal Local');
    for (const part of [
      'Golden Hour Plumbing',
      `/ads/${id}\n`,
      `“${username}”`,
      'ignore this email. Nothing will change',
    ])
      expect(email.text).toContain(part);
    const redeemed = await redeem(extractToken(email));
    expect([redeemed.status, redeemed.body]).toEqual([200, { message: 'The listing is now yours.', listingId: id }]);

    await expect.poll(async () => (await api.get(`/api/ads/${id}`)).body.unclaimed).toBe(false);
    expect((await visitor.get('/api/user/ads')).body).toMatchObject([{ id, status: 'active', expiresAt: null }]);
    expect((await visitor.get('/api/user/claims')).body).toMatchObject([{ id: asked.body.id, status: 'approved' }]);
  });

  it('emails the claimant and adds an audit event on approval', async () => {
    const title = 'Poppy Bakery';
    const { id } = await unclaimed({ title });
    const { id: account_id, username, email, redeem } = await claimant();
    const { token } = await makeClaim(db, { account_id, listing_id: id });
    await redeem(token);
    const sent = await api.waitForEmail(email ?? '');
    expect(sent.subject).toBe(`Your claim of ${title} was approved`);
    expect(sent.text).toContain(`/ads/${id}\n`);
    expect(await auditLog.readNew()).toMatchObject([
      { kind: 'claim-approved', account_id, username, listing_id: id, actor_id: null, reason: null },
    ]);
  });
});

it('Claiming needs a confirmed email, and emails nobody without one', async () => {
  const { id } = await unclaimed();
  const account = await makeAccount(db, { username: 'Your Bank' });
  const visitor = await api.signedInVisitor(account.id);
  const to = atWebsite();
  const { status, body } = await visitor.post(`/api/ads/${id}/claims`, { email: to });
  expect([status, body]).toEqual([
    403,
    { message: 'Confirm your email first. The link is in your inbox.', code: 'email-confirmation-required' },
  ]);
  expect([await emailsTo(to), await db.selectFrom('claims').selectAll().execute()]).toEqual([0, []]);
});

describe('claiming without such an address', () => {
  it.each([
    ['none', {}, {}],
    ['an empty one', {}, { email: '' }],
    ['one elsewhere', {}, { email: 'owner@other.example' }],
    ['one that anybody can have', { website: 'https://gmail.com' }, { email: 'owner@gmail.com' }],
    ['no website to compare it with', { website: null }, { email: 'owner@golden-hour.example' }],
  ])('waits for the administrator and sends no email: %s', async (_what, columns, form: { email?: string }) => {
    const { id } = await unclaimed(columns);
    const { id: account_id, claim } = await claimant();
    const before = form.email && (await emailsTo(form.email));
    const { status, body } = await claim(id, { ...form, note: 'Call me at the shop.' });
    expect([status, body.status, body.email]).toEqual([201, 'waiting', null]);
    if (form.email) expect(await emailsTo(form.email)).toBe(before);
    const rows = await db.selectFrom('claims').selectAll().execute();
    expect(rows).toMatchObject([{ account_id, listing_id: id, note: 'Call me at the shop.', email: null }]);
    expect(await findOwnerId(id)).toBeNull();
  });
});

describe('A claim that waits', () => {
  it.each([
    ['en', 'We received your claim of Poppy Bakery', 'A person will review it'],
    ['es', 'Recibimos su reclamo de Poppy Bakery', 'Una persona lo revisará'],
  ] as const)('is confirmed to the claimant in their language: %s', async (language, subject, part) => {
    const { id } = await unclaimed({ title: 'Poppy Bakery', website: null });
    const { id: accountId, email, claim } = await claimant();
    await db.updateTable('accounts').set({ language }).where('id', '=', accountId).execute();
    await claim(id);
    const sent = await api.waitForEmail(email ?? '');
    expect(sent.subject).toBe(subject);
    for (const text of [part, `/ads/${id}\n`, '/account\n']) expect(sent.text).toContain(text);
  });

  it('is known to its account alone, until it is decided', async () => {
    const { id } = await unclaimed({ website: null });
    const { visitor, claim } = await claimant();
    const waitingSince = async (who = visitor) => (await who.get(`/api/ads/${id}/claim-proofs`)).body.waitingSince;
    expect(await waitingSince()).toBeNull();
    const { createdAt } = (await claim(id)).body;
    expect(await waitingSince()).toBe(createdAt);
    expect(await waitingSince((await claimant()).visitor)).toBeNull();
    await db.updateTable('claims').set({ status: 'declined', decided_at: new Date(), reason: 'No.' }).execute();
    expect(await waitingSince()).toBeNull();
  });

  it('is none where a link was emailed', async () => {
    const { id } = await unclaimed();
    const { visitor, email, claim } = await claimant();
    await claim(id, { email: atWebsite() });
    expect((await visitor.get(`/api/ads/${id}/claim-proofs`)).body.waitingSince).toBeNull();
    expect(await emailsTo(email ?? '')).toBe(0);
  });
});

describe('a listing cannot be claimed', () => {
  const yesterday = new Date(Date.now() - 86_400_000);
  const missing = "The ad you're looking for doesn't exist or has been removed.";
  it.each<[string, ListingOverrides, number, string]>([
    ['that is paused', { status: 'paused' }, 404, missing],
    ['that is hidden', { status: 'hidden' }, 404, missing],
    ['that is deleted', { status: 'deleted' }, 404, missing],
    ['that has expired', { expires_at: yesterday }, 404, missing],
    ['that somebody owns', { origin: 'account' }, 409, NOT_CLAIMABLE],
    ['that was made up', { origin: 'sample' }, 404, missing],
  ])('%s', async (_what, columns, expected, message) => {
    const { id } = await unclaimed(columns);
    const { claim } = await claimant();
    const { status, body } = await claim(id, { email: atWebsite() });
    expect([status, body]).toEqual([expected, { message }]);
    expect(await db.selectFrom('claims').selectAll().execute()).toEqual([]);
  });

  it('that does not exist', async () => {
    expect((await (await claimant()).claim(999_999_999)).status).toBe(404);
  });

  it.each([
    ['an address that is none', { email: 'owner' }, 'email', 'Please enter a valid email address'],
    ['two addresses', { email: 'a@b.example, c@d.example' }, 'email', 'Please enter a valid email address'],
    ['a line break in it', { email: 'a@b.example\nBcc: c@d.example' }, 'email', 'Please enter a valid email address'],
    ['a note that is too long', { note: 'x'.repeat(1001) }, 'note', 'Use 1,000 characters or fewer'],
    ['nothing', {}, 'note', 'Enter an email address at the website, add a document, or tell us how we can verify it'],
    [
      'blanks',
      { email: '', note: ' \n' },
      'note',
      'Enter an email address at the website, add a document, or tell us how we can verify it',
    ],
    ['a zero byte', { note: 'a\0b' }, 'note', 'You can’t use control characters here'],
  ])('with %s', async (_what, form, path, message) => {
    const { id } = await unclaimed();
    const { status, body } = await (await claimant()).claim(id, form);
    expect([status, body.issues]).toEqual([400, [{ path, message }]]);
  });
});

describe('claiming again', () => {
  it('replaces the open claim, whose link becomes invalid', async () => {
    const { id } = await unclaimed();
    const { visitor, claim, redeem } = await claimant();
    const [first, second] = [atWebsite(), atWebsite()];
    const before = await claim(id, { email: first });
    const firstEmail = await api.waitForEmail(first);
    const after = await claim(id, { email: second, note: 'The other address is old.' });
    expect(after.body.id).toBe(before.body.id);
    expect((await visitor.get('/api/user/claims')).body).toEqual([after.body]);
    const refused = await redeem(extractToken(firstEmail));
    expect([refused.status, refused.body]).toEqual([400, { message: INVALID_LINK }]);
    expect((await redeem(extractToken(await api.waitForEmail(second)))).status).toBe(200);
  });

  it('without the address invalidates the link', async () => {
    const { id } = await unclaimed();
    const { claim, redeem } = await claimant();
    const to = atWebsite();
    await claim(id, { email: to });
    const email = await api.waitForEmail(to);
    expect((await claim(id)).body).toMatchObject({ status: 'waiting', email: null });
    expect((await redeem(extractToken(email))).status).toBe(400);
  });

  it('with concurrent requests leaves one claim', async () => {
    const { id } = await unclaimed();
    const { claim } = await claimant();
    const responses = await Promise.all(Array.from({ length: 5 }, () => claim(id)));
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect(await db.selectFrom('claims').selectAll().execute()).toHaveLength(1);
  });

  it('after the administrator declined creates another claim', async () => {
    const { id } = await unclaimed();
    const { id: account_id, visitor, claim } = await claimant();
    await makeClaim(db, {
      account_id,
      listing_id: id,
      status: 'declined',
      reason: 'Nobody answers',
      decided_at: new Date(),
    });
    await claim(id);
    expect((await visitor.get('/api/user/claims')).body).toMatchObject([
      { status: 'waiting', reason: null },
      { status: 'declined', reason: 'Nobody answers' },
    ]);
  });
});

describe('limits', () => {
  it('allow an account ten claims a day', async () => {
    const { id } = await unclaimed();
    const { claim } = await claimant();
    for (let i = 0; i < 10; i++) expect((await claim(id)).status).toBe(201);
    const { status, headers } = await claim(id);
    expect([status, Number(headers['retry-after']) > 80_000]).toEqual([429, true]);
  });

  it('allow three emails a day to an address, whoever claims', async () => {
    const to = atWebsite();
    const ask = async (email: string) => {
      const { id } = await unclaimed();
      const { visitor, claim } = await claimant();
      return { visitor, status: (await claim(id, { email })).status };
    };
    for (const email of [to, to.toUpperCase(), to]) expect((await ask(email)).status).toBe(201);
    const fourth = await ask(to);
    expect(fourth.status).toBe(429);
    expect((await fourth.visitor.get('/api/user/claims')).body).toEqual([]);
    expect((await ask(atWebsite())).status).toBe(201);
  });
});

describe('the link', () => {
  async function mailed(link: { expires_at?: Date } = {}) {
    const { id: listing } = await unclaimed();
    const who = await claimant();
    const { token } = await makeClaim(db, { account_id: who.id, listing_id: listing }, link);
    return { ...who, listing, token };
  }

  it('is valid for the claimant only, and stays valid after others tried it', async () => {
    const { listing, token, redeem } = await mailed();
    const anonymous = await api.visitor().post('/api/claims/redeem', { token });
    expect([anonymous.status, anonymous.body]).toEqual([401, { message: 'Please sign in to continue.' }]);
    const other = await (await claimant()).redeem(token);
    const message =
      'This link is for another account. Sign in to the account that made the claim, then open the link again.';
    expect([other.status, other.body]).toEqual([403, { message }]);
    expect(await findOwnerId(listing)).toBeNull();
    expect((await redeem(token)).status).toBe(200);
  });

  it('works once', async () => {
    const { token, redeem } = await mailed();
    expect((await redeem(token)).status).toBe(200);
    const again = await redeem(token);
    expect([again.status, again.body]).toEqual([400, { message: INVALID_LINK }]);
  });

  it('works for three days', async () => {
    const to = atWebsite();
    const { id } = await unclaimed();
    await (await claimant()).claim(id, { email: to });
    await api.waitForEmail(to);
    const { rows } = await sql<{ hours: number }>`
      select extract(epoch from expires_at - now())::float8 / 3600 as hours from claim_links`.execute(db);
    expect(Math.round(rows[0]?.hours ?? 0)).toBe(72);
    const { listing, token, redeem } = await mailed({ expires_at: new Date(Date.now() - 1000) });
    const late = await redeem(token);
    expect([late.status, late.body, await findOwnerId(listing)]).toEqual([400, { message: INVALID_LINK }, null]);
  });

  it.each([
    ['cut short', 'a'.repeat(42), 'This link is incomplete. Open it again from your email.'],
    ['nobody’s', 'a'.repeat(43), INVALID_LINK],
  ])('is refused if it is %s', async (_what, token, message) => {
    const { status, body } = await (await claimant()).redeem(token);
    expect([status, body.issues?.[0].message ?? body.message]).toEqual([400, message]);
  });

  it('has no effect while the listing is hidden', async () => {
    const { listing, token, redeem } = await mailed();
    const set = { status: 'hidden', hidden_from: 'active', hidden_reason: 'Spam', hidden_at: new Date() } as const;
    await db.updateTable('listings').set(set).where('id', '=', listing).execute();
    const { status, body } = await redeem(token);
    expect([status, body, await findOwnerId(listing)]).toEqual([409, { message: NOT_CLAIMABLE }, null]);
  });

  it('declines the other claims of the listing and emails their claimants', async () => {
    const { listing, token, redeem } = await mailed();
    const [mailedToo, waiting, elsewhere] = [await claimant(), await claimant(), await claimant()];
    const late = await makeClaim(db, { account_id: mailedToo.id, listing_id: listing });
    await makeClaim(db, { account_id: waiting.id, listing_id: listing, status: 'waiting' });
    await makeClaim(db, { account_id: elsewhere.id, listing_id: (await unclaimed()).id });
    await redeem(token);
    const own = async (visitor: Visitor) => (await visitor.get('/api/user/claims')).body;
    for (const { visitor, email } of [mailedToo, waiting]) {
      expect(await own(visitor)).toMatchObject([{ status: 'declined', reason: ALREADY_OWNED }]);
      expect((await api.waitForEmail(email ?? '')).text).toContain(ALREADY_OWNED);
    }
    expect(await own(elsewhere.visitor)).toMatchObject([{ status: 'mailed' }]);
    expect((await mailedToo.redeem(late.token)).status).toBe(400);
  });

  it('gives the listing to one of two claimants who redeem concurrently', async () => {
    const one = await mailed();
    const other = await claimant();
    const { token } = await makeClaim(db, { account_id: other.id, listing_id: one.listing });
    const responses = await whileLocked(one.listing, () => [one.redeem(one.token), other.redeem(token)]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const lost = responses.find(({ status }) => status === 409);
    expect(lost?.body).toEqual({ message: NOT_CLAIMABLE });
    const winner = responses[0]?.status === 200 ? 0 : 1;
    const claims = await db.selectFrom('claims').select('status').orderBy('id').execute();
    expect(claims.map(({ status }) => status)).toEqual(
      winner === 0 ? ['approved', 'declined'] : ['declined', 'approved'],
    );
  });

  it('works once when it is redeemed concurrently', async () => {
    const { listing, token, redeem } = await mailed();
    const responses = await whileLocked(listing, () => [redeem(token), redeem(token)]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await auditLog.readNew()).toHaveLength(1);
  });

  it('is redeemed in one transaction', async () => {
    const { listing, token, redeem, email } = await mailed();
    await db.schema.alterTable('audit').renameTo('audit_away').execute();
    const { status } = await redeem(token);
    await db.schema.alterTable('audit_away').renameTo('audit').execute();
    expect([status, await findOwnerId(listing), await emailsTo(email ?? '')]).toEqual([500, null, 0]);
    expect((await redeem(token)).status).toBe(200);
  });
});

/** Sends requests while a listing is locked, and unlocks it when all of them wait for it. */
async function whileLocked<Answer>(listing: number, ask: () => Promise<Answer>[]): Promise<Answer[]> {
  const asked = await db.transaction().execute(async (trx) => {
    await trx.selectFrom('listings').select('id').where('id', '=', listing).forUpdate().execute();
    const asking = ask();
    await expect.poll(() => countLockWaiters()).toBe(asking.length);
    return asking;
  });
  return Promise.all(asked);
}

async function countLockWaiters() {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows[0]?.n;
}

describe('the list of an account’s claims', () => {
  it('has the newest first, in pages, and no claims of others', async () => {
    const { id: account_id, visitor } = await claimant();
    const titles = Array.from({ length: 5 }, (_, i) => `Listing ${i}`);
    for (const title of titles)
      await makeClaim(db, { account_id, listing_id: (await unclaimed({ title })).id, status: 'waiting' });
    await makeClaim(db, { account_id: (await claimant()).id, listing_id: (await unclaimed()).id });
    const pages: string[][] = [];
    for (let next: string | undefined = '/api/user/claims?limit=2'; next; ) {
      const { headers, body }: Awaited<ReturnType<Visitor['get']>> = await visitor.get(next);
      pages.push(body.map(({ listing }: { listing: { title: string } }) => listing.title));
      next = /<(.*)>; rel="next"/.exec(String(headers.link))?.[1];
    }
    expect(pages).toEqual([['Listing 4', 'Listing 3'], ['Listing 2', 'Listing 1'], ['Listing 0']]);
    expect((await visitor.get('/api/user/claims?cursor=x')).status).toBe(400);
  });

  it('is in the export without the token, and is deleted with the account', async () => {
    const { id: account_id, visitor, claim } = await claimant();
    const { id } = await unclaimed({ title: 'Poppy Bakery' });
    await claim(id, { email: atWebsite(), note: 'Mine' });
    const { body } = await visitor.get('/api/user/export');
    expect(body.claims).toMatchObject([{ listing: { id, title: 'Poppy Bakery' }, status: 'mailed', note: 'Mine' }]);
    expect(JSON.stringify(body)).not.toMatch(/token/);
    expect((await visitor.send('DELETE', '/api/user', { password: 'correct horse battery' })).status).toBe(200);
    expect(await db.selectFrom('claims').where('account_id', '=', account_id).selectAll().execute()).toEqual([]);
    expect((await api.get(`/api/ads/${id}`)).status).toBe(200);
  });
});
