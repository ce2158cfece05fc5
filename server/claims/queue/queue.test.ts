import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { makeClaim } from '#tests/fixtures/ownership-factories.ts';
import { createTestApi } from '#tests/support/api.ts';
import { trackAuditLog } from '#tests/support/audit-log.ts';

const api = await createTestApi();
afterAll(api.close);
const { db } = api;

const auditLog = trackAuditLog(db);
beforeEach(async () => {
  for (const table of ['limits', 'listings', 'accounts'] as const) await db.deleteFrom(table).execute();
  await makeAccount(db, { id: 1, username: 'admin', email: null });
});

const administrator = async () => (await api.signedInVisitor(1)).send;

/** A claim that is waiting for a decision. */
async function makeOpenClaim(listing_id?: number) {
  const account = await makeAccount(db);
  const listing = listing_id ?? (await makeListing(db, { origin: 'open-data', title: 'Poppy Bakery' })).id;
  const { id } = await makeClaim(db, {
    account_id: account.id,
    listing_id: listing,
    status: 'waiting',
    note: 'Call me at the shop.',
  });
  return { id, listing, account, email: account.email ?? '' };
}

const findOwnerId = async (id: number) =>
  (await db.selectFrom('listings').select('owner_id').where('id', '=', id).executeTakeFirstOrThrow()).owner_id;

const countWaitingForLock = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like 'update%claims%'`.execute(db);
  return rows[0]?.count;
};

/** Runs requests concurrently, each on its own connection. */
const readStatuses = async (asking: Promise<{ status: number }>[]) =>
  (await Promise.all(asking)).map(({ status }) => status).toSorted();

describe('the claims', () => {
  it('that are waiting are listed with the data for a decision', async () => {
    const website = 'https://poppy.example';
    const { id: listing } = await makeListing(db, { origin: 'open-data', title: 'Poppy Bakery', website });
    const { id, account } = await makeOpenClaim(listing);
    const { status, headers, body } = await (await administrator())('GET', '/api/admin/claims');
    expect([status, headers['x-total-count']]).toEqual([200, '1']);
    expect(body).toEqual([
      {
        id,
        listing: { id: listing, title: 'Poppy Bakery', city: 'Irvine', website, phone: '(949) 555-0100' },
        claimant: {
          id: account.id,
          username: account.username,
          businessName: 'Golden Hour Plumbing',
          email: account.email,
          emailConfirmed: false,
        },
        status: 'waiting',
        email: null,
        note: 'Call me at the shop.',
        reason: null,
        createdAt: expect.stringMatching(/Z$/),
        hasDocument: false,
        doubts: [],
        blocked: null,
      },
    ]);
  });

  it('are paginated by status, newest first', async () => {
    const ids: number[] = [];
    for (let i = 0; i < 5; i++) ids.push((await makeOpenClaim()).id);
    await makeClaim(db, { account_id: (await makeAccount(db)).id, listing_id: (await makeOpenClaim()).listing });
    const admin = await administrator();
    const pages: number[][] = [];
    for (let next: string | undefined = '/api/admin/claims?status=waiting&limit=4'; next; ) {
      const { headers, body }: Awaited<ReturnType<typeof admin>> = await admin('GET', next);
      expect(headers['x-total-count']).toBe('6');
      pages.push(body.map(({ id }: { id: number }) => id));
      next = /<(.*)>; rel="next"/.exec(String(headers.link))?.[1];
    }
    expect(pages.map((page) => page.length)).toEqual([4, 2]);
    expect(pages.flat().slice(1)).toEqual(ids.toReversed());
    expect((await admin('GET', '/api/admin/claims?status=mailed')).body).toHaveLength(1);
    expect((await admin('GET', '/api/admin/claims?status=approved')).body).toEqual([]);
  });

  it.each(['status=open', 'cursor=x', 'cursor=-1', 'limit=0', 'limit=101'])(
    'asked with %s are a bad request',
    async (query) => {
      expect((await (await administrator())('GET', `/api/admin/claims?${query}`)).status).toBe(400);
    },
  );
});

describe('approving a claim', () => {
  it('transfers the listing to the claimant, declines the other claims, and notifies all claimants', async () => {
    const { id, listing, account, email } = await makeOpenClaim();
    const other = await makeOpenClaim(listing);
    const admin = await administrator();
    const { status, body } = await admin('POST', `/api/admin/claims/${id}/approve`);
    expect([status, body]).toMatchObject([200, { id, status: 'approved', claimant: { id: account.id } }]);
    expect(await findOwnerId(listing)).toBe(account.id);
    expect((await api.waitForEmail(email)).subject).toBe('Your claim of Poppy Bakery was approved');
    const declined = await api.waitForEmail(other.email);
    expect(declined.subject).toBe('Your claim of Poppy Bakery was declined');
    expect(declined.text).toContain('Another account has verified that it owns this business.');
    expect(auditLog.onlyNew((await admin('GET', '/api/admin/audit')).body)).toMatchObject([
      {
        ...{ kind: 'claim-approved', accountId: account.id, actorId: 1, listingId: listing, reason: null },
        ...{ before: { claim: id, owner: null }, after: { claim: id, owner: account.id } },
      },
    ]);
  });

  it('does not require the emailed link', async () => {
    const { id: account_id } = await makeAccount(db);
    const { id: listing_id } = await makeListing(db, { origin: 'open-data' });
    const { id, token } = await makeClaim(db, { account_id, listing_id });
    expect((await (await administrator())('POST', `/api/admin/claims/${id}/approve`)).status).toBe(200);
    const { status } = await (await api.signedInVisitor(account_id)).post('/api/claims/redeem', { token });
    expect(status).toBe(400);
  });

  it('of a suspended account is refused', async () => {
    const { id, account, listing } = await makeOpenClaim();
    const admin = await administrator();
    await admin('POST', `/api/admin/users/${account.id}/suspend`, { reason: 'Spam' });
    const { status, body } = await admin('POST', `/api/admin/claims/${id}/approve`);
    expect([status, body]).toEqual([409, { message: 'The account that made this claim is suspended or deleted.' }]);
    expect(await findOwnerId(listing)).toBeNull();
  });

  it('of a listing that is hidden is refused, until it is shown again', async () => {
    const { id, listing } = await makeOpenClaim();
    const admin = await administrator();
    await admin('POST', `/api/admin/ads/${listing}/hide`, { reason: 'Spam' });
    const refused = await admin('POST', `/api/admin/claims/${id}/approve`);
    expect([refused.status, refused.body]).toEqual([409, { message: 'This listing can no longer be claimed.' }]);
    await admin('POST', `/api/admin/ads/${listing}/show`);
    expect((await admin('POST', `/api/admin/claims/${id}/approve`)).status).toBe(200);
  });
});

describe('declining a claim', () => {
  it('notifies the claimant of the reason, and leaves the listing claimable', async () => {
    const { id, listing, account, email } = await makeOpenClaim();
    const admin = await administrator();
    const reason = 'The shop says that it does not know you.\nWrite to us from its address.';
    const { status, body } = await admin('POST', `/api/admin/claims/${id}/decline`, { reason: `  ${reason}\r\n` });
    expect([status, body]).toMatchObject([200, { id, status: 'declined', reason }]);
    const { text } = await api.waitForEmail(email);
    for (const part of [reason, 'Poppy Bakery', `/ads/${listing}\n`]) expect(text).toContain(part);
    const own = await (await api.signedInVisitor(account.id)).get('/api/user/claims');
    expect(own.body).toMatchObject([{ id, status: 'declined', reason }]);
    expect(auditLog.onlyNew((await admin('GET', '/api/admin/audit')).body)).toMatchObject([
      {
        ...{ kind: 'claim-declined', accountId: account.id, actorId: 1, listingId: listing, reason },
        ...{ before: { claim: id }, after: { claim: id, status: 'declined' } },
      },
    ]);
    const other = await makeOpenClaim(listing);
    expect((await admin('POST', `/api/admin/claims/${other.id}/approve`)).status).toBe(200);
  });

  it('revokes the emailed link', async () => {
    const { id: account_id } = await makeAccount(db);
    const { id: listing_id } = await makeListing(db, { origin: 'open-data' });
    const { id, token } = await makeClaim(db, { account_id, listing_id });
    await (await administrator())('POST', `/api/admin/claims/${id}/decline`, { reason: 'No' });
    const { status } = await (await api.signedInVisitor(account_id)).post('/api/claims/redeem', { token });
    expect([status, await findOwnerId(listing_id)]).toEqual([400, null]);
  });

  it.each([
    ['no reason', {}, 'Reason is required'],
    ['a blank one', { reason: ' \n ' }, 'Reason is required'],
    ['one of 1,001 characters', { reason: 'x'.repeat(1001) }, 'Reason is too long'],
    ['a zero byte in it', { reason: 'a\0b' }, 'You can’t use control characters here'],
  ])('with %s is refused', async (_what, body, message) => {
    const { id } = await makeOpenClaim();
    const response = await (await administrator())('POST', `/api/admin/claims/${id}/decline`, body);
    expect([response.status, response.body.issues]).toEqual([400, [{ path: 'reason', message }]]);
  });
});

describe('a decision', () => {
  const verbs = [
    ['approve', undefined],
    ['decline', { reason: 'No' }],
  ] as const;

  it.each(verbs)('to %s is accepted once', async (verb, body) => {
    const { id } = await makeOpenClaim();
    const admin = await administrator();
    for (const [first, content] of verbs) {
      const claim = first === verb ? { id } : await makeOpenClaim();
      await admin('POST', `/api/admin/claims/${claim.id}/${first}`, content);
      const again = await admin('POST', `/api/admin/claims/${claim.id}/${verb}`, body);
      expect([again.status, again.body]).toEqual([409, { message: 'This claim has already been decided.' }]);
    }
  });

  it.each(verbs)('to %s an unknown claim is refused', async (verb, body) => {
    const admin = await administrator();
    const { status, body: responseBody } = await admin('POST', `/api/admin/claims/999999999/${verb}`, body);
    expect([status, responseBody]).toEqual([404, { message: 'Claim not found' }]);
    expect((await admin('POST', `/api/admin/claims/0/${verb}`, body)).status).toBe(404);
  });

  it('made concurrently is accepted once', async () => {
    const { id, account, listing } = await makeOpenClaim();
    const admin = await administrator();
    const approving = Array.from({ length: 4 }, () => admin('POST', `/api/admin/claims/${id}/approve`));
    expect(await readStatuses(approving)).toEqual([200, 409, 409, 409]);
    expect(await findOwnerId(listing)).toBe(account.id);
    expect(auditLog.onlyNew((await admin('GET', '/api/admin/audit')).body)).toHaveLength(1);
  });

  it('to decline a claim waits for a concurrent decision, and is then refused', async () => {
    const { id, account } = await makeOpenClaim();
    const admin = await administrator();
    const deciding = await db.startTransaction().execute();
    await deciding
      .updateTable('claims')
      .set({ status: 'approved', decided_by: 1, decided_at: new Date() })
      .where('id', '=', id)
      .execute();
    const declining = admin('POST', `/api/admin/claims/${id}/decline`, { reason: 'No' });
    await expect.poll(countWaitingForLock).toBe(1);
    await deciding.commit().execute();
    expect((await declining).body).toEqual({ message: 'This claim has already been decided.' });
    expect((await admin('GET', '/api/admin/claims?status=approved')).body).toMatchObject([{ id }]);
    expect((await admin('GET', `/api/admin/audit?accountId=${account.id}`)).body).toEqual([]);
  });

  it('for one claimant refuses concurrent decisions for others', async () => {
    const one = await makeOpenClaim();
    const others = [await makeOpenClaim(one.listing), await makeOpenClaim(one.listing)];
    const admin = await administrator();
    const approving = [one, ...others].map(({ id }) => admin('POST', `/api/admin/claims/${id}/approve`));
    expect(await readStatuses(approving)).toEqual([200, 409, 409]);
    const { rows } = await sql`select status, count(*)::int as n from claims group by 1 order by 1`.execute(db);
    expect(rows).toEqual([
      { status: 'approved', n: 1 },
      { status: 'declined', n: 2 },
    ]);
  });

  it('and an opened link at the same time: one of them is accepted', async () => {
    const { id: listing_id } = await makeListing(db, { origin: 'open-data' });
    const { id: account_id } = await makeAccount(db);
    const { token } = await makeClaim(db, { account_id, listing_id });
    const other = await makeOpenClaim(listing_id);
    const [admin, claimant] = [await administrator(), await api.signedInVisitor(account_id)];
    const [approved, redeemed] = await Promise.all([
      admin('POST', `/api/admin/claims/${other.id}/approve`),
      claimant.post('/api/claims/redeem', { token }),
    ]);
    // The decision has revoked a link that is opened after it.
    expect([
      [200, 409],
      [200, 400],
      [409, 200],
    ]).toContainEqual([approved?.status, redeemed?.status]);
    expect(await findOwnerId(listing_id)).toBe(approved?.status === 200 ? other.account.id : account_id);
  });

  it.each(verbs)('to %s is atomic', async (verb, body) => {
    const { id, listing, email } = await makeOpenClaim();
    const admin = await administrator();
    await db.schema.alterTable('audit').renameTo('audit_away').execute();
    const { status } = await admin('POST', `/api/admin/claims/${id}/${verb}`, body);
    await db.schema.alterTable('audit_away').renameTo('audit').execute();
    expect([status, await findOwnerId(listing)]).toEqual([500, null]);
    expect((await admin('GET', '/api/admin/claims')).body).toMatchObject([{ id, status: 'waiting' }]);
    const emails = await sql`select 1 from pgboss.job where data ->> 'to' = ${email}`.execute(db);
    expect(emails.rows).toEqual([]);
  });
});
