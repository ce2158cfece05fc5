import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { InvalidEnvironment, readEnv } from '#server/platform/env/env.ts';
import { startMailServer } from '#tests/support/servers/mail-server.ts';
import { InvalidEmail } from './mailer.ts';
import { createMailer } from './open.ts';
import { EmailNotSent } from './smtp-transport.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'socal-local-mail-'));
const outbox = join(dataDir, 'outbox');
afterEach(() => rmSync(outbox, { recursive: true, force: true }));
afterAll(() => rmSync(dataDir, { recursive: true }));

const link = `https://directory.example/auth/confirm#token=${'x'.repeat(43)}`;
const email = {
  to: 'owner@mail.example',
  subject: 'Bestätigen Sie „Zoë’s Café“',
  text: `Hello Zoë,\n\nopen this link:\n\n${link}\n\nIt works once.`,
};

const unsubscribe = `https://directory.example/api/unsubscribe/${'x'.repeat(43)}`;

const env = (variables: Record<string, string> = {}) => readEnv({ DATA_DIR: dataDir, ...variables });
const readOutbox = () => readdirSync(outbox).map((name) => readFileSync(join(outbox, name), 'utf8'));

describe('without a mail server, the outbox', () => {
  it('holds each mail as a file that mail programs and people can read', async () => {
    await createMailer(env()).send(email);
    const [message = ''] = readOutbox();
    const [head = '', ...body] = message.split('\r\n\r\n');
    expect(head).toContain('From: SoCal Local <no-reply@localhost>\r\n');
    expect(head).toContain('To: owner@mail.example\r\n');
    expect(head).toMatch(/^Subject: =\?UTF-8\?Q\?[\x20-\x7e]+\?=/m);
    expect(head).toMatch(/^Message-ID: <.+@localhost>/m);
    expect(head).toMatch(/^Date: \w{3}, \d/m);
    expect(head).toContain('Auto-Submitted: auto-generated');
    expect(body.join('\r\n\r\n')).toBe(`${email.text.replaceAll('\n', '\r\n')}\r\n`);
  });

  it('names them by time, the newest last, however many come at once', async () => {
    const mail = createMailer(env());
    const subjects = Array.from({ length: 30 }, (_, i) => `Mail ${i + 1}`);
    await Promise.all(subjects.map((subject) => mail.send({ ...email, subject })));
    expect(readdirSync(outbox).every((name) => /^\d{4}-\d\d-\d\dT[\d-]+\.\d{3}Z-[\da-f]{8}\.eml$/.test(name))).toBe(
      true,
    );
    expect(readOutbox().map((message) => /^Subject: (.+)\r$/m.exec(message)?.[1])).toEqual(subjects);
  });

  it('is nobody else’s to read', async () => {
    await createMailer(env()).send(email);
    const [name = ''] = readdirSync(outbox);
    expect(statSync(outbox).mode & 0o077).toBe(0);
    expect(statSync(join(outbox, name)).mode & 0o077).toBe(0);
  });

  it('says where answers go', async () => {
    await createMailer(env()).send({ ...email, replyTo: 'visitor@mail.example' });
    const [message] = readOutbox();
    expect(message).toContain('Reply-To: visitor@mail.example\r\n');
    expect(message).not.toContain('Auto-Submitted');
  });

  it('says how mails that come again are stopped with one click, and of others nothing', async () => {
    await createMailer(env()).send(email);
    await createMailer(env()).send({ ...email, unsubscribe });
    const [once, again] = readOutbox();
    expect(once).not.toContain('List-Unsubscribe');
    expect(again).toContain(`\r\nList-Unsubscribe: <${unsubscribe}>\r\n`);
    expect(again).toContain('\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n');
  });
});

describe('an email cannot contain injected headers', () => {
  it.each([
    ['a line break in the subject', { subject: 'Hello\r\nBcc: all@mail.example' }],
    ['a bare carriage return in it', { subject: 'Hello\rBcc: all@mail.example' }],
    ['a bare line feed in it', { subject: 'Hello\nBcc: all@mail.example' }],
    ['a zero byte in it', { subject: 'Hello\0' }],
    ['a line separator in it', { subject: 'Hello\u2028Bcc: all@mail.example' }],
    ['a line break in the address', { to: 'owner@mail.example\r\nBcc: all@mail.example' }],
    ['a line break at its end', { to: 'owner@mail.example\n' }],
    ['two addresses', { to: 'owner@mail.example, all@mail.example' }],
    ['a name before the address', { to: 'All <all@mail.example>' }],
    ['a group of addresses', { to: 'All: all@mail.example;' }],
    ['no address', { to: '' }],
    ['a link to stop it with a line break', { unsubscribe: `${unsubscribe}\r\nBcc: all@mail.example` }],
    ['a link to stop it that is two', { unsubscribe: `${unsubscribe}>, <mailto:all@mail.example` }],
    ['an address for answers with a line break', { replyTo: 'a@mail.example\r\nBcc: all@mail.example' }],
  ])('%s is refused', async (_what, change) => {
    const sending = createMailer(env()).send({ ...email, ...change });
    await expect(sending).rejects.toThrow(InvalidEmail);
    await expect(sending).rejects.not.toThrow('mail.example');
    expect(() => readdirSync(outbox)).toThrow('ENOENT');
  });

  it('and what looks like one in the text stays text', async () => {
    await createMailer(env()).send({ ...email, text: 'Bcc: all@mail.example\r\n\r\nHello' });
    const [head, ...body] = (readOutbox()[0] ?? '').split('\r\n\r\n');
    expect(head).not.toContain('Bcc');
    expect(body).toEqual(['Bcc: all@mail.example', 'Hello\r\n']);
  });
});

describe('with a mail server', () => {
  it('mails go to it, many over few connections, and none to the outbox', async () => {
    const server = await startMailServer();
    onTestFinished(() => server.close());
    const mail = createMailer(
      env({
        SMTP_URL: server.url,
        MAIL_FROM: 'The Directory <mail@directory.example>',
        ORIGIN: 'https://directory.example',
      }),
    );
    await Promise.all(Array.from({ length: 12 }, () => mail.send(email)));
    await mail.send({ ...email, senderName: 'Coast Guide' });
    await mail.close();
    expect(server.delivered).toHaveLength(13);
    expect(server.delivered.at(-1)?.message).toContain('From: Coast Guide <mail@directory.example>');
    expect(server.connections()).toBeLessThanOrEqual(3);
    const [{ from, to, message } = { from: '', to: [], message: '' }] = server.delivered;
    expect({ from, to }).toEqual({ from: 'mail@directory.example', to: ['owner@mail.example'] });
    expect(message).toContain('From: The Directory <mail@directory.example>');
    const unfolded = message.replaceAll('=\r\n', '').replaceAll('=3D', '=');
    expect(unfolded).toContain(link);
    // The same as HTML.
    expect(message).toContain('Content-Type: multipart/alternative');
    expect(unfolded).toContain(`<a href="${link}">directory.example/auth/confirm</a>`);
    expect(() => readdirSync(outbox)).toThrow('ENOENT');
  });

  it('mails that come again say how they are stopped, each in one line', async () => {
    const server = await startMailServer();
    onTestFinished(() => server.close());
    const mail = createMailer(env({ SMTP_URL: server.url }));
    await mail.send({ ...email, unsubscribe });
    await mail.close();
    const [head] = server.delivered.map(({ message }) => message.slice(0, message.indexOf('\r\n\r\n')));
    expect(head).toContain(`\r\nList-Unsubscribe: <${unsubscribe}>\r\n`);
    expect(head).toContain('\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n');
  });

  it('closing waits for the mail that is on its way', async () => {
    const server = await startMailServer();
    onTestFinished(() => server.close());
    const mail = createMailer(env({ SMTP_URL: server.url }));
    const sent = mail.send(email);
    await mail.close();
    await sent;
    expect(server.delivered).toHaveLength(1);
  });

  it.each([
    ['refuses the address', { RCPT: '550 no such user owner@mail.example' }],
    ['refuses the message', { MESSAGE: '554 owner@mail.example looks like spam' }],
    ['is busy', { MAIL: '451 try later' }],
    ['says nothing', { CONNECT: null }],
    ['stops answering', { MESSAGE: null }],
  ])('that %s, sending fails without naming anyone', async (_what, answers) => {
    const server = await startMailServer(answers);
    onTestFinished(() => server.close());
    const mail = createMailer(env({ SMTP_URL: server.url }), { patienceMs: 200 });
    onTestFinished(() => mail.close());
    const failure = await mail.send(email).catch((error) => error);
    expect(failure).toBeInstanceOf(EmailNotSent);
    expect(JSON.stringify([failure.message, failure.stack, { ...failure }])).not.toContain('owner@');
    expect(server.delivered).toEqual([]);
  });

  it('that is not there, sending fails', async () => {
    const server = await startMailServer();
    await server.close();
    const mail = createMailer(env({ SMTP_URL: server.url }));
    onTestFinished(() => mail.close());
    await expect(mail.send(email)).rejects.toThrow(EmailNotSent);
  });
});

describe('the environment', () => {
  it.each([
    ['mail@directory.example', { name: '', address: 'mail@directory.example' }],
    ['SoCal Local <mail@directory.example>', { name: 'SoCal Local', address: 'mail@directory.example' }],
    [
      '"Local, the Directory" <mail@directory.example>',
      { name: 'Local, the Directory', address: 'mail@directory.example' },
    ],
  ])('MAIL_FROM may be %s', (MAIL_FROM, sender) => {
    expect(readEnv({ MAIL_FROM }).MAIL_FROM).toEqual(sender);
  });

  it('without MAIL_FROM mails come from the site’s own host', () => {
    const { MAIL_FROM } = readEnv({ ORIGIN: 'https://directory.example:8443', SITE_NAME: 'The Directory' });
    expect(MAIL_FROM).toEqual({ name: 'The Directory', address: 'no-reply@directory.example' });
  });

  it.each([
    { MAIL_FROM: 'nobody' },
    { MAIL_FROM: 'Name <nobody>' },
    { MAIL_FROM: 'a@mail.example, b@mail.example' },
    { MAIL_FROM: 'Name\r\nBcc: x <a@mail.example>' },
    { SMTP_URL: 'https://mail.example' },
    { SMTP_URL: 'mail.example:25' },
  ])('%o is refused', (variables) => {
    expect(() => readEnv(variables)).toThrow(InvalidEnvironment);
  });
});
