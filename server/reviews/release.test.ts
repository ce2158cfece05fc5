import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { suspend } from '#server/admin/suspension.ts';
import { openStorage } from '#server/platform/storage/open.ts';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { makeConversation, makeReview } from '#tests/fixtures/conversation-factories.ts';
import type { Visitor } from '#tests/support/api.ts';
import { createListeningApi } from '#tests/support/app-instance.ts';
import { waitForEmptyMailQueue } from '#tests/support/mail-queue.ts';
import { MULTIPART_CONTENT_TYPE, makeUnattachedPicture, toMultipartBody } from '#tests/support/upload.ts';
import { deleteUnusedReviewPictures } from './pictures.ts';
import { releaseReviews } from './release.ts';

const DATA_DIR = mkdtempSync(join(tmpdir(), 'release-'));
const storage = openStorage({ DATA_DIR });
const api = await createListeningApi({ storage });
afterAll(async () => {
  await api.close();
  rmSync(DATA_DIR, { recursive: true });
});
const { db } = api;

let owner: Awaited<ReturnType<typeof makeAccount>>;
let listingId: number;
let author: Awaited<ReturnType<typeof makeAccount>>;
let visitor: Visitor;
let conversationId: number;
const DAYS = 86_400_000;

beforeEach(async () => {
  await waitForEmptyMailQueue(db);
  for (const table of ['limits', 'reviews', 'review_pictures', 'conversations', 'listings', 'accounts'] as const)
    await db.deleteFrom(table).execute();
  await makeAccount(db, { id: 1, username: 'admin', email: null });
  owner = await makeAccount(db, { email_confirmed_at: new Date() });
  ({ id: listingId } = await makeListing(db, { owner_id: owner.id, title: 'Sunrise Plumbing' }));
  // Somebody whom we know.
  author = await makeAccount(db, {
    email: 'maria@mail.example',
    email_confirmed_at: new Date(),
    created_at: new Date(Date.now() - 30 * DAYS),
  });
  await makeReview(db, {
    listing_id: (await makeListing(db)).id,
    author_id: author.id,
    email_key: 'maria@mail.example',
    status: 'shown',
    published_at: new Date(Date.now() - 20 * DAYS),
    body: 'A quiet place with a large selection.',
  });
  visitor = await api.signedInVisitor(author.id);
  ({ id: conversationId } = await makeConversation(db, {
    listing_id: listingId,
    customer_id: author.id,
    first_answered_at: new Date(),
  }));
  api.emails.length = 0;
});

const TEXT = 'They came the same day, and it works.';
const write = (change: object = {}, path = `/api/conversations/${conversationId}/review`) =>
  visitor.send('PUT', path, {
    ...{ stars: 4, name: 'Maria L.', visitedMonth: '2026-10', declares: true, text: TEXT, key: randomUUID() },
    ...change,
  });
const read = async () => {
  await api.awaitInvalidations();
  return (await api.visitor().get(`/api/ads/${listingId}/reviews`)).body;
};
const queue = async () => (await (await api.signedInVisitor(1)).get('/api/admin/reviews')).body;
const decide = async (verb: 'show' | 'withhold', body?: object) => {
  const [review] = await queue();
  return (await (await api.signedInVisitor(1)).post(`/api/admin/reviews/${review?.id}/${verb}`, body)).status;
};
const site = { name: 'The Directory', origin: 'https://directory.example', supportEmail: 'help@directory.example' };
/** Lets hours pass for the reviews, and does what is due. */
async function pass(hours: number) {
  await sql`
    update reviews set release_at = release_at - make_interval(hours => ${hours}),
      created_at = created_at - make_interval(hours => ${hours}), waiting_since = waiting_since - make_interval(hours => ${hours})`.execute(
    db,
  );
  const jobs = {
    enqueueEmail: async (_trx: unknown, email: { to: string; subject: string }) => void sent.push(email.to),
  };
  sent.length = 0;
  await releaseReviews(db, { jobs: jobs as never, site, settings: { messageWords: '' } });
}
const sent: string[] = [];

describe('a review without signs of a fake', () => {
  it('is shown after twelve hours, and waits for nobody', async () => {
    await write();
    expect(await queue()).toEqual([]);
    await pass(11);
    expect((await read()).count).toBe(0);
    await pass(1);
    expect(await read()).toMatchObject({ count: 1, reviews: [{ text: TEXT }] });
    expect(sent).toEqual(['maria@mail.example', owner.email]);
    await pass(24);
    expect(sent).toEqual([]);
  });

  it('waits for a person when signs showed meanwhile', async () => {
    await write();
    for (let n = 0; n < 4; n++)
      await makeReview(db, { listing_id: listingId, status: 'shown', body: `${n}`.repeat(30) });
    await pass(12);
    expect((await read()).count).toBe(4);
    expect(await queue()).toMatchObject([{ text: TEXT, signs: ['burst'] }]);
    await pass(24);
    expect((await read()).count).toBe(4);
    expect(await decide('show')).toBe(204);
    expect((await read()).count).toBe(5);
  });

  it('waits for a person when its author was suspended meanwhile', async () => {
    await write();
    await suspend(db, { id: author.id, reason: 'spam', by: 1 });
    await pass(12);
    expect((await read()).count).toBe(0);
    expect(await queue()).toMatchObject([{ signs: ['suspended'] }]);
  });

  it('is read by a person if one was withheld before', async () => {
    await write({ text: `${TEXT} www.shop.example` });
    expect(await decide('withhold', { rule: 'advertising', reason: 'A link.' })).toBe(204);
    await write();
    await pass(48);
    expect((await read()).count).toBe(0);
    expect(await queue()).toMatchObject([{ text: TEXT, signs: [] }]);
    expect(await decide('show')).toBe(204);
    expect((await read()).count).toBe(1);
  });

  it('may be changed while it waits, and then waits twelve hours again', async () => {
    await write();
    await pass(11);
    await write({ stars: 1 });
    await pass(11);
    expect((await read()).count).toBe(0);
    await pass(1);
    expect((await read()).reviews).toMatchObject([{ stars: 1 }]);
  });
});

describe('a change of a review that is shown', () => {
  beforeEach(async () => {
    await write();
    await pass(12);
  });

  it('takes its place after twelve hours; what it replaces is kept', async () => {
    const { body } = await write({ stars: 2, text: 'Two weeks later it leaks again.' });
    expect(body.review).toMatchObject({ status: 'waiting', hasEarlier: true, stars: 2 });
    expect((await read()).reviews).toMatchObject([{ stars: 4, text: TEXT }]);
    await pass(12);
    expect((await read()).reviews).toMatchObject([{ stars: 2, editedAt: expect.any(String) }]);
    expect(await db.selectFrom('review_versions').select(['stars', 'body']).execute()).toEqual([
      { stars: 4, body: TEXT },
    ]);
    expect(sent).toEqual(['maria@mail.example']);
    expect((await visitor.get(`/api/conversations/${conversationId}/review`)).body.review).toMatchObject({
      status: 'shown',
      hasEarlier: false,
    });
  });

  it('with signs of a fake waits for a person, and the earlier text stays if it is withheld', async () => {
    await write({ text: `${TEXT} Look at https://shop.example/` });
    await pass(24);
    expect(await queue()).toMatchObject([{ signs: ['link'], earlier: { stars: 4, text: TEXT } }]);
    expect(await decide('withhold', { rule: 'advertising', reason: 'A link.' })).toBe(204);
    expect(await read()).toMatchObject({ count: 1, withheld: [], reviews: [{ text: TEXT }] });
    await waitForEmptyMailQueue(db);
    const { text, subject } = await api.waitForEmail('maria@mail.example');
    expect(subject).toBe('Your change of the review of Sunrise Plumbing is not shown');
    expect(text).toContain('The earlier text stays.');
    expect(await queue()).toEqual([]);
    await write({ text: `${TEXT} Look at https://shop.example/ again` });
    expect(await decide('show')).toBe(204);
    expect((await read()).reviews[0].text).toContain('again');
  });

  it('leaves a report open, about which the staff decides by itself', async () => {
    const business = await api.signedInVisitor(owner.id);
    const [{ id }] = (await read()).reviews;
    await business.post(`/api/user/reviews/${id}/report`, { rule: 'insult', text: '' });
    await write({ stars: 3 });
    expect(await queue()).toMatchObject([{ report: { rule: 'insult' }, earlier: { stars: 4 }, stars: 3 }]);
    await pass(12);
    expect(await queue()).toMatchObject([{ report: { rule: 'insult' }, earlier: null }]);
    // Also if a person decides on the change.
    await write({ stars: 2, text: `${TEXT} www.shop.example` });
    expect(await decide('show')).toBe(204);
    expect((await read()).reviews).toMatchObject([{ stars: 2 }]);
    expect(await queue()).toMatchObject([{ report: { rule: 'insult' }, earlier: null }]);
    expect(await decide('show')).toBe(204);
    expect(await queue()).toEqual([]);
  });
});

describe('pictures', () => {
  const makePicture = () => makeUnattachedPicture({ db, storage }, 'review_pictures');
  async function upload(): Promise<string> {
    const picture = await sharp({ create: { width: 500, height: 300, channels: 3, background: '#a63' } })
      .jpeg()
      .toBuffer();
    const { body } = await visitor.send('POST', '/api/review-pictures', toMultipartBody({ bytes: picture }), {
      'content-type': MULTIPART_CONTENT_TYPE,
    });
    return body.name;
  }
  const see = async (src: string, by: Visitor = api.visitor()) => (await by.get(src)).status;
  const rows = async () => (await db.selectFrom('review_pictures').select('name').execute()).map(({ name }) => name);

  it('are shown with the review, in order, and removed when it has them no more', async () => {
    const [first, second] = [await upload(), await makePicture()];
    await write({ pictures: [second, first], language: 'es' });
    await pass(12);
    const [review] = (await read()).reviews;
    expect(review.language).toBe('es');
    expect(
      review.pictures.map(({ src }: { src: string }) =>
        src
          .split('/')
          .at(-1)
          ?.replace(/-\d+\.webp$/, ''),
      ),
    ).toEqual([second, first]);
    expect(await see(review.pictures[0].src)).toBe(200);
    await write({ pictures: [first] });
    expect((await rows()).toSorted()).toEqual([first, second].toSorted());
    await pass(12);
    expect(await rows()).toEqual([first]);
    expect((await read()).reviews[0].pictures).toHaveLength(1);
    const third = await makePicture();
    await write({ pictures: [third] });
    expect((await rows()).toSorted()).toEqual([first, third].toSorted());
    await pass(12);
    expect(await rows()).toEqual([third]);
    await visitor.send('DELETE', `/api/conversations/${conversationId}/review`);
    await deleteUnusedReviewPictures(db);
    // Within a day it may be part of another one.
    await db
      .updateTable('review_pictures')
      .set({ created_at: new Date(Date.now() - 2 * DAYS) })
      .execute();
    await deleteUnusedReviewPictures(db);
    expect(await rows()).toEqual([]);
  });

  it('of a review that is withheld are for the staff alone', async () => {
    await write({ pictures: [await makePicture()], text: `${TEXT} www.shop.example` });
    const [{ pictures }] = await queue();
    const [{ src }] = pictures;
    await decide('withhold', { rule: 'advertising', reason: 'A link.' });
    expect(await see(src)).toBe(404);
    expect(await see(src, visitor)).toBe(404);
    expect(await see(src, await api.signedInVisitor(1))).toBe(200);
  });

  it('are for nobody before they are sent, and for their author and the staff until the review is shown', async () => {
    const [name, receipt] = [await makePicture(), await makePicture()];
    const toUrl = (of: string) => `/api/review-pictures/${of}-500.webp`;
    const everybody = async () => [api.visitor(), visitor, await api.signedInVisitor(owner.id)];
    for (const unsent of [name, receipt])
      for (const by of await everybody()) expect(await see(toUrl(unsent), by)).toBe(404);
    const { body } = await write({ pictures: [name] });
    expect(body.review.status).toBe('waiting');
    const seen = async () => Promise.all((await everybody()).map((by) => see(toUrl(name), by)));
    expect(await seen()).toEqual([404, 200, 404]);
    expect(await see(toUrl(name), await api.signedInVisitor(1))).toBe(200);
    await pass(12);
    expect(await seen()).toEqual([200, 200, 200]);
    await visitor.send('DELETE', `/api/conversations/${conversationId}/review`);
    expect(await seen(), 'a day before its file is removed').toEqual([404, 404, 404]);
  });

  it('are at most four, uploaded, and not those of others', async () => {
    const name = await makePicture();
    expect((await write({ pictures: [name, name] })).status).toBe(400);
    expect(
      (await write({ pictures: Array.from({ length: 5 }, (_, n) => `review-${String(n).repeat(24)}`) })).status,
    ).toBe(400);
    expect((await write({ pictures: [`review-${'x'.repeat(24)}`] })).status).toBe(400);
    const other = await makeReview(db, { listing_id: listingId });
    await db.updateTable('review_pictures').set({ review_id: other.id }).execute();
    expect((await write({ pictures: [name] })).status).toBe(400);
    expect(await db.selectFrom('reviews').select('id').execute()).toHaveLength(2);
  });

  describe('of a receipt', () => {
    const path = () => `/api/ads/${listingId}/review`;

    it('prove a purchase: the staff looks at it, and it is deleted with the decision', async () => {
      expect((await write({}, path())).body.issues).toMatchObject([{ path: 'document' }]);
      const document = await makePicture();
      const { status, body } = await write({ document }, path());
      expect([status, body.review]).toMatchObject([200, { proof: 'document', status: 'waiting' }]);
      await pass(48);
      const [waiting] = await queue();
      expect(waiting).toMatchObject({ proof: 'document', document: { src: expect.stringContaining(document) } });
      expect(await see(waiting.document.src, await api.signedInVisitor(1))).toBe(200);
      for (const by of [api.visitor(), visitor, await api.signedInVisitor(owner.id)])
        expect(await see(waiting.document.src, by)).toBe(404);
      expect(await decide('show')).toBe(204);
      expect(await rows()).toEqual([]);
      expect(await read()).toMatchObject({ count: 1, reviews: [{ proof: 'document' }] });
      // A change needs no other one.
      expect((await write({ stars: 5 }, path())).status).toBe(200);
      await pass(12);
      expect((await read()).reviews).toMatchObject([{ stars: 5 }]);
    });

    it('are asked for again after a refusal, and read again', async () => {
      await write({ document: await makePicture() }, path());
      expect((await visitor.get(path())).body.needsDocument).toBe(false);
      expect(await decide('withhold', { rule: 'no-contact', reason: 'Not readable.' })).toBe(204);
      expect((await visitor.get(path())).body.needsDocument).toBe(true);
      expect((await write({}, path())).status).toBe(400);
      const document = await makePicture();
      expect((await write({ document }, path())).status).toBe(200);
      await pass(48);
      expect(await queue()).toMatchObject([{ document: { src: expect.stringContaining(document) } }]);
      expect(await decide('show')).toBe(204);
      expect((await visitor.get(path())).body.needsDocument).toBe(false);
      expect(await rows()).toEqual([]);
    });

    it('are deleted with a refusal, and after thirty days', async () => {
      await write({ document: await makePicture() }, path());
      expect(await decide('withhold', { rule: 'no-contact', reason: 'Not readable.' })).toBe(204);
      expect(await rows()).toEqual([]);
      await waitForEmptyMailQueue(db);
      expect((await api.waitForEmail('maria@mail.example')).text).toContain(`/review/${listingId}`);
      await db.deleteFrom('reviews').execute();
      await write({ document: await makePicture() }, path());
      await pass(29 * 24);
      await deleteUnusedReviewPictures(db);
      expect(await rows()).toHaveLength(1);
      await pass(24);
      await deleteUnusedReviewPictures(db);
      expect(await rows()).toEqual([]);
    });

    it('are for signed-in people with a confirmed address, and listings that somebody owns', async () => {
      const document = await makePicture();
      expect((await api.visitor().get(path())).status).toBe(401);
      await db.updateTable('accounts').set({ email_confirmed_at: null }).where('id', '=', author.id).execute();
      expect((await write({ document }, path())).status).toBe(409);
      await db.updateTable('accounts').set({ email_confirmed_at: new Date() }).where('id', '=', author.id).execute();
      visitor = await api.signedInVisitor(owner.id);
      await db.updateTable('accounts').set({ email_confirmed_at: new Date() }).where('id', '=', owner.id).execute();
      expect((await write({ document }, path())).status).toBe(409);
      expect((await write({ document }, '/api/ads/999999/review')).status).toBe(404);
    });
  });
});
