import { describe, expect, it, onTestFinished } from 'vitest';
import { startLmtpServer } from '#server/platform/mail/inbound/lmtp-server.ts';
import { checkInboundMail } from './inbound-mail.ts';

const env = {
  MAIL_DOMAIN: 'reply.directory.example',
  INBOUND_LMTP: undefined,
  SMTP_URL: 'smtp://mail.directory.example',
};
const check = async (changes: object = {}, answer: () => Promise<{ exchange: string }[]> = async () => []) =>
  (await checkInboundMail({ ...env, ...changes }, answer)).map(({ state, text }) => `${state}: ${text}`);
const failWith = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));

describe('answers by email', () => {
  it('are not checked where the site takes none', async () => {
    expect(await check({ MAIL_DOMAIN: undefined })).toEqual([]);
  });

  it('need an MX record', async () => {
    const servers = async () => [{ exchange: 'in.service.example' }];
    expect(await check({}, servers)).toEqual(['ok: Mail for reply.directory.example goes to in.service.example.']);
    for (const none of [async () => [], failWith('ENODATA'), failWith('ENOTFOUND')])
      expect(await check({}, none)).toEqual([
        expect.stringMatching(/^error: reply\.directory\.example has no MX record/),
      ]);
    expect(await check({}, failWith('ETIMEOUT'))).toEqual([expect.stringMatching(/^warning: The DNS did not answer/)]);
  });

  it('need emails that go out, and a program that listens', async () => {
    const found = await check({ SMTP_URL: undefined, INBOUND_LMTP: { host: '127.0.0.1', port: 1 } });
    expect(found.slice(1)).toEqual([
      expect.stringMatching(/^warning: No email goes out .*SMTP_URL/),
      expect.stringMatching(/^error: Nothing receives answers to emails at 127\.0\.0\.1:1 \(ECONNREFUSED\)/),
    ]);
    const server = await startLmtpServer(
      { host: '127.0.0.1', port: 0 },
      {
        receiver: { hasRecipient: async () => true, countSender: async () => {}, receive: async () => 'ignored' },
        log: { error() {} },
      },
    );
    onTestFinished(server.close);
    expect((await check({ INBOUND_LMTP: { host: '127.0.0.1', port: server.port } }))[1]).toMatch(
      /^ok: The site receives answers to emails/,
    );
  });
});
