import { Readable } from 'node:stream';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createMailProcesses, type ReadMail } from '#server/platform/mail/inbound/mail-process.ts';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { makeConversation } from '#tests/fixtures/conversation-factories.ts';
import { createTestApi } from '#tests/support/api.ts';
import { repetitions, selectEveryNth } from '#tests/support/long-run.ts';
import {
  getFreePort,
  makeReplyAddress,
  sayByLmtp,
  toChunks,
  toLmtpLines,
  toSesBody,
} from '#tests/support/servers/inbound-mail.ts';
import { scaleTimeout } from '#tests/support/timeouts.ts';
import { HOSTILE_MAILS, type HostileMail } from './mails.ts';
import { measureCost } from './stalls.ts';

const DOMAIN = 'reply.directory.example';
const SENDER = 'owner@mail.example';
const SECRET = 'a-secret-of-the-inbound-mail';
const port = await getFreePort();
const readInProcess = createMailProcesses();
let processes = 0;
const readMail: ReadMail = (...mail) => {
  processes++;
  return readInProcess(...mail);
};
const start = (lmtp: number, options: Parameters<typeof createTestApi>[0] = {}) =>
  createTestApi({
    env: { MAIL_DOMAIN: DOMAIN, INBOUND_LMTP: `127.0.0.1:${lmtp}`, INBOUND_WEBHOOK_SECRET: SECRET },
    readMail,
    ...options,
  });
const api = await start(port);
await api.http.ready();
afterAll(api.close);
const { db } = api;
const owner = await makeAccount(db, { email: SENDER, email_confirmed_at: new Date() });
const { id: listing_id } = await makeListing(db, { owner_id: owner.id });
const { id: conversationId } = await makeConversation(db, { listing_id });
const address = await makeReplyAddress(db, { conversationId, accountId: owner.id, domain: DOMAIN });
beforeEach(async () => {
  await db.deleteFrom('limits').execute();
});

const killers = HOSTILE_MAILS.filter(({ isKiller }) => isKiller);
const others = HOSTILE_MAILS.filter(({ isKiller }) => !isKiller);

// Receiving 5 MB and handing them over takes 20 to 80 ms, by machine; parsing the least of these here took 350.
const LIMIT = { stallMs: 150, growthBytes: 64 * 1024 * 1024 };

/** Sends requests, made for each attempt, and expects that they cost no more than the limit. */
async function expectCheap<Request>(
  prepare: (attempt: number) => Request,
  send: (request: Request) => Promise<unknown>,
) {
  const { stallMs, growthBytes } = await measureCost(prepare, send, LIMIT);
  expect(stallMs).toBeLessThanOrEqual(LIMIT.stallMs);
  expect(growthBytes).toBeLessThanOrEqual(LIMIT.growthBytes);
}

const deliver = (lines: (string | Buffer)[], to = port) => sayByLmtp(to, lines);

const post = async (service: string, body: Iterable<Buffer>, contentType = 'application/json') => {
  const { statusCode } = await api.http.inject({
    method: 'POST',
    url: `/api/webhooks/${service}`,
    payload: Readable.from(body),
    headers: {
      authorization: `Basic ${Buffer.from(`inbound:${SECRET}`).toString('base64')}`,
      'content-type': contentType,
    },
  });
  return statusCode;
};

describe('No email stalls the process for 150 ms, or takes 64 MB of it', { timeout: scaleTimeout(60_000) }, () => {
  it.each([...killers, ...selectEveryNth(12, others)])('$name', async ({ build, from = SENDER }: HostileMail) => {
    await expectCheap(
      (attempt) => toLmtpLines(from, address, build(attempt)),
      async (lines) => {
        // It is taken or refused for good: any other reply would bring it again.
        expect((await deliver(lines)).at(-1)).toMatch(/^(?:250|554) /);
      },
    );
  });

  const requests: [string, string, string, (n: number) => string, number][] = [
    ['flowed text', 'ses', 'text/plain', (n: number) => toSesBody(address, killers[0]?.build(n) ?? ''), 400],
    ['nested arrays', 'postmark', 'application/json', (n: number) => '['.repeat(7_000_000 + n), 403],
    [
      '100,000 fields',
      'mailgun',
      'multipart/form-data; boundary=b',
      (n: number) => `--b\r\nContent-Disposition: form-data; name="a${n}"\r\n\r\n\r\n`.repeat(100_000).concat('--b--'),
      400,
    ],
  ];
  it.each(selectEveryNth(3, requests))('a request with %s', async (_name, service, contentType, build, status) => {
    await expectCheap(
      (attempt) => [...toChunks(build(attempt))],
      async (chunks) => {
        // Of no email, if it is parsed before it takes too much memory.
        expect([400, status]).toContain(await post(service, chunks, contentType));
      },
    );
  });

  it('recipients that nobody has', async () => {
    const recipients = Array.from(
      { length: repetitions(100, 2000) },
      (_, n) => `reply+${String(n).padStart(48, '0')}@${DOMAIN}`,
    );
    await expectCheap(
      () => toLmtpLines(SENDER, recipients, '').slice(0, -2),
      async (lines) => {
        const replies = await deliver(lines);
        expect(replies.filter((reply) => reply.startsWith('550 '))).toHaveLength(recipients.length);
      },
    );
  });
});

it('What cannot be read is refused at once when it is delivered again, also after a restart; other emails are taken', async () => {
  const lines = toLmtpLines(SENDER, address, killers[1]?.build(0) ?? '');
  processes = 0;
  expect((await deliver(lines)).at(-1)).toMatch(/^554 /);
  expect((await deliver(lines)).at(-1)).toMatch(/^554 /);
  const secondPort = await getFreePort();
  const second = await start(secondPort, { database: api.database });
  await second.http.ready();
  expect((await deliver(lines, secondPort)).at(-1)).toMatch(/^554 /);
  await second.close();
  expect(processes).toBe(1);
  const answer = `From: Joe <${SENDER}>\r\nMessage-ID: <an-answer@mail.example>\r\n\r\nOn Thursday at 9.\r\n`;
  expect((await deliver(toLmtpLines(SENDER, address, answer))).at(-1)).toMatch(/^250 /);
  const { body } = await db.selectFrom('messages').select('body').orderBy('id', 'desc').executeTakeFirstOrThrow();
  expect(body).toBe('On Thursday at 9.');
});
