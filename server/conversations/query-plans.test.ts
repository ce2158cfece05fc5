import { type RawBuilder, sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { sampleQuery, wordsQuery } from '#server/conversations/inbox/inbox-search.ts';
import { heldConversationsQuery } from '#server/conversations/queue/list-held.ts';
import { quoteBusinessesQuery } from '#server/conversations/quotes/businesses.ts';
import { reviewsQuery, withheldQuery } from '#server/reviews/list.ts';
import { ownersReviewsQuery } from '#server/reviews/owner.ts';
import { waitingReviewsQuery } from '#server/reviews/queue/list-waiting.ts';
import { codesQuery } from '#server/reviews/receipt-codes.ts';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { withoutStatementTimeout } from '#tests/support/database.ts';
import { explain } from '#tests/support/explain.ts';
import { withoutTriggers } from '#tests/support/fill-tables.ts';
import { createLargeDirectory, DIRECTORY_SIZE } from '#tests/support/large-directory.ts';
import { conversationsQuery, unreadCountQuery } from './presenter.ts';
import { leadsQuery } from './response-times.ts';

const { db, drop } = await createLargeDirectory();
afterAll(drop);

// A business with `DIRECTORY_SIZE` conversations, and a listing with 2,000 reviews, among others.
const ids = await withoutStatementTimeout(db, async (db) => {
  const { id: ownerId } = await makeAccount(db);
  const { id } = await makeListing(db, { owner_id: ownerId });
  await withoutTriggers(db, ['listings', 'conversations', 'messages', 'reviews'], async () => {
    await sql`
    insert into conversations (listing_id, owner_id, listing_title, topic, source, status, opened_at, last_message_at, owner_read_at,
      request_key)
    select ${id}, ${ownerId}, 'A', 'question', 'listing', case when n % 500 = 0 then 'held' else 'open' end, now(),
      now() - make_interval(mins => n), case when n % 100 > 0 then now() end, gen_random_uuid()
    from generate_series(1, ${DIRECTORY_SIZE}::int) as n`.execute(db);
    // Many businesses that take messages, of all categories.
    await sql`update listings set owner_id = ${ownerId} where id % 4 = 0`.execute(db);
    // Newer ones of others.
    const { id: other } = await makeAccount(db);
    await sql`
    insert into conversations (listing_id, owner_id, listing_title, topic, source, status, opened_at, request_key)
    select l.id, ${other}, 'A', 'question', 'listing', 'open', now(), gen_random_uuid() from listings l`.execute(db);
    // Every other one says 'water', and ten say 'geyser'.
    await sql`
    insert into messages (conversation_id, sender, body)
    select id, 'customer', repeat('Hello. ', 20) || case when id % 2 = 0 then 'water' else '' end ||
      case when id % (${DIRECTORY_SIZE}::int / 10) = 0 then 'geyser' else '' end from conversations`.execute(db);
    await sql`
    update conversations c set words = array_to_tsvector(string_to_array(search_fold(m.body), ' ') || array['#owner' || owner_id])
    from messages m where m.conversation_id = c.id`.execute(db);
    await sql`
    insert into reviews (listing_id, email_key, author_name, proof, stars, body, visited_month, status, published_at, request_key,
      withheld_rule, withheld_reason)
    select l.id, 'a' || n || '@mail.example', 'Ana', 'conversation', 1 + n % 5, repeat('Good work. ', 3), '2026-11',
      case when n % 20 = 0 then 'withheld' else 'shown' end, now() - make_interval(mins => n), gen_random_uuid(),
      case when n % 20 = 0 then 'insult' end, case when n % 20 = 0 then 'Because' end
    from (select id from listings order by id desc limit 2000) l
      cross join lateral generate_series(1, case when l.id = ${id} then 2000 else 4 end) as n`.execute(db);
  });
  await sql`vacuum analyze conversations, messages, reviews, listings, listing_members, accounts`.execute(db);
  return { ownerId, listingId: id };
});

const page = { limit: 20 };
const explainText = async (query: RawBuilder<unknown>) => (await explain(db, query.compile(db))).join('\n');

it.each(['geyser', 'water'])(
  'The conversations of a business with words are found by their index (%s)',
  async (word) => {
    const plan = await explainText(wordsQuery(ids.ownerId, `'${word}':*`));
    expect(plan).toContain('Bitmap Index Scan on conversations_words');
  },
);

it.each([
  ['a sample', () => sampleQuery(ids.ownerId, `'water':*`)],
  ['a page', () => conversationsQuery(ids.ownerId, { side: 'business', ...page }, { words: `'water':*` })],
])('Common words are looked up in the order of the inbox (%s)', async (_, query) => {
  const plan = await explainText(query());
  expect(plan).toContain('conversations_owner_id_last_message_at_id_idx');
  expect(plan).not.toContain('conversations_words');
});

it('A page of those found is read by their ids', async () => {
  const query = { side: 'business', ...page } as const;
  const plan = await explainText(conversationsQuery(ids.ownerId, query, { ids: [ids.listingId, 7, 8] }));
  expect(plan).toContain('conversations_pkey');
  expect(plan).not.toMatch(/Seq Scan on (conversations|messages)/);
});

it.each([
  ['all', {}],
  ['after a cursor', { cursor: Buffer.from('{"id":2000,"at":"2026-11-20T00:00:00.000Z"}').toString('base64url') }],
])('A page of the inbox is read in its order by an index (%s)', async (_, filter) => {
  const plan = await explainText(conversationsQuery(ids.ownerId, { side: 'business', ...page, ...filter }));
  expect(plan).not.toMatch(/Seq Scan on (conversations|messages)/);
  expect(plan).toContain('conversations_owner_id_last_message_at_id_idx');
});

it('The conversations of a label that few have are read by an index of it', async () => {
  const plan = await explainText(conversationsQuery(ids.ownerId, { side: 'business', ...page, label: 'lost' }));
  expect(plan).toContain('conversations_of_label');
});

it('The unread conversations of an account are counted by an index', async () => {
  expect(await explainText(unreadCountQuery(ids.ownerId))).not.toContain('Seq Scan on conversations');
});

it('The businesses that can be asked for quotes are found by an index of those with an owner', async () => {
  const plan = await explainText(quoteBusinessesQuery(1, { lat: 33.68, lng: -117.8 }));
  expect(plan).toContain('listings_with_owner');
});

it('What the staff has to decide is listed by indexes of it', async () => {
  expect(await explainText(heldConversationsQuery(page))).toContain('conversations_waiting');
  const plan = (await explain(db, waitingReviewsQuery(db, page).compile())).join('\n');
  expect(plan).toContain('reviews_undecided');
});

it.each([
  ['newest', '{"at":"2026-11-20T00:00:00.000Z","id":5}', 'reviews_shown'],
  ['useful', '{"usefulness":20700,"id":5}', 'reviews_useful'],
] as const)('A page of 2,000 reviews stops at the tenth, in its order (%s)', async (sort, position, index) => {
  for (const cursor of [undefined, Buffer.from(position).toString('base64url')]) {
    const plan = await explain(db, reviewsQuery(db, ids.listingId, { limit: 10, sort, cursor }).compile());
    expect(plan.join('\n')).toContain(`Index Scan using ${index}`);
    expect(plan.join('\n')).not.toMatch(/Sort|Seq Scan/);
  }
  const withheld = (await explain(db, withheldQuery(db, ids.listingId).compile())).join('\n');
  expect(withheld).not.toContain('Seq Scan');
});

it('The listings that receipt codes can be made for are found by their owner', async () => {
  expect(await explainText(codesQuery(ids.ownerId))).not.toContain('Seq Scan on listings');
});

it('The answers of businesses are counted listing by listing, in the order of an index', async () => {
  const plan = await explainText(leadsQuery(1000));
  expect(plan).not.toMatch(/Seq Scan on (conversations|listings)/);
});

it('The reviews of an account’s listings are found by its listings', async () => {
  const plan = (await explain(db, ownersReviewsQuery(db, ids.ownerId, page).compile())).join('\n');
  expect(plan).not.toMatch(/Seq Scan on (reviews|listings)/);
});
