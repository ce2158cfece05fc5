import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { TRADE_SLUGS } from '#contract/conversations/trade-slugs.ts';
import { TRADES } from '#contract/conversations/trades.ts';
import { suspend } from '#server/admin/suspension.ts';
import { deleteUnconfirmed } from '#server/conversations/confirm.ts';
import { deleteUnusedPictures } from '#server/conversations/pictures.ts';
import { addToStateList } from '#server/licenses/state-list.ts';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { makeConversation } from '#tests/fixtures/conversation-factories.ts';
import type { Visitor } from '#tests/support/api.ts';
import { createListeningApi } from '#tests/support/app-instance.ts';
import { openLink, readEmailLink, waitForEmptyMailQueue } from '#tests/support/mail-queue.ts';
import { MULTIPART_CONTENT_TYPE, toMultipartBody } from '#tests/support/upload.ts';

const api = await createListeningApi();
afterAll(api.close);
const { db } = api;

const [plumbers, bakeries] = await Promise.all(
  ['plumbers', 'bakeries'].map((slug) =>
    db.selectFrom('categories').select(['id', 'parent_id']).where('slug', '=', slug).executeTakeFirstOrThrow(),
  ),
);

interface Business {
  id: number;
  owner: Awaited<ReturnType<typeof makeAccount>>;
}
let businesses: Business[];

beforeEach(async () => {
  // An email of the last test must not be sent while what it is about is deleted.
  await waitForEmptyMailQueue(db);
  for (const table of ['limits', 'conversations', 'conversation_blocks', 'quote_requests', 'listings'] as const)
    await db.deleteFrom(table).execute();
  await db.deleteFrom('accounts').execute();
  await makeAccount(db, { id: 1, username: 'admin', email: null });
  businesses = [];
  for (let n = 1; n <= 6; n++) businesses.push(await makeBusiness(`Plumber ${n}`));
  api.emails.length = 0;
});

async function makeBusiness(
  title: string,
  columns: Partial<Parameters<typeof makeListing>[1]> = {},
): Promise<Business> {
  const owner = await makeAccount(db, { email_confirmed_at: new Date() });
  const { id } = await makeListing(db, {
    ...{
      owner_id: owner.id,
      title,
      category_id: plumbers?.id,
      top_category_id: plumbers?.parent_id ?? 0,
      zip: '92614',
    },
    ...columns,
  });
  return { id, owner };
}

const pick = (...numbers: number[]) => numbers.map((n) => (businesses[n - 1] as Business).id);
const form = (overrides: object = {}) => ({
  ...{ name: 'Maria Lopez', email: 'maria@mail.example', trade: 'plumbers', near: '92614', timing: 'week' },
  ...{ text: 'Our water heater leaks.', answers: { job: 'water-heater', place: 'house' }, listings: pick(3, 1, 2) },
  key: randomUUID(),
  ...overrides,
});
const ask = (visitor: Visitor, overrides: object = {}) => visitor.post('/api/quotes', form(overrides));
const signedIn = async (columns: object = { email_confirmed_at: new Date() }) =>
  api.signedInVisitor((await makeAccount(db, columns)).id);

async function readLink(to = 'maria@mail.example') {
  await waitForEmptyMailQueue(db);
  const { text } = await api.waitForEmail(to);
  return { text, ...readEmailLink(text) };
}
async function confirm(visitor: Visitor, { id, token }: { id: number; token: string }) {
  await openLink(visitor, token);
  return visitor.post(`/api/quotes/${id}/confirm`);
}
const emailsTo = async ({ owner }: Business) => {
  await waitForEmptyMailQueue(db);
  return api.emails.filter(({ to }) => to === owner.email);
};
const inbox = async ({ owner }: Business) =>
  (await (await api.signedInVisitor(owner.id)).get('/api/user/conversations')).body;

describe('the pictures of a request', () => {
  async function upload(): Promise<string> {
    const bytes = await sharp({ create: { width: 500, height: 300, channels: 3, background: '#a63' } })
      .jpeg()
      .toBuffer();
    const { body } = await api.visitor().send('POST', '/api/message-pictures', toMultipartBody({ bytes }), {
      'content-type': MULTIPART_CONTENT_TYPE,
    });
    return body.name;
  }

  it('are seen by its customer and the businesses that got it, and by nobody else', async () => {
    const customer = api.visitor();
    const name = await upload();
    expect((await ask(customer, { pictures: [name] })).status).toBe(201);
    const link = await readLink();
    await confirm(customer, link);
    const src = async (visitor: Visitor, path: string) => (await visitor.get(path)).body;
    const quote = await src(customer, `/api/quotes/${link.id}`);
    expect(quote.pictures).toMatchObject([{ width: 500 }]);
    expect((await customer.get(quote.pictures[0].src)).status).toBe(200);
    for (const business of businesses.slice(0, 3)) {
      const visitor = await api.signedInVisitor(business.owner.id);
      const [{ id }] = await inbox(business);
      const { pictures } = (await src(visitor, `/api/conversations/${id}`)).quote;
      expect((await visitor.get(pictures[0].src)).status).toBe(200);
      expect(
        (await api.signedInVisitor((businesses[5] as Business).owner.id).then((other) => other.get(pictures[0].src)))
          .status,
      ).toBe(404);
    }
    // Nor by the number of a conversation of their own.
    const own = await makeConversation(db, { listing_id: (businesses[5] as Business).id });
    const other = await api.signedInVisitor((businesses[5] as Business).owner.id);
    const file = quote.pictures[0].src.replace(/^.*\/|\?.*$/g, '');
    expect((await other.get(`/api/conversations/${own.id}`)).status).toBe(200);
    expect((await other.get(`/api/conversations/${own.id}/pictures/${file}`)).status).toBe(404);
    // Neither a message nor another request can take it.
    expect((await ask(api.visitor(), { pictures: [name], email: 'ana@mail.example' })).status).toBe(400);
    await db
      .updateTable('message_pictures')
      .set({ created_at: new Date(Date.now() - 25 * 3_600_000) })
      .execute();
    await deleteUnusedPictures(db);
    expect(await db.selectFrom('message_pictures').select('name').execute()).toHaveLength(1);
    await db.deleteFrom('conversations').execute();
    await deleteUnusedPictures(db);
    expect(await db.selectFrom('message_pictures').select('name').execute()).toEqual([]);
  });
});

describe('who can be asked', () => {
  const find = async (near: string, trade = 'plumbers') =>
    (await api.visitor().get(`/api/quotes/businesses?trade=${trade}&near=${near}`)).body;
  const names = async (near: string) => (await find(near)).businesses.map(({ name }: { name: string }) => name);

  it('are the businesses of the category that take messages, nearest first, whatever they pay', async () => {
    await db.deleteFrom('listings').execute();
    await makeBusiness('Far, premium', { zip: '90012', level: 'premium', paid_until: new Date(Date.now() + 1e9) });
    await makeBusiness('Near, free', { zip: '92614', lat: 33.68, lng: -117.83 });
    await makeBusiness('A bakery', { category_id: bakeries?.id, top_category_id: bakeries?.parent_id ?? 0 });
    await makeListing(db, {
      owner_id: null,
      origin: 'open-data',
      source: 'OpenStreetMap',
      source_id: 'n1',
      category_id: plumbers?.id,
      title: 'Unclaimed',
    });
    const suspended = await makeBusiness('Suspended');
    await suspend(db, { id: suspended.owner.id, reason: 'Spam', by: 1 });
    expect(await names('92614')).toEqual(['Near, free', 'Far, premium']);
    expect(await names('Los Angeles')).toEqual(['Far, premium', 'Near, free']);
    expect((await find('92614')).businesses[0].miles).toBeLessThan(3);
    expect((await find('irvine')).place).toBe('Irvine');
  });

  it('are those alone whose license the state’s list has, where the customer wants it', async () => {
    await db.deleteFrom('listings').execute();
    await addToStateList(
      db,
      [{ number: '1042318', business_name: 'OAK DRAINS INC', classes: ['C-36'], is_clear: true, expires_on: null }],
      '2025-10-31',
    );
    await makeBusiness('Oak Drains', { business_name: 'Oak Drains', license_number: '1042318' });
    await makeBusiness('Elm Drains', { business_name: 'Elm Drains', license_number: '1042318' });
    const list = async (query: string) =>
      (await api.visitor().get(`/api/quotes/businesses?trade=plumbers&near=92614${query}`)).body.businesses.map(
        ({ name, licensed }: { name: string; licensed: boolean }) => [name, licensed],
      );
    expect((await list('')).toSorted()).toEqual([
      ['Elm Drains', false],
      ['Oak Drains', true],
    ]);
    expect(await list('&licensed=true')).toEqual([['Oak Drains', true]]);
  });

  it('are none near a place that nobody knows, or an exact point', async () => {
    for (const near of ['Atlantis', '33.68,-117.82']) expect(await find(near)).toEqual({ place: null, businesses: [] });
    expect((await api.visitor().get('/api/quotes/businesses?trade=bakeries&near=92614')).status).toBe(400);
  });
});

describe('a quote request', () => {
  it('without an account goes to exactly the picked businesses after one click', async () => {
    const customer = api.visitor();
    expect(await ask(customer)).toMatchObject({ status: 201, body: { status: 'unconfirmed', id: null } });
    const link = await readLink();
    // The address is not known to be theirs.
    expect(link.text).toContain('You asked 3 businesses');
    expect(link.text).not.toMatch(/Maria|heater|Plumber|92614/);
    expect(await Promise.all(businesses.map(inbox))).toEqual([[], [], [], [], [], []]);

    const { body } = await confirm(customer, link);
    expect(body).toMatchObject({
      ...{ id: link.id, trade: 'Plumbers', place: '92614', timing: 'Within a week', asked: 3 },
      answers: [
        { question: 'What do you need?', answer: 'A water heater' },
        { question: 'What kind of place?', answer: 'House' },
      ],
      conversations: [{ status: 'open' }, { status: 'open' }, { status: 'open' }],
    });
    const counts = await Promise.all(
      businesses.map(async (business) => [(await inbox(business)).length, (await emailsTo(business)).length]),
    );
    expect(counts).toEqual([
      [1, 1],
      [1, 1],
      [1, 1],
      [0, 0],
      [0, 0],
      [0, 0],
    ]);
    const [email] = await emailsTo(businesses[0] as Business);
    expect(email?.text).toContain('and 2 other businesses that they picked');
    expect(email?.text).toContain('What do you need? A water heater');
    for (const secret of ['Plumber 2', 'Plumber 3', 'maria@']) expect(email?.text).not.toContain(secret);
    await confirm(customer, link);
    expect(await emailsTo(businesses[0] as Business)).toHaveLength(1);
  });

  it('shows each business how many others were asked, and not who', async () => {
    await ask(await signedIn());
    const business = await api.signedInVisitor((businesses[0] as Business).owner.id);
    const [{ id }] = await inbox(businesses[0] as Business);
    const { body } = await business.get(`/api/conversations/${id}`);
    expect(body).toMatchObject({ quote: { id: null, asked: 3, trade: 'Plumbers' }, topic: 'price', source: 'quote' });
    expect(JSON.stringify(body)).not.toMatch(/Plumber [23]/);
    const quoteId = (await db.selectFrom('quote_requests').select('id').executeTakeFirstOrThrow()).id;
    expect((await business.get(`/api/quotes/${quoteId}`)).status).toBe(404);
  });

  it('is answered side by side, the first answer first, with one link for all conversations', async () => {
    const customer = api.visitor();
    await ask(customer);
    const link = await readLink();
    await confirm(customer, link);
    const second = businesses[1] as Business;
    const [{ id }] = await inbox(second);
    const answer = { text: 'It costs $900.', key: randomUUID() };
    await (await api.signedInVisitor(second.owner.id)).post(`/api/conversations/${id}/messages`, answer);
    const { body } = await customer.get(`/api/quotes/${link.id}`);
    expect(body.conversations.map(({ listing }: { listing: { title: string } }) => listing.title)).toEqual([
      'Plumber 2',
      'Plumber 1',
      'Plumber 3',
    ]);
    expect(body.conversations[0].messages).toMatchObject([{ sender: 'customer' }, { text: 'It costs $900.' }]);
    const opened = await customer.get(`/api/conversations/${id}`);
    expect(opened.body).toMatchObject({ side: 'customer', quote: { id: link.id }, canWrite: true });
    expect((await api.visitor().get(`/api/quotes/${link.id}`)).status).toBe(404);
    const stranger = await signedIn();
    expect((await stranger.get(`/api/quotes/${link.id}`)).status).toBe(404);
  });

  it('of somebody signed in is sent at once, and is theirs alone', async () => {
    const customer = await signedIn();
    const { status, body } = await ask(customer);
    expect([status, body.status]).toEqual([201, 'sent']);
    expect((await customer.get(`/api/quotes/${body.id}`)).body.conversations).toHaveLength(3);
    expect((await (await signedIn()).get(`/api/quotes/${body.id}`)).status).toBe(404);
  });

  it('is sent by nobody else', async () => {
    await ask(api.visitor());
    const link = await readLink();
    for (const visitor of [api.visitor(), await signedIn()])
      expect((await confirm(visitor, { ...link, token: 'x'.repeat(43) })).status).toBe(404);
    const rows = await db.selectFrom('conversations').select('status').execute();
    expect(rows.map(({ status }) => status)).toEqual(['unconfirmed', 'unconfirmed', 'unconfirmed']);
  });

  it('is sent once, however often it is requested', async () => {
    const customer = await signedIn();
    const key = randomUUID();
    const responses = await Promise.all([1, 2, 3].map(() => ask(customer, { key })));
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1);
    expect(await emailsTo(businesses[0] as Business)).toHaveLength(1);
  });

  it('is sent to all of them or to none', async () => {
    const customer = await signedIn();
    await suspend(db, { id: (businesses[2] as Business).owner.id, reason: 'Spam', by: 1 });
    expect(await ask(customer)).toMatchObject({
      status: 409,
      body: { message: 'One of these businesses takes no messages any more. Please pick again.' },
    });
    expect(await db.selectFrom('quote_requests').select('id').execute()).toEqual([]);
    expect(await inbox(businesses[0] as Business)).toEqual([]);
  });

  it('is not sent to a business that left before the click, and the page says so', async () => {
    const customer = api.visitor();
    await ask(customer);
    const link = await readLink();
    await suspend(db, { id: (businesses[0] as Business).owner.id, reason: 'Spam', by: 1 });
    const { body } = await confirm(customer, link);
    const statuses = body.conversations.map(({ status }: { status: string }) => status);
    expect(statuses).toEqual(['unconfirmed', 'open', 'open']);
    // The others are told the right number.
    expect(body.asked).toBe(2);
    for (const business of businesses.slice(1, 3)) {
      const [email] = await emailsTo(business);
      expect(email?.text).toContain('and 1 other business that they picked');
    }
  });

  it.each([
    ['no business', { listings: [] }, 'listings'],
    ['six businesses', { listings: [1, 2, 3, 4, 5, 6] }, 'listings'],
    ['one business twice', { listings: [1, 1] }, 'listings'],
    ['another trade', { trade: 'bakeries' }, 'trade'],
    ['an unknown place', { near: 'Atlantis' }, 'near'],
    ['an answer that is none', { answers: { job: 'Buy at https://spam.example' } }, 'answers.job'],
    ['the words of an answer', { answers: { job: 'A water heater' } }, 'answers.job'],
    ['a question of another trade', { answers: { guests: 'to-25' } }, 'answers.guests'],
    ['a word', { text: 'Help' }, 'text'],
    ['no address', { email: undefined }, 'email'],
  ])('with %s is refused', async (_, overrides, path) => {
    const { status, body } = await ask(api.visitor(), overrides);
    expect(status).toBe(400);
    expect(body.issues).toEqual(expect.arrayContaining([expect.objectContaining({ path })]));
  });

  it('is counted for its address also where it is refused', async () => {
    const customer = api.visitor();
    const refused = async () => (await ask(customer, { listings: [999_999] })).status;
    const statuses = [];
    for (let n = 0; n < 6; n++) statuses.push(await refused());
    expect(statuses).toEqual([409, 409, 409, 409, 409, 429]);
  });

  it('does not tell a stranger that a business blocked the address that they typed', async () => {
    const [{ owner }] = businesses as [Business];
    await db
      .insertInto('conversation_blocks')
      .values({ owner_id: owner.id, email_key: 'maria@mail.example' })
      .execute();
    const customer = api.visitor();
    expect(await ask(customer)).toMatchObject({ status: 201, body: { status: 'unconfirmed', id: null } });
    const { body } = await confirm(customer, await readLink());
    const statuses = body.conversations.map(({ status }: { status: string }) => status);
    expect(statuses).toEqual(['unconfirmed', 'open', 'open']);
    expect(await emailsTo(businesses[0] as Business)).toEqual([]);
  });

  it('with the field that people cannot see is refused, and one address sends five in an hour', async () => {
    const { status, body } = await ask(api.visitor(), { leaveEmpty: 'x' });
    expect([status, body.issues[0].path]).toEqual([400, 'leaveEmpty']);
    expect(await db.selectFrom('quote_requests').select('id').execute()).toEqual([]);
    const customer = api.visitor();
    const statuses = [];
    for (let n = 0; n < 6; n++)
      statuses.push((await ask(customer, { email: `customer-${n}@mail.example`, listings: pick(1) })).status);
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
  });

  it('with a link waits for the staff in each conversation', async () => {
    const customer = api.visitor();
    await ask(customer, { text: 'See https://leads.example for details' });
    const { body } = await confirm(customer, await readLink());
    expect(body.conversations.map(({ status }: { status: string }) => status)).toEqual(['held', 'held', 'held']);
    expect(await inbox(businesses[0] as Business)).toEqual([]);
  });

  it('is deleted with its last conversation', async () => {
    await ask(api.visitor());
    await db
      .updateTable('conversations')
      .set({ created_at: new Date(Date.now() - 49 * 3_600_000) })
      .execute();
    await deleteUnconfirmed(db);
    expect(await db.selectFrom('quote_requests').select('id').execute()).toEqual([]);
  });
});

it('every trade is a category, and its questions have different ids and answers', () => {
  expect(Object.keys(TRADES)).toEqual([...TRADE_SLUGS]);
  expect(TRADE_SLUGS).toHaveLength(20);
  for (const { questions } of Object.values(TRADES)) {
    expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length);
    for (const { options, id } of questions) {
      const texts = Object.values(options);
      expect(new Set(texts).size).toBe(texts.length);
      expect(id.length).toBeLessThanOrEqual(20);
    }
  }
});

it('every trade is a category of the data', async () => {
  const rows = await db.selectFrom('categories').select('slug').where('slug', 'in', TRADE_SLUGS).execute();
  expect(rows).toHaveLength(TRADE_SLUGS.length);
});
