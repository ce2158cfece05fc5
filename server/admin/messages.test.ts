import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAccount, makeMessage } from '#server/site/seed/factories.ts';
import { createTestApi, type Method } from '#tests/support/api.ts';
import { waitForEmptyMailQueue } from '#tests/support/mail-queue.ts';

const api = await createTestApi({ env: { SUPPORT_EMAIL: 'help@directory.example' } });
afterAll(api.close);
const { db, emails } = api;
await makeAccount(db, { id: 1, username: 'admin', email: null, business_name: null });
const administrator = await api.signedInVisitor(1);
const sendAdmin = (method: Method, path: string, body?: object) =>
  administrator.send(method, `/api/admin/${path}`, body);
const listMessages = async (status: string) => (await sendAdmin('GET', `messages?status=${status}`)).body;
beforeEach(async () => {
  await waitForEmptyMailQueue(db);
  await db.deleteFrom('contact_messages').execute();
  emails.length = 0;
  await db.deleteFrom('accounts').where('id', '<>', 1).execute();
});

describe('The messages', () => {
  it('are paginated by status, newest first, with the total', async () => {
    for (const subject of ['one', 'two', 'three', 'four', 'five']) await makeMessage(db, { subject });
    await makeMessage(db, { subject: 'spam', status: 'spam', spam_at: new Date() });
    const pages: string[][] = [];
    for (let next: string | undefined = 'messages?limit=2'; next; ) {
      const { headers, body }: Awaited<ReturnType<typeof sendAdmin>> = await sendAdmin('GET', next);
      expect(headers['x-total-count']).toBe('5');
      pages.push(body.map(({ subject }: { subject: string }) => subject));
      next = /<\/api\/admin\/(.*)>; rel="next"/.exec(String(headers.link))?.[1];
    }
    expect(pages).toEqual([['five', 'four'], ['three', 'two'], ['one']]);
    expect(await listMessages('spam')).toMatchObject([{ subject: 'spam', status: 'spam' }]);
    expect(await listMessages('answered')).toEqual([]);
  });

  it('have their sender, text, time and account', async () => {
    const { id, username } = await makeAccount(db);
    const message = await makeMessage(db, { account_id: id, inquiry_type: 'billing' });
    expect(await listMessages('new')).toEqual([
      {
        id: message.id,
        sender: { name: message.name, email: message.email },
        account: { id, username },
        inquiryType: 'billing',
        subject: message.subject,
        message: message.message,
        status: 'new',
        createdAt: message.created_at.toISOString(),
        answer: null,
        answeredAt: null,
      },
    ]);
  });

  it.each(['status=x', 'status=', 'cursor=x', 'limit=0', 'limit=101'])(
    'asked with %s are a bad request',
    async (query) => {
      expect((await sendAdmin('GET', `messages?${query}`)).status).toBe(400);
    },
  );
});

describe('A reply', () => {
  it('is in the language of the form that was sent, and the support mailbox gets English', async () => {
    const form = { name: 'Ana', email: 'ana@mail.example', subject: 'Horario', message: 'El horario está mal.' };
    await api.visitor().post('/api/contact?lang=es', form);
    expect((await api.waitForEmail('help@directory.example')).subject).toBe('Contact form: Horario');
    const [{ id }] = await listMessages('new');
    await sendAdmin('POST', `messages/${id}/answer`, { text: 'Ya lo corregimos.' });
    const { subject, text } = await api.waitForEmail('ana@mail.example');
    expect(subject).toBe('Su mensaje a SoCal Local');
    expect(text).toMatch(/Esta es la respuesta a un mensaje enviado con este correo el \d+ de [a-z]+ de \d{4}\.$/);
  });

  it('is emailed to the sender with the original message below it, and replies to it go to the support address', async () => {
    const sender = await makeAccount(db, { email: 'Ana@mail.example', email_confirmed_at: new Date() });
    const { id } = await makeMessage(db, {
      account_id: sender.id,
      name: 'Ana Lima',
      email: 'ana@mail.example',
      subject: 'My listing',
      message: 'Hello,\n\nwhere is it?',
      created_at: new Date('2026-03-02T06:00:00Z'),
    });
    const { status, body } = await sendAdmin('POST', `messages/${id}/answer`, { text: ' It is here:\r\n/ads/7 ' });
    expect([status, body]).toMatchObject([
      200,
      { id, status: 'answered', answer: 'It is here:\n/ads/7', answeredAt: expect.stringMatching(/Z$/) },
    ]);
    await waitForEmptyMailQueue(db);
    expect(emails).toMatchObject([
      {
        to: 'ana@mail.example',
        replyTo: 'help@directory.example',
        subject: 'Re: My listing',
        text: `It is here:
/ads/7

SoCal Local

On March 1, 2026, “Ana Lima” wrote:

> Hello,
>${' '}
> where is it?`,
      },
    ]);
    expect(await listMessages('new')).toEqual([]);
    expect(await listMessages('answered')).toEqual([body]);
    const row = await db.selectFrom('contact_messages').select('answered_by').executeTakeFirst();
    expect(row).toEqual({ answered_by: 1 });
  });

  it.each([
    ['was not signed in', null, new Date()],
    ['has not confirmed the address', 'ana@mail.example', null],
    ['has confirmed another address', 'else@mail.example', new Date()],
  ])('does not quote a sender who %s, because they may be somebody else', async (_who, email, email_confirmed_at) => {
    const account = email && (await makeAccount(db, { email, email_confirmed_at }));
    const { id } = await makeMessage(db, {
      account_id: account ? account.id : null,
      name: 'Your Bank',
      email: 'ana@mail.example',
      subject: 'Verify your account',
      message: 'Open evil.example now',
    });
    await sendAdmin('POST', `messages/${id}/answer`, { text: 'We do not know what you mean.' });
    await waitForEmptyMailQueue(db);
    const [{ subject, text } = { subject: '', text: '' }] = emails;
    expect(subject).toBe('Your message to SoCal Local');
    expect(text).toContain('We do not know what you mean.');
    expect(text).not.toMatch(/Your Bank|Verify|evil/);
  });

  it('is sent once for concurrent requests', async () => {
    const { id } = await makeMessage(db);
    const responses = await Promise.all(
      [1, 2, 3].map((i) => sendAdmin('POST', `messages/${id}/answer`, { text: `No ${i}` })),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const refused = responses.find(({ status }) => status === 409);
    expect(refused?.body).toEqual({ message: 'This message has already been answered.' });
    await waitForEmptyMailQueue(db);
    expect(emails).toHaveLength(1);
  });

  it.each([
    ['no text', {}, 'Reply is required'],
    ['blanks', { text: ' \n ' }, 'Reply is required'],
    ['too much', { text: 'x'.repeat(5001) }, 'Use 5000 characters or fewer'],
    ['a zero byte', { text: 'Hello\0' }, 'You can’t use control characters here'],
  ])('of %s is refused', async (_what, body, message) => {
    const { id } = await makeMessage(db);
    const response = await sendAdmin('POST', `messages/${id}/answer`, body);
    expect([response.status, response.body.issues]).toEqual([400, [{ path: 'text', message }]]);
    expect(await listMessages('new')).toHaveLength(1);
  });

  it('to spam is refused', async () => {
    const { id } = await makeMessage(db, { status: 'spam', spam_at: new Date() });
    const { status, body } = await sendAdmin('POST', `messages/${id}/answer`, { text: 'Hello' });
    expect([status, body]).toEqual([409, { message: 'This message is marked as spam.' }]);
    await waitForEmptyMailQueue(db);
    expect(emails).toEqual([]);
  });
});

describe('Spam', () => {
  it('is marked, and unmarked', async () => {
    const { id } = await makeMessage(db);
    expect((await sendAdmin('POST', `messages/${id}/spam`)).body).toMatchObject({ id, status: 'spam' });
    expect((await sendAdmin('POST', `messages/${id}/spam`)).status).toBe(409);
    expect([await listMessages('new'), await listMessages('spam')]).toMatchObject([[], [{ id }]]);
    expect((await sendAdmin('POST', `messages/${id}/not-spam`)).body).toMatchObject({ id, status: 'new' });
    const again = await sendAdmin('POST', `messages/${id}/not-spam`);
    expect([again.status, again.body]).toEqual([409, { message: 'This message is not marked as spam.' }]);
    expect([await listMessages('new'), await listMessages('spam')]).toMatchObject([[{ id }], []]);
  });

  it('cannot be marked on an answered message', async () => {
    const { id } = await makeMessage(db, { status: 'answered', answer: 'Yes.', answered_at: new Date() });
    const { status, body } = await sendAdmin('POST', `messages/${id}/spam`);
    expect([status, body]).toEqual([409, { message: 'This message has already been answered.' }]);
  });
});

it('A message is deleted permanently', async () => {
  const [{ id }, other] = [await makeMessage(db), await makeMessage(db)];
  expect((await sendAdmin('DELETE', `messages/${id}`)).status).toBe(200);
  expect(await listMessages('new')).toMatchObject([{ id: other.id }]);
});

it.each([
  ['POST', '/answer', { text: 'Hello' }],
  ['POST', '/spam', undefined],
  ['POST', '/not-spam', undefined],
  ['DELETE', '', undefined],
] as const)('%s of a message that is not there is not found', async (method, act, body) => {
  const response = await sendAdmin(method, `messages/999999999${act}`, body);
  expect([response.status, response.body]).toEqual([404, { message: 'Message not found' }]);
});
