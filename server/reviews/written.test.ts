import { afterAll, expect, it } from 'vitest';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { makeConversation, makeEnteredCode, makeReview } from '#tests/fixtures/conversation-factories.ts';
import { createTestApi } from '#tests/support/api.ts';
import { explain } from '#tests/support/explain.ts';
import { writtenReviewsQuery } from './written.ts';

const api = await createTestApi();
afterAll(api.close);
const { db } = api;

const owner = await makeAccount(db);
const makeBusiness = async (title: string) => (await makeListing(db, { owner_id: owner.id, title })).id;

it('An account lists the reviews that it wrote, each with its status and the page on which it is changed', async () => {
  const { id: author_id } = await makeAccount(db);
  const [plumber, baker, roofer, florist] = [
    await makeBusiness('Sunrise Plumbing'),
    await makeBusiness('Corner Bakery'),
    await makeBusiness('Dry Roofs'),
    await makeBusiness('Fresh Flowers'),
  ];
  const { id: conversation_id } = await makeConversation(db, { listing_id: plumber });
  const { id: entered_code_id } = await makeEnteredCode(db, { listing_id: baker });
  const pending_change = JSON.stringify({ stars: 2, body: 'They changed, and so did my review.' });
  await makeReview(db, { listing_id: plumber, author_id, conversation_id, status: 'shown', stars: 4 });
  await makeReview(db, { listing_id: baker, author_id, proof: 'receipt', entered_code_id });
  await makeReview(db, { listing_id: roofer, author_id, proof: 'document', status: 'shown', pending_change });
  const refused = { status: 'withheld', withheld_rule: 'insult', withheld_reason: 'It insults.' } as const;
  await makeReview(db, { listing_id: florist, author_id, ...refused });
  await makeReview(db, { listing_id: florist, author_id: (await makeAccount(db)).id });
  const visitor = await api.signedInVisitor(author_id);
  const { status, headers, body } = await visitor.get('/api/user/written-reviews?limit=3');
  expect(status).toBe(200);
  expect(body).toMatchObject([
    { listing: { id: florist, title: 'Fresh Flowers' }, path: null, status: 'withheld' },
    { path: `/review/${roofer}`, status: 'waiting', stars: 2, text: 'They changed, and so did my review.' },
    { path: `/receipt-codes/${entered_code_id}`, status: 'waiting', stars: 5 },
  ]);
  const next = await visitor.get(/<(.*)>/.exec(String(headers.link))?.[1] ?? '');
  expect(next.body).toMatchObject([{ path: `/conversations/${conversation_id}`, status: 'shown', stars: 4 }]);
  expect((await visitor.get('/api/user/written-reviews?cursor=x')).status).toBe(400);
});

it('They are read by an index', async () => {
  const plan = (await explain(db, writtenReviewsQuery(db, owner.id, { limit: 20 }).compile())).join('\n');
  expect(plan).toMatch(/Index.* (using|on) reviews_(author_id_idx|pkey)/);
  expect(plan).not.toContain('Seq Scan on reviews');
});
