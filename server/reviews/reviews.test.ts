import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { DB } from '#server/platform/db/schema.ts';
import { createToken, hashToken } from '#server/platform/http/sessions.ts';
import { makeAccount, makeListing, makeStaff } from '#server/site/seed/factories.ts';
import { addBusinessDays } from '#server/staff/business-days.ts';
import { makeConversation, makeReview } from '#tests/fixtures/conversation-factories.ts';
import type { Visitor } from '#tests/support/api.ts';
import { createListeningApi } from '#tests/support/app-instance.ts';
import { withoutStatementTimeout } from '#tests/support/database.ts';
import { repetitions } from '#tests/support/long-run.ts';
import { openLink, waitForEmptyMailQueue } from '#tests/support/mail-queue.ts';
import { createReviewsPersonalData } from './personal-data.ts';

const api = await createListeningApi();
afterAll(api.close);
const { db } = api;

let owner: Awaited<ReturnType<typeof makeAccount>>;
let listingId: number;

beforeEach(async () => {
  for (const table of ['limits', 'listings', 'reviews', 'conversations', 'accounts'] as const)
    await db.deleteFrom(table).execute();
  await makeAccount(db, { id: 1, username: 'admin', email: null });
  owner = await makeAccount(db, { email_confirmed_at: new Date() });
  ({ id: listingId } = await makeListing(db, { owner_id: owner.id, title: 'Sunrise Plumbing' }));
  api.emails.length = 0;
});

const form = (overrides: object = {}) => ({
  ...{ stars: 4, name: 'Maria L.', visitedMonth: '2026-10', purchased: 'A water heater', declares: true },
  ...{ text: 'They came the same day, and it works.', key: randomUUID() },
  ...overrides,
});

/** A conversation in which both sides have written, with what its customer does. */
async function finishedConversation(overrides: Partial<Parameters<typeof makeConversation>[1]> = {}) {
  const { id } = await makeConversation(db, { listing_id: listingId, first_answered_at: new Date(), ...overrides });
  const token = createToken();
  await db
    .insertInto('conversation_links')
    .values({ conversation_id: id, side: 'customer', token_hash: hashToken(token) })
    .execute();
  const visitor = api.visitor();
  await openLink(visitor, token);
  const send = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', action = '', body?: object) =>
    visitor.send(method, `/api/conversations/${id}/review${action}`, body);
  return { id, write: (change: object = {}) => send('PUT', '', form(change)), send };
}

/** How many rows of `listing_ratings` were written; it grows within a transaction. */
async function countWrites(trx: Transaction<DB>): Promise<number> {
  const { rows } = await sql<{ writes: number }>`
    select (pg_stat_get_xact_tuples_inserted(t) + pg_stat_get_xact_tuples_updated(t))::int as writes
    from (select 'listing_ratings'::regclass as t) as ratings`.execute(trx);
  return rows[0]?.writes ?? Number.NaN;
}

const read = async (query = '') => {
  await api.awaitInvalidations();
  return (await api.visitor().get(`/api/ads/${listingId}/reviews${query}`)).body;
};
const staff = () => api.signedInVisitor(1);
const decide = async (verb: 'show' | 'withhold', rule = 'no-contact', visitor?: Visitor) => {
  const admin = visitor ?? (await staff());
  const [review] = (await admin.get('/api/admin/reviews')).body;
  const body = verb === 'withhold' ? { rule, reason: 'Because.' } : undefined;
  return (await admin.post(`/api/admin/reviews/${review?.id}/${verb}`, body)).status;
};

describe('a review', () => {
  it('is written by the customer of a finished conversation, and read by the staff before visitors', async () => {
    const { write } = await finishedConversation();
    const { status, body } = await write();
    expect([status, body]).toMatchObject([200, { canWrite: true, review: { status: 'waiting', stars: 4 } }]);
    expect(await read()).toMatchObject({ count: 0, reviews: [] });
    expect(await decide('show')).toBe(204);
    expect(await read()).toEqual({
      ...{ count: 1, average: null, histogram: null, withheld: [] },
      reviews: [
        {
          id: expect.any(Number),
          ...{
            author: 'Maria L.',
            proof: 'conversation',
            stars: 4,
            text: 'They came the same day, and it works.',
            visitedMonth: '2026-10',
          },
          ...{ language: 'en', pictures: [] },
          ...{ purchased: 'A water heater', publishedAt: expect.any(String), editedAt: null, reply: null },
        },
      ],
    });
    await waitForEmptyMailQueue(db);
    expect((await api.waitForEmail('maria@mail.example')).subject).toContain('is live');
    expect((await api.waitForEmail(owner.email as string)).text).toContain('4 of 5 stars');
    expect(JSON.stringify(await read())).not.toContain('maria@');
  });

  it('is refused before the business has answered, to others, and for a business of the same kind', async () => {
    expect((await (await finishedConversation({ first_answered_at: null })).write()).status).toBe(409);
    const { id } = await finishedConversation();
    const business = await api.signedInVisitor(owner.id);
    for (const visitor of [business, api.visitor(), await staff()])
      expect((await visitor.send('PUT', `/api/conversations/${id}/review`, form())).status).toBe(404);
    const competitor = await makeAccount(db);
    await makeListing(db, { owner_id: competitor.id });
    expect((await (await finishedConversation({ customer_id: competitor.id })).write()).status).toBe(409);
  });

  it.each([
    ['no stars', { stars: 0 }, 'stars'],
    ['six stars', { stars: 6 }, 'stars'],
    ['half a star', { stars: 4.5 }, 'stars'],
    ['too few words', { text: 'Good.' }, 'text'],
    ['no declaration', { declares: false }, 'declares'],
    ['no month', { visitedMonth: '2026-13' }, 'visitedMonth'],
  ])('is refused with %s', async (_, change, path) => {
    const { write } = await finishedConversation();
    const { status, body } = await write(change);
    expect([status, body.issues[0].path]).toEqual([400, path]);
  });

  it('is one for each person and business within twelve months, also from another conversation', async () => {
    const first = await finishedConversation();
    const key = randomUUID();
    await Promise.all([first.write({ key }), first.write({ key }), first.write({ key })]);
    expect(await decide('show')).toBe(204);
    const second = await finishedConversation();
    const { review } = (await second.write({ stars: 1 })).body;
    expect(review).toMatchObject({ status: 'waiting', stars: 1, hasEarlier: true });
    // Visitors read the earlier one until then.
    await sql`update reviews set published_at = now() - interval '40 days'`.execute(db);
    const [{ publishedAt }] = (await read()).reviews;
    expect(await read()).toMatchObject({ count: 1, reviews: [{ stars: 4, editedAt: null }] });
    expect(await decide('show')).toBe(204);
    // It keeps its date, with that of the change beside it.
    expect(await read()).toMatchObject({
      count: 1,
      reviews: [{ stars: 1, publishedAt, editedAt: expect.any(String) }],
    });
    expect(await db.selectFrom('review_versions').select(['stars']).execute()).toEqual([{ stars: 4 }]);
    await sql`update reviews set created_at = now() - interval '13 months'`.execute(db);
    await second.write({ stars: 5 });
    expect(await db.selectFrom('reviews').select('id').execute()).toHaveLength(2);
  });

  it('is one for each mailbox, and belongs to the address that wrote it', async () => {
    const first = await finishedConversation();
    await first.write();
    const again = await finishedConversation({
      customer_email: 'Maria+again@mail.example',
      customer_email_key: 'maria@mail.example',
    });
    const { status, body } = await again.write();
    const message = 'You reviewed this business with another spelling of your email address.';
    expect([status, body.message]).toEqual([409, message]);
    expect((await again.send('GET')).body).toMatchObject({ canWrite: false, review: null });
    expect((await first.write({ stars: 2 })).body.review.stars).toBe(2);
    await sql`update reviews set created_at = now() - interval '13 months'`.execute(db);
    expect((await again.write()).status).toBe(200);
  });

  it('of the own business is refused with another spelling of the own address', async () => {
    const { write } = await finishedConversation({
      customer_email: owner.email?.replace('@', '+customer@'),
      customer_email_key: owner.email,
    });
    expect((await write()).body.message).toBe('You can’t review a business that you run.');
  });

  it('is refused with the key of the review of another person', async () => {
    const [one, other] = [
      await finishedConversation(),
      await finishedConversation({ customer_email: 'ana@mail.example', customer_email_key: 'ana@mail.example' }),
    ];
    const key = randomUUID();
    const responses = await Promise.all([one.write({ key }), other.write({ key })]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await db.selectFrom('reviews').select('id').execute()).toHaveLength(1);
  });

  it('names the business, and not the title of its ad', async () => {
    await db
      .updateTable('listings')
      .set({ title: '24/7 emergency plumber', business_name: 'Rosa & Sons' })
      .where('id', '=', listingId)
      .execute();
    const { send } = await finishedConversation();
    expect((await send('GET')).body.business).toBe('Rosa & Sons');
  });

  it('is deleted by its author', async () => {
    const { write, send } = await finishedConversation();
    await write();
    await decide('show');
    expect((await send('DELETE')).status).toBe(204);
    expect(await read()).toMatchObject({ count: 0, reviews: [] });
    expect((await send('GET')).body).toEqual({
      business: 'Sunrise Plumbing',
      canWrite: true,
      needsDocument: false,
      review: null,
    });
  });
});

describe('what is withheld', () => {
  it('is counted by rule, and its author is told and can appeal once', async () => {
    const { write, send } = await finishedConversation();
    await write();
    expect(await decide('withhold', 'insult')).toBe(204);
    expect(await read()).toMatchObject({ count: 0, withheld: [{ rule: 'insult', count: 1 }], reviews: [] });
    await waitForEmptyMailQueue(db);
    expect((await api.waitForEmail('maria@mail.example')).text).toMatch(
      /insult or threat[\s\S]*Because\.[\s\S]*appeal/,
    );
    expect((await send('GET')).body.review.withheld).toEqual({ rule: 'insult', reason: 'Because.', canAppeal: true });
    expect((await send('POST', '/appeal', { text: 'I only said it leaked.' })).status).toBe(200);
    expect((await send('POST', '/appeal', { text: 'Again.' })).status).toBe(409);
    expect((await write()).status).toBe(409);
    const [waiting] = (await (await staff()).get('/api/admin/reviews')).body;
    expect(waiting.appeal).toEqual({ text: 'I only said it leaked.', rule: 'insult', reason: 'Because.' });
    expect(await decide('show')).toBe(204);
    expect(await read()).toMatchObject({ count: 1, withheld: [] });
  });

  it('stays withheld after an appeal that was turned down', async () => {
    const { write, send } = await finishedConversation();
    await write();
    await decide('withhold', 'insult');
    await send('POST', '/appeal', { text: 'No.' });
    expect(await decide('withhold', 'off-topic')).toBe(204);
    expect(await read()).toMatchObject({ withheld: [{ rule: 'off-topic', count: 1 }] });
    expect((await send('GET')).body.review.withheld.canAppeal).toBe(false);
    expect((await (await staff()).get('/api/admin/reviews')).body).toEqual([]);
  });

  it('is decided by somebody else after an appeal, where there is somebody', async () => {
    const { write, send } = await finishedConversation();
    await write();
    const { id } = await db.selectFrom('reviews').select('id').executeTakeFirstOrThrow();
    const [first, second] = await Promise.all(
      [await makeStaff(db, 'moderator'), await makeStaff(db, 'moderator')].map((staff) =>
        api.signedInVisitor(staff.id),
      ),
    );
    const reason = { rule: 'insult', reason: 'It insults the plumber.' };
    expect((await first?.post(`/api/admin/reviews/${id}/withhold`, reason))?.status).toBe(204);
    await send('POST', '/appeal', { text: 'No.' });
    expect((await first?.post(`/api/admin/reviews/${id}/show`))?.status).toBe(403);
    expect((await first?.post(`/api/admin/reviews/${id}/withhold`, reason))?.status).toBe(403);
    expect((await second?.post(`/api/admin/reviews/${id}/show`))?.status).toBe(204);
  });

  it('needs a rule and a reason', async () => {
    const { id } = await makeReview(db, { listing_id: listingId });
    const admin = await staff();
    for (const body of [{ rule: 'insult', reason: ' ' }, { rule: 'dislike', reason: 'x' }, {}])
      expect((await admin.post(`/api/admin/reviews/${id}/withhold`, body)).status).toBe(400);
  });
});

describe('a business', () => {
  it('replies once, changes the reply and removes it', async () => {
    const { id } = await makeReview(db, { listing_id: listingId, status: 'shown' });
    const business = await api.signedInVisitor(owner.id);
    const reply = (text: string) => business.send('PUT', `/api/user/reviews/${id}/reply`, { text });
    expect((await reply('Thank you!')).status).toBe(204);
    expect(await read()).toMatchObject({ reviews: [{ reply: { text: 'Thank you!', editedAt: null } }] });
    await reply('Thank you, Maria!');
    expect(await read()).toMatchObject({
      reviews: [{ reply: { text: 'Thank you, Maria!', editedAt: expect.any(String) } }],
    });
    expect((await business.get('/api/user/reviews')).body).toMatchObject([
      { id, listing: { title: 'Sunrise Plumbing' } },
    ]);
    await business.send('DELETE', `/api/user/reviews/${id}/reply`);
    expect(await read()).toMatchObject({ reviews: [{ reply: null }] });
  });

  it('replies, and the author is emailed once, unless the account stopped it', async () => {
    const business = await api.signedInVisitor(owner.id);
    const author = await makeAccount(db, { email_confirmed_at: new Date() });
    const write = async (author_email: string, overrides: Partial<Parameters<typeof makeReview>[1]> = {}) => {
      const { id } = await makeReview(db, { listing_id: listingId, status: 'shown', author_email, ...overrides });
      await business.send('PUT', `/api/user/reviews/${id}/reply`, {
        text: `Thank you, ${author_email.split('@')[0]}!`,
      });
      return id;
    };
    const sentTo = async (email: string | null) => {
      await waitForEmptyMailQueue(db);
      return api.emails.filter(({ to, subject }) => to === email && subject.includes('replied to your review'));
    };
    const id = await write('guest@mail.example');
    await business.send('DELETE', `/api/user/reviews/${id}/reply`);
    await business.send('PUT', `/api/user/reviews/${id}/reply`, { text: 'Thanks again.' });
    const guest = await sentTo('guest@mail.example');
    expect(guest).toHaveLength(1);
    expect(guest[0]?.text).toContain('> Thank you, guest!');
    expect(guest[0]?.unsubscribe).toBeUndefined();
    expect(guest[0]?.text).not.toContain('unsubscribe');

    const email = author.email as string;
    await write(email, { author_id: author.id });
    const [sent] = await sentTo(email);
    const token = /\/unsubscribe\?of=review-reply#token=(\S+)/.exec(sent?.text ?? '')?.[1];
    expect(sent?.unsubscribe).toMatch(/\/api\/unsubscribe\/[\w-]{43}$/);
    expect((await api.visitor().post('/api/unsubscribe', { token })).status).toBe(200);
    const visitor = await api.signedInVisitor(author.id);
    expect((await visitor.get('/api/user/mailings')).body).toContainEqual({ kind: 'review-reply', on: false });
    await write(email, { author_id: author.id, email_key: 'second@mail.example' });
    expect(await sentTo(email)).toHaveLength(1);
  });

  it('reports a review, which stays until the staff decides', async () => {
    const { id } = await makeReview(db, { listing_id: listingId, status: 'shown' });
    const business = await api.signedInVisitor(owner.id);
    const report = () => business.post(`/api/user/reviews/${id}/report`, { rule: 'insult', text: 'Rude.' });
    expect((await report()).status).toBe(204);
    expect((await report()).status).toBe(409);
    expect(await read()).toMatchObject({ count: 1 });
    expect(await decide('show')).toBe(204);
    await waitForEmptyMailQueue(db);
    expect((await api.waitForEmail(owner.email as string)).text).toContain('It breaks no rule');
    await report();
    expect(await decide('withhold', 'insult')).toBe(204);
    expect(await read()).toMatchObject({ count: 0, withheld: [{ rule: 'insult', count: 1 }] });
  });

  it('sees nothing of reviews that are not shown', async () => {
    const { id } = await makeReview(db, { listing_id: listingId });
    const business = await api.signedInVisitor(owner.id);
    expect((await business.get('/api/user/reviews')).body).toEqual([]);
    expect((await business.send('PUT', `/api/user/reviews/${id}/reply`, { text: 'x' })).status).toBe(404);
  });
});

describe('the average', () => {
  it('is shown from three reviews on, with a histogram', async () => {
    for (const stars of [5, 4]) await makeReview(db, { listing_id: listingId, status: 'shown', stars });
    expect(await read()).toMatchObject({ count: 2, average: null, histogram: null });
    const { id } = await makeReview(db, { listing_id: listingId, status: 'shown', stars: 4 });
    await makeReview(db, { listing_id: listingId, stars: 1 });
    await api.visitor().get('/healthz');
    await db.transaction().execute((trx) => sql`select pg_notify('renewal', ${`listing:${listingId}`})`.execute(trx));
    expect(await read()).toMatchObject({ count: 3, average: 4.3, histogram: [0, 0, 0, 2, 1] });
    await db.deleteFrom('reviews').where('id', '=', id).execute();
    expect(await db.selectFrom('listing_ratings').selectAll().execute()).toMatchObject([{ stars_4: 1, stars_5: 1 }]);
  });

  it('is counted once for each listing of a statement, however many reviews it changes', async () => {
    const { id: other } = await makeListing(db);
    const change = (statement: ReturnType<typeof sql>) =>
      db.transaction().execute(async (trx) => {
        const before = await countWrites(trx);
        await statement.execute(trx);
        const writes = (await countWrites(trx)) - before;
        const ratings = await trx.selectFrom('listing_ratings').selectAll().orderBy('listing_id').execute();
        return [writes, ...ratings.map((row) => [row.stars_1, row.stars_2, row.stars_3, row.stars_4, row.stars_5])];
      });
    const insert = sql`
      insert into reviews (listing_id, email_key, author_name, proof, stars, body, visited_month, request_key, status, published_at)
      select case when n <= 40 then ${listingId}::bigint else ${other}::bigint end, n || '@mail.example', 'Maria L.', 'conversation',
        1 + n % 5, 'They came the same day.', '2026-11', gen_random_uuid(), case n % 10 when 0 then 'waiting' else 'shown' end, now()
      from generate_series(1, 50) as n`;
    expect(await change(insert)).toEqual([2, [4, 8, 8, 8, 8], [1, 2, 2, 2, 2]]);
    expect(await change(sql`update reviews set author_name = 'M.'`)).toEqual([0, [4, 8, 8, 8, 8], [1, 2, 2, 2, 2]]);
    expect(
      await change(sql`update reviews set listing_id = ${other}::bigint where listing_id = ${listingId} and stars > 3`),
    ).toEqual([2, [4, 8, 8, 0, 0], [1, 2, 2, 10, 10]]);
    expect(await change(sql`update reviews set status = 'shown', stars = 5 where stars = 1`)).toEqual([
      2,
      [0, 8, 8, 0, 8],
      [0, 2, 2, 10, 12],
    ]);
    expect(await change(sql`delete from reviews where stars = 5`)).toEqual([2, [0, 8, 8, 0, 0], [0, 2, 2, 10, 0]]);
    expect(await change(sql`delete from listings where id = ${other}`)).toEqual([0, [0, 8, 8, 0, 0]]);
  });

  it('counts reviews that several write at the same time', async () => {
    await Promise.all(
      Array.from({ length: 8 }, () => makeReview(db, { listing_id: listingId, status: 'shown', stars: 5 })),
    );
    expect(await db.selectFrom('listing_ratings').select('stars_5').execute()).toEqual([{ stars_5: 8 }]);
  });

  it('is beside reviews in two orders, each page by page', async () => {
    const days = (count: number) => new Date(Date.now() - count * 86_400_000);
    const shown = (age: number, length: number, purchased: string | null, stars: number) =>
      makeReview(db, {
        ...{
          listing_id: listingId,
          status: 'shown',
          published_at: days(age),
          body: 'x'.repeat(length),
          purchased,
          stars,
        },
      });
    // 30, 180 - 100, 60 - 70, 180 + 60 - 300 and 180 - 250 days.
    const newest = await shown(0, 100, null, 1);
    const long = await shown(100, 600, null, 1);
    const bought = await shown(70, 20, 'A heater', 5);
    const both = await shown(300, 1500, 'A heater', 5);
    const old = await shown(250, 2000, null, 5);
    const readIds = async (sort: string) => {
      const ids = [];
      for (let path = `?limit=2&sort=${sort}`; path !== ''; ) {
        const { body, headers } = await api.visitor().get(`/api/ads/${listingId}/reviews${path}`);
        ids.push(...body.reviews.map(({ id }: { id: number }) => id));
        path = /<[^?>]*(\?[^>]*)>/.exec(String(headers.link ?? ''))?.[1] ?? '';
      }
      return ids;
    };
    expect(await readIds('newest')).toEqual([newest, bought, long, old, both].map(({ id }) => id));
    expect(await readIds('useful')).toEqual([long, newest, bought, both, old].map(({ id }) => id));
  });

  const rounds = Array.from({ length: repetitions(1, 25) }, (_, n) => n);
  it.each(rounds)('and the order are the same whatever the listings pay for (%i)', async () => {
    // Each with 20 reviews, of every kind.
    const count = 40;
    const listings = await Promise.all(Array.from({ length: count }, () => makeListing(db, { owner_id: owner.id })));
    const addReviews = sql`
      insert into reviews (listing_id, email_key, author_name, proof, stars, body, visited_month, status, published_at, request_key,
        withheld_rule, withheld_reason)
      select l.id, 'a' || n || '@mail.example', 'Ana', 'conversation', 1 + (l.id * 7 + n) % 5, repeat('Good work. ', 3), '2026-11',
        case n % 7 when 0 then 'withheld' when 1 then 'waiting' else 'shown' end, now() - make_interval(mins => (l.id * 31 + n * 17)::int % 500),
        gen_random_uuid(), case n % 7 when 0 then 'insult' end, case n % 7 when 0 then 'Because' end
      from listings l cross join generate_series(1, 20) as n`;
    await withoutStatementTimeout(db, (connection) => addReviews.execute(connection));
    const readAll = async () => {
      await db.transaction().execute((trx) => sql`select pg_notify('renewal', '*')`.execute(trx));
      await api.awaitInvalidations();
      const visitor = api.visitor();
      return Promise.all(
        listings.map(async ({ id }) => {
          const orders = ['newest', 'useful'].map((sort) => visitor.get(`/api/ads/${id}/reviews?sort=${sort}`));
          return JSON.stringify((await Promise.all(orders)).map(({ body }) => body));
        }),
      );
    };
    const before = await readAll();
    expect(new Set(before).size).toBe(count);
    await sql`
      update listings set level = case id % 3 when 0 then 'premium' when 1 then 'enhanced' else 'free' end,
        paid_until = case when id % 3 < 2 then now() + interval '1 year' end`.execute(db);
    expect(await readAll()).toEqual(before);
  });
});

it('reviews of a deleted account go, and so do the replies of a deleted owner', async () => {
  const personalData = createReviewsPersonalData({ jobs: { enqueueEmail: async () => {} }, site: {} as never });
  const author = await makeAccount(db);
  await makeReview(db, { listing_id: listingId, status: 'shown', author_id: author.id });
  const reply = { owner_reply: 'Thanks', owner_replied_at: new Date() };
  await makeReview(db, { listing_id: listingId, status: 'shown', ...reply });
  expect(await personalData.export(db, author.id)).toMatchObject({ reviews: [{ stars: 5 }] });
  await db.transaction().execute((trx) => personalData.erase(trx, author.id));
  await db.transaction().execute((trx) => personalData.erase(trx, owner.id));
  expect(await read()).toMatchObject({ count: 1, reviews: [{ reply: null }] });
});

it('a sample has none, and a listing that is not public is not found', async () => {
  const sample = await makeListing(db, { status: 'sample', owner_id: null, origin: 'sample' });
  const paused = await makeListing(db, { owner_id: owner.id, status: 'paused' });
  const visitor = api.visitor();
  expect((await visitor.get(`/api/ads/${sample.id}/reviews`)).body).toMatchObject({ count: 0, reviews: [] });
  for (const id of [paused.id, 999_999]) expect((await visitor.get(`/api/ads/${id}/reviews`)).status).toBe(404);
});

it('business days are Monday to Friday in Los Angeles', () => {
  const add = (from: string, days: number) => addBusinessDays(new Date(from), days).toISOString();
  expect(add('2026-11-25T18:00:00Z', 1)).toBe('2026-11-26T18:00:00.000Z');
  expect(add('2026-11-27T18:00:00Z', 1)).toBe('2026-11-30T18:00:00.000Z');
  expect(add('2026-11-26T18:00:00Z', 2)).toBe('2026-11-30T18:00:00.000Z');
  // Still Friday in Los Angeles.
  expect(add('2026-11-28T07:00:00Z', 1)).toBe('2026-12-01T07:00:00.000Z');
});
