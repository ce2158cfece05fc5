import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import MailComposer from 'nodemailer/lib/mail-composer';
import sharp from 'sharp';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { suspend } from '#server/admin/suspension.ts';
import { REPLY_LINE } from '#server/platform/mail/inbound/reply-line.ts';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { createListeningApi } from '#tests/support/app-instance.ts';
import { openLink, readEmailLink, waitForEmptyMailQueue } from '#tests/support/mail-queue.ts';
import {
  getFreePort,
  makeReplyAddress,
  sayByLmtp,
  toLmtpLines,
  toSesBody,
} from '#tests/support/servers/inbound-mail.ts';

const SECRET = 'a-secret-of-the-inbound-mail';
const lmtpPort = await getFreePort();
const api = await createListeningApi({
  env: {
    MAIL_DOMAIN: 'reply.directory.example',
    INBOUND_WEBHOOK_SECRET: SECRET,
    INBOUND_LMTP: `127.0.0.1:${lmtpPort}`,
  },
});
afterAll(api.close);
const { db } = api;
const picture = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#a63' } })
  .jpeg()
  .toBuffer();

let owner: Awaited<ReturnType<typeof makeAccount>>;
let listingId: number;
const CUSTOMER = 'Maria@mail.example';

beforeEach(async () => {
  await waitForEmptyMailQueue(db);
  for (const table of ['limits', 'conversations', 'message_pictures', 'listings'] as const)
    await db.deleteFrom(table).execute();
  await db.deleteFrom('accounts').execute();
  await makeAccount(db, { id: 1, username: 'admin', email: null });
  owner = await makeAccount(db, { email: 'owner@mail.example', email_confirmed_at: new Date() });
  ({ id: listingId } = await makeListing(db, { owner_id: owner.id, title: 'Sunrise Plumbing' }));
  api.emails.length = 0;
});

/** The newest email to an address, when all are sent. */
async function newestTo(address: string) {
  await waitForEmptyMailQueue(db);
  return api.waitForEmail(address);
}

/** A message of a customer without an account that the business received, and the email with which it did. */
async function received(text = 'Our water heater leaks.') {
  const customer = api.visitor();
  await customer.post(`/api/ads/${listingId}/messages`, {
    name: 'Maria Lopez',
    email: CUSTOMER,
    topic: 'question',
    text,
    key: randomUUID(),
  });
  const { id, token } = readEmailLink((await newestTo(CUSTOMER)).text);
  await openLink(customer, token);
  await customer.post(`/api/conversations/${id}/confirm`);
  const { replyAddress = '' } = await newestTo('owner@mail.example');
  const read = async () => (await customer.get(`/api/conversations/${id}`)).body;
  return { id, replyAddress, customer, read };
}

const authorization = (secret = SECRET) => `Basic ${Buffer.from(`inbound:${secret}`).toString('base64')}`;
const send = (service: string, payload: string | Buffer, type: string, secret?: string) =>
  api.request('POST', `/api/webhooks/${service}`, {
    payload,
    headers: { 'content-type': type, authorization: authorization(secret) },
  });

/** An email as Postmark sends it. */
const postmark = (to: string, overrides: object = {}) =>
  send(
    'postmark',
    JSON.stringify({
      MessageID: randomUUID(),
      OriginalRecipient: to,
      FromFull: { Email: 'owner@mail.example', Name: 'Joe' },
      TextBody: `We can come on Thursday.\n\nOn Friday Maria wrote:\n\n> ${REPLY_LINE}\n> Hello`,
      HtmlBody: '<p>We can come</p>',
      Headers: [{ Name: 'Message-ID', Value: `<${randomUUID()}@mail.example>` }],
      Attachments: [],
      ...overrides,
    }),
    'application/json',
  );

const compose = (to: string, overrides: object = {}): Promise<Buffer> =>
  new MailComposer({
    from: 'Joe Rivera <owner@mail.example>',
    to,
    subject: 'Re: New message',
    text: 'We can come on Thursday.',
    messageId: `<${randomUUID()}@mail.example>`,
    ...overrides,
  })
    .compile()
    .build();

describe('an answer by email', () => {
  it('goes from the business to the customer and back, and nobody sees the address of the other', async () => {
    const { id, replyAddress, read } = await received();
    expect(replyAddress).toMatch(/^reply\+[\da-f]{48}@reply\.directory\.example$/);
    const { text } = await newestTo('owner@mail.example');
    expect(text.split('\n')[0]).toBe(REPLY_LINE);
    expect(text).toContain(
      'Reply to this email, with pictures if you like, or answer on the page:\n\n→ Read and answer:\nhttp',
    );
    expect(text).not.toContain('token=');

    expect((await postmark(replyAddress)).body).toEqual({ outcome: 'delivered' });
    const toCustomer = await newestTo(CUSTOMER);
    expect(toCustomer.text).toContain('> We can come on Thursday.');
    expect(toCustomer.text).not.toContain('owner@');
    const answer = { FromFull: { Email: CUSTOMER.toLowerCase() }, TextBody: 'Thursday is fine.' };
    expect((await postmark(String(toCustomer.replyAddress), answer)).body).toEqual({ outcome: 'delivered' });
    const messages = [
      { sender: 'customer', text: 'Our water heater leaks.', via: 'web' },
      { sender: 'business', text: 'We can come on Thursday.', via: 'email' },
      { sender: 'customer', text: 'Thursday is fine.', via: 'email' },
    ];
    expect((await read()).messages).toMatchObject(messages);
    const toOwner = await newestTo('owner@mail.example');
    expect(toOwner.text).toContain('> Thursday is fine.');
    expect(toOwner.text).not.toMatch(/maria@/i);
    const { author_id } = await db
      .selectFrom('messages')
      .select('author_id')
      .where('conversation_id', '=', id)
      .where('sender', '=', 'business')
      .executeTakeFirstOrThrow();
    expect(author_id).toBe(owner.id);
  });

  it('is added once, however often it is delivered', async () => {
    const { replyAddress, read } = await received();
    const again = { Headers: [{ Name: 'Message-ID', Value: '<one@mail.example>' }] };
    await Promise.all([postmark(replyAddress, again), postmark(replyAddress, again)]);
    await postmark(replyAddress, again);
    expect((await read()).messages).toHaveLength(2);
    await postmark(replyAddress, { Headers: [{ Name: 'Message-ID', Value: '<two@mail.example>' }] });
    expect((await read()).messages).toHaveLength(3);
  });

  it.each([
    ['Postmark', (to: string) => postmark(to)],
    [
      'Mailgun',
      (to: string) =>
        send(
          'mailgun',
          new URLSearchParams({
            recipient: to,
            sender: 'bounces@mail.example',
            from: 'Joe Rivera <owner@mail.example>',
            'body-plain': 'We can come on Thursday.\r\n',
            'message-headers': JSON.stringify([['Message-Id', '<a@mail.example>']]),
          }).toString(),
          'application/x-www-form-urlencoded',
        ),
    ],
    ['Amazon SES', async (to: string) => send('ses', toSesBody(to, await compose(to)), 'text/plain; charset=UTF-8')],
  ])('comes by %s', async (_service, deliver) => {
    const { replyAddress, read } = await received();
    expect(await deliver(replyAddress)).toMatchObject({ status: 200, body: { outcome: 'delivered' } });
    expect((await read()).messages[1]).toMatchObject({ text: 'We can come on Thursday.', via: 'email' });
  });

  it('brings up to three pictures; its sender is told what was left out', async () => {
    const { replyAddress, read, customer } = await received();
    const boundary = 'xyz';
    const part = (name: string, bytes: Buffer | string, file = false) =>
      Buffer.concat([
        Buffer.from(
          `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file ? `; filename="${name}"\r\nContent-Type: image/jpeg` : ''}\r\n\r\n`,
        ),
        Buffer.from(bytes),
        Buffer.from('\r\n'),
      ]);
    const logo = Buffer.alloc(5000);
    const body = Buffer.concat([
      part('recipient', replyAddress),
      part('from', 'owner@mail.example'),
      part('body-plain', 'See the pictures.'),
      part('content-id-map', JSON.stringify({ '<logo>': 'attachment-3' })),
      part('attachment-1', picture, true),
      part('attachment-2', '%PDF-1.7', true),
      part('attachment-3', logo, true),
      Buffer.from(`--${boundary}--\r\n`),
    ]);
    const response = await send('mailgun', body, `multipart/form-data; boundary=${boundary}`);
    expect(response.body).toEqual({ outcome: 'delivered' });
    const [, message] = (await read()).messages;
    expect(message).toMatchObject({ text: 'See the pictures.', pictures: [expect.anything()] });
    expect((await customer.get(message.pictures[0].src)).status).toBe(200);
    expect((await newestTo('owner@mail.example')).text).toContain('We passed it on, without one of its files: ');

    const Attachments = Array.from({ length: 4 }, () => ({ Content: picture.toString('base64') }));
    await postmark(replyAddress, { TextBody: '', HtmlBody: '', Attachments });
    expect((await read()).messages[2]).toMatchObject({ text: '(a picture)', pictures: { length: 3 } });
  });

  it.each([
    [
      'from another address',
      { FromFull: { Email: 'joe@elsewhere.example' } },
      'It came from another address than this one',
    ],
    ['without a text', { TextBody: '', HtmlBody: '' }, 'We didn’t pass it on. Write a message.'],
    ['with too long a text', { TextBody: 'long '.repeat(1200) }, 'Use at most 5,000 characters.'],
  ])('%s is not passed on, and we say why', async (_what, overrides, reason) => {
    const { replyAddress, read } = await received();
    expect((await postmark(replyAddress, overrides)).body).toEqual({ outcome: 'refused' });
    expect((await newestTo('owner@mail.example')).text).toContain(reason);
    expect((await read()).messages).toHaveLength(1);
    expect(api.emails.filter(({ to }) => to === 'joe@elsewhere.example')).toEqual([]);
  });

  it('to a stopped conversation is not passed on; the customer gets a link that works', async () => {
    const { id, replyAddress, customer } = await received();
    await postmark(replyAddress);
    const { replyAddress: toCustomer = '' } = await newestTo(CUSTOMER);
    await customer.post(`/api/conversations/${id}/stop`);
    const answer = await postmark(toCustomer, { FromFull: { Email: CUSTOMER } });
    expect(answer.body).toEqual({ outcome: 'refused' });
    const { text } = await newestTo(CUSTOMER);
    expect(text).toContain('We didn’t pass it on. This conversation was stopped.');
    const elsewhere = api.visitor();
    await openLink(elsewhere, readEmailLink(text).token);
    expect((await elsewhere.get(`/api/conversations/${id}`)).status).toBe(200);
  });

  it('with pictures is taken sixty times an hour, also when it is not passed on', async () => {
    const { id, replyAddress } = await received();
    await sql`update conversations set status = 'stopped', stopped_by = 'customer' where id = ${id}`.execute(db);
    const pictures = () => db.selectFrom('message_pictures').select('name').execute();
    const withPicture = { Attachments: [{ Content: picture.toString('base64') }] };
    await postmark(replyAddress, withPicture);
    expect(await pictures()).toHaveLength(1);
    await sql`update limits set hits = 59 where key like 'emailed-reply:%'`.execute(db);
    for (let n = 0; n < 2; n++) await postmark(replyAddress, withPicture);
    expect(await pictures()).toHaveLength(2);
  });

  it('of a program is ignored', async () => {
    const { replyAddress, read } = await received();
    api.emails.length = 0;
    for (const [Name, Value] of [
      ['Auto-Submitted', 'auto-replied'],
      ['Precedence', 'bulk'],
      ['Return-Path', '<>'],
      ['X-Autoreply', 'yes'],
      ['X-Auto-Response-Suppress', 'All'],
    ])
      expect((await postmark(replyAddress, { Headers: [{ Name, Value }] })).body).toEqual({ outcome: 'ignored' });
    for (const Subject of ['Automatic reply: New message', 'Respuesta automática: Hola', 'Out of Office'])
      expect((await postmark(replyAddress, { Subject })).body).toEqual({ outcome: 'ignored' });
    await waitForEmptyMailQueue(db);
    expect(api.emails).toEqual([]);
    expect((await read()).messages).toHaveLength(1);
    const Headers = [
      { Name: 'Auto-Submitted', Value: 'no' },
      { Name: 'X-Auto-Response-Suppress', Value: 'None' },
    ];
    const Subject = 'Re: Out of Office Furniture answered you';
    expect((await postmark(replyAddress, { Headers, Subject })).body.outcome).toBe('delivered');
  });

  it('from an address of ours, or a bounce, is ignored and not answered', async () => {
    const { replyAddress } = await received();
    api.emails.length = 0;
    for (const own of ['no-reply@localhost', replyAddress, 'anybody@reply.directory.example'])
      expect((await postmark(replyAddress, { FromFull: { Email: own } })).body).toEqual({ outcome: 'ignored' });
    const ours = await compose(replyAddress, { from: replyAddress });
    expect((await deliver(replyAddress, ours)).at(-1)).toMatch(/^250 /);
    expect((await deliver(replyAddress, await compose(replyAddress), 'no-reply@localhost')).at(-1)).toMatch(/^250 /);
    expect((await deliver(replyAddress, await compose(replyAddress), '')).at(-1)).toMatch(/^250 /);
    await waitForEmptyMailQueue(db);
    expect(api.emails).toEqual([]);
    expect(await db.selectFrom('messages').select('id').execute()).toHaveLength(1);
  });

  it('is taken 120 times an hour from one address, whatever it answers', async () => {
    const { replyAddress } = await received();
    await postmark(replyAddress);
    await sql`update limits set hits = 120 where key like 'mail-from:%'`.execute(db);
    const later = await postmark(replyAddress);
    expect(later.status).toBe(429);
    expect((await postmark(replyAddress, { FromFull: { Email: 'Owner+2@mail.example' } })).status).toBe(429);
    expect(Number(later.headers['retry-after'])).toBeGreaterThan(0);
    expect((await postmark(replyAddress, { FromFull: { Email: 'joe@elsewhere.example' } })).status).toBe(200);
  });

  it('needs an address that somebody has, whose account is not suspended and may still write', async () => {
    const { replyAddress, read } = await received();
    const unknown = `reply+${'0'.repeat(48)}@reply.directory.example`;
    expect((await postmark(unknown)).body).toEqual({ outcome: 'ignored' });
    expect((await postmark(replyAddress.replace('reply.directory', 'elsewhere'))).body).toEqual({ outcome: 'ignored' });
    const { id: other } = await makeAccount(db);
    await db.updateTable('listings').set({ owner_id: other }).execute();
    expect((await postmark(replyAddress)).body).toEqual({ outcome: 'refused' });
    await db.updateTable('listings').set({ owner_id: owner.id }).execute();
    await suspend(db, { id: owner.id, reason: 'spam', by: 1 });
    expect((await postmark(replyAddress)).body).toEqual({ outcome: 'ignored' });
    expect((await read()).messages).toHaveLength(1);
  });

  it('goes to an address whose token opens no page, and the token of a link takes no answer', async () => {
    const { replyAddress, read } = await received();
    await postmark(replyAddress);
    const { replyAddress: toCustomer = '', text } = await newestTo(CUSTOMER);
    const open = async (token = '') => (await openLink(api.visitor(), token)).status;
    for (const address of [replyAddress, toCustomer]) expect(await open(/\+(\w+)@/.exec(address)?.[1])).toBe(400);
    const { token: link } = readEmailLink(text);
    expect(await open(link)).toBe(204);
    const answer = (token: string) =>
      postmark(`reply+${token}@reply.directory.example`, { FromFull: { Email: CUSTOMER }, TextBody: 'Thank you.' });
    expect((await answer(link)).body).toEqual({ outcome: 'ignored' });
    expect((await postmark(toCustomer, { FromFull: { Email: CUSTOMER } })).body).toEqual({ outcome: 'delivered' });
    // Emails that were sent by an earlier release have one token for both.
    await db.updateTable('conversation_links').set({ purpose: null }).execute();
    expect(await open(link)).toBe(204);
    expect((await answer(link)).body).toEqual({ outcome: 'delivered' });
    expect((await read()).messages).toHaveLength(4);
  });
});

describe('the webhooks', () => {
  it('refuse another secret before they read the body, and bodies that are no email', async () => {
    const { replyAddress, read } = await received();
    for (const service of ['postmark', 'mailgun', 'ses']) {
      const refused = await send(service, '{}', 'application/json', 'another-secret');
      expect(refused.status).toBe(401);
      expect(refused.headers['www-authenticate']).toMatch(/^Basic /);
      for (const body of ['', '{', '[]', '{"Type":"Notification","Message":"{}"}', '\u0000'])
        expect((await send(service, body, 'application/json')).status).toBe(400);
      expect((await send(service, '--x\r\n', 'multipart/form-data; boundary=x')).status).toBe(400);
    }
    expect((await api.request('POST', '/api/webhooks/postmark', { payload: '{}' })).status).toBe(401);
    expect(replyAddress).not.toBe('');
    expect((await read()).messages).toHaveLength(1);
  });

  it('refuse an email that cannot be read, so that the service does not send it again', async () => {
    const { replyAddress } = await received();
    const nested = Array.from(
      { length: 40 },
      (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`,
    ).join('');
    const content = `From: owner@mail.example\r\n${nested}`;
    expect(await send('ses', toSesBody(replyAddress, content), 'text/plain')).toMatchObject({ status: 400 });
    expect((await deliver(replyAddress, content)).at(-1)).toMatch(/^554 /);
    // Nobody has this address, so the content is not parsed.
    const unknown = `reply+${'0'.repeat(48)}@reply.directory.example`;
    expect((await send('ses', toSesBody(unknown, content), 'text/plain')).body).toEqual({ outcome: 'ignored' });
  });

  it.each([
    ['postmark', 403],
    ['mailgun', 406],
    ['ses', 400],
  ])('refuse a request to %s that is too large, before they read it to the end', async (service, status) => {
    const endless = Readable.from(
      (function* () {
        for (;;) yield Buffer.alloc(64 * 1024, 'x');
      })(),
    );
    const response = await api.http.inject({
      method: 'POST',
      url: `/api/webhooks/${service}`,
      payload: endless,
      headers: { authorization: authorization(), 'content-type': 'application/json' },
    });
    expect(response.statusCode).toBe(status);
    expect(response.headers.connection).toBe('close');
  });

  it('confirm subscriptions of Amazon SNS, and open no other address', async () => {
    const url = 'https://sns.us-west-2.amazonaws.com.attacker.example/?Action=ConfirmSubscription';
    const body = { Type: 'SubscriptionConfirmation', SubscribeURL: url };
    expect((await send('ses', JSON.stringify(body), 'text/plain')).status).toBe(400);
    const end = { Type: 'UnsubscribeConfirmation' };
    expect((await send('ses', JSON.stringify(end), 'text/plain')).body).toEqual({ outcome: 'ignored' });
  });
});

const deliver = (to: string | string[], mail: Buffer | string, from = 'owner@mail.example') =>
  sayByLmtp(lmtpPort, toLmtpLines(from, to, mail));

describe('LMTP', () => {
  it('brings emails as they were sent', async () => {
    const { replyAddress, read } = await received();
    const mail = await compose(replyAddress, {
      attachments: [
        { filename: 'heater.jpg', content: picture },
        { cid: 'logo', filename: 'logo.jpg', content: Buffer.alloc(900), contentDisposition: 'inline' },
      ],
    });
    const replies = await deliver(replyAddress, mail);
    expect(replies.at(-1)).toMatch(/^250 /);
    expect((await read()).messages[1]).toMatchObject({
      text: 'We can come on Thursday.',
      via: 'email',
      pictures: { length: 1 },
    });
  });

  it('refuses recipients that nobody has before it reads the email, and asks to try again while the database is away', async () => {
    const { id, replyAddress } = await received();
    const ask = async (to: string, from = 'a@mail.example') =>
      (await sayByLmtp(lmtpPort, ['LHLO mx.example', `MAIL FROM:<${from}>`, `RCPT TO:<${to}>`])).at(-1)?.slice(0, 3);
    expect(await ask('info@reply.directory.example')).toBe('550');
    expect(await ask(`reply+${'0'.repeat(48)}@reply.directory.example`)).toBe('550');
    expect(await ask(replyAddress)).toBe('250');
    expect(await ask(replyAddress.toUpperCase())).toBe('250');
    await db.schema.alterTable('conversation_links').renameTo('links_away').execute();
    const whileAway = await ask(replyAddress);
    await db.schema.alterTable('links_away').renameTo('conversation_links').execute();
    expect(whileAway).toBe('451');
    await sql`update limits set hits = 120 where key like 'mail-from:%'`.execute(db);
    expect(await ask(replyAddress)).toBe('450');
    expect(await ask(replyAddress, 'owner@mail.example')).toBe('250');
    await db.deleteFrom('conversations').where('id', '=', id).execute();
    expect(await ask(replyAddress)).toBe('550');
  });

  it('takes ten recipients at a time, and of many the others later', async () => {
    const { id } = await received();
    const business = { conversationId: id, accountId: owner.id, domain: 'reply.directory.example' };
    const addresses = await Promise.all(Array.from({ length: 11 }, () => makeReplyAddress(db, business)));
    const replies = await sayByLmtp(lmtpPort, toLmtpLines('owner@mail.example', addresses, '').slice(0, 13));
    expect(replies.slice(-11).map((reply) => reply.slice(0, 3))).toEqual([...Array(10).fill('250'), '452']);
  });

  it('refuses an email of more than 5 MB by its declared size, or as soon as it is larger', async () => {
    const { replyAddress, read } = await received();
    const declared = await sayByLmtp(lmtpPort, ['LHLO mx.example', 'MAIL FROM:<owner@mail.example> SIZE=6000000']);
    expect(declared.at(-1)).toMatch(/^552 /);
    const begun = toLmtpLines('owner@mail.example', replyAddress, 'x'.repeat(60).concat('\r\n').repeat(100_000));
    // Without its end: the reply comes before that.
    begun[4] = String(begun[4]).slice(0, -3);
    expect((await sayByLmtp(lmtpPort, begun)).at(-1)).toMatch(/^552 /);
    expect((await read()).messages).toHaveLength(1);
  });

  it('asks to try again when an email cannot be stored now', async () => {
    const { replyAddress, read } = await received();
    const mail = await compose(replyAddress);
    await db.schema.alterTable('messages').renameTo('messages_away').execute();
    const replies = await deliver(replyAddress, mail);
    await db.schema.alterTable('messages_away').renameTo('messages').execute();
    expect(replies.at(-1)).toMatch(/^451 /);
    await deliver(replyAddress, mail);
    expect((await read()).messages).toHaveLength(2);
  });
});
