import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer } from 'node:net';
import { sql } from 'kysely';
import MailComposer from 'nodemailer/lib/mail-composer';
import sharp from 'sharp';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createListeningApi } from '../../tests/support/app-instance.ts';
import { openLink, readEmailLink, waitForEmptyMailQueue } from '../../tests/support/mail-queue.ts';
import { suspend } from '../admin/suspension.ts';
import { REPLY_LINE } from '../mail/inbound/reply-line.ts';
import { makeAccount, makeListing } from '../seed/factories.ts';

async function getFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

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
    expect(text).toContain('Reply to this email, with pictures if you like, or answer here: ');
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
    [
      'Amazon SES',
      async (to: string) => {
        const content = (await compose(to)).toString('base64');
        const received = {
          notificationType: 'Received',
          receipt: { recipients: [to], action: { encoding: 'BASE64' } },
          content,
        };
        const body = { Type: 'Notification', Message: JSON.stringify(received) };
        return send('ses', JSON.stringify(body), 'text/plain; charset=UTF-8');
      },
    ],
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
    ])
      expect((await postmark(replyAddress, { Headers: [{ Name, Value }] })).body).toEqual({ outcome: 'ignored' });
    await waitForEmptyMailQueue(db);
    expect(api.emails).toEqual([]);
    expect((await read()).messages).toHaveLength(1);
    expect((await postmark(replyAddress, { Headers: [{ Name: 'Auto-Submitted', Value: 'no' }] })).body.outcome).toBe(
      'delivered',
    );
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

  it('refuse an email that is nested too deeply to be read', async () => {
    const nested = Array.from(
      { length: 40 },
      (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`,
    ).join('');
    const content = `From: owner@mail.example\r\n${nested}`;
    const received = { notificationType: 'Received', receipt: { recipients: ['a@b.example'], action: {} }, content };
    const body = { Type: 'Notification', Message: JSON.stringify(received) };
    expect((await send('ses', JSON.stringify(body), 'text/plain')).status).toBe(400);
  });

  it('confirm subscriptions of Amazon SNS, and open no other address', async () => {
    const url = 'https://sns.us-west-2.amazonaws.com.attacker.example/?Action=ConfirmSubscription';
    const body = { Type: 'SubscriptionConfirmation', SubscribeURL: url };
    expect((await send('ses', JSON.stringify(body), 'text/plain')).status).toBe(400);
    const end = { Type: 'UnsubscribeConfirmation' };
    expect((await send('ses', JSON.stringify(end), 'text/plain')).body).toEqual({ outcome: 'ignored' });
  });
});

/** Says the lines to the LMTP server, one after each reply, and returns all replies. */
async function say(...lines: (string | Buffer)[]): Promise<string[]> {
  const socket = createConnection(lmtpPort, '127.0.0.1');
  const replies: string[] = [];
  const rest = [...lines];
  for await (const chunk of socket.setEncoding('utf8')) {
    replies.push(...String(chunk).split('\r\n').filter(Boolean));
    if (!/^\d{3} /.test(replies.at(-1) ?? '')) continue;
    const line = rest.shift();
    if (line === undefined) socket.end();
    else socket.write(Buffer.concat([Buffer.from(line), Buffer.from('\r\n')]));
  }
  return replies;
}

describe('LMTP', () => {
  it('brings emails as they were sent', async () => {
    const { replyAddress, read } = await received();
    const mail = await compose(replyAddress, {
      attachments: [
        { filename: 'heater.jpg', content: picture },
        { cid: 'logo', filename: 'logo.jpg', content: Buffer.alloc(900), contentDisposition: 'inline' },
      ],
    });
    const replies = await say(
      'LHLO mx.example',
      'MAIL FROM:<owner@mail.example>',
      `RCPT TO:<${replyAddress}>`,
      'DATA',
      Buffer.concat([mail, Buffer.from('\r\n.')]),
    );
    expect(replies.at(-1)).toMatch(/^250 /);
    expect((await read()).messages[1]).toMatchObject({
      text: 'We can come on Thursday.',
      via: 'email',
      pictures: { length: 1 },
    });
  });

  it('refuses addresses that are none of ours', async () => {
    const replies = await say(
      'LHLO mx.example',
      'MAIL FROM:<a@mail.example>',
      'RCPT TO:<info@reply.directory.example>',
    );
    expect(replies.at(-1)).toMatch(/^550 /);
  });

  it('asks to try again when an email cannot be stored now', async () => {
    const { replyAddress, read } = await received();
    const mail = await compose(replyAddress);
    await db.schema.alterTable('messages').renameTo('messages_away').execute();
    const conversation = ['LHLO mx.example', 'MAIL FROM:<owner@mail.example>', `RCPT TO:<${replyAddress}>`, 'DATA'];
    const replies = await say(...conversation, Buffer.concat([mail, Buffer.from('\r\n.')]));
    await db.schema.alterTable('messages_away').renameTo('messages').execute();
    expect(replies.at(-1)).toMatch(/^451 /);
    await say(...conversation, Buffer.concat([mail, Buffer.from('\r\n.')]));
    expect((await read()).messages).toHaveLength(2);
  });
});
