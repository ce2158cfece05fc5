/** An email as an attacker would send it. */
export interface HostileMail {
  name: string;
  /** @param n differs for each delivery: the same bytes would be recognized */
  build: (n: number) => Buffer;
  /** The sender of the envelope; the owner by default. */
  from?: string;
  /** Whether it once stopped or stalled the server. */
  isKiller?: boolean;
}

const MEGABYTE = 1_000_000;

/** A whole email with these headers and this body. */
const mail =
  (headers: string, body: string | Buffer, from = 'Joe <owner@mail.example>') =>
  (n: number) =>
    Buffer.concat([
      Buffer.from(`From: ${from}\r\nMessage-ID: <${n}@mail.example>\r\nSubject: Re: New message\r\n`),
      Buffer.from(headers === '' ? '' : `${headers}\r\n`),
      Buffer.from('\r\n'),
      Buffer.from(body),
    ]);
const fill = (part: string, bytes: number) => part.repeat(Math.floor(bytes / part.length));
const toBase64Lines = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64').replace(/.{76}/g, '$&\r\n');
const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);

const HTML = 'Content-Type: text/html; charset=utf-8';
const MIXED = 'MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b';
const BASE64 = 'Content-Transfer-Encoding: base64';
const attached = (type: string, bytes: Buffer | string) =>
  `--b\r\nContent-Type: ${type}\r\nContent-Disposition: attachment\r\n${BASE64}\r\n\r\n${toBase64Lines(bytes)}\r\n`;
const nest = (depth: number, open: (level: number) => string) => numbers(depth).map(open).join('');

const picture = Buffer.concat([Buffer.from('ffd8ffe000104a464946', 'hex'), Buffer.alloc(900_000, 7)]);

/** The emails that stopped or stalled the server before each was parsed in a process of its own. */
const KILLERS: Omit<HostileMail, 'isKiller'>[] = [
  {
    name: '1,250,000 lines of flowed text',
    build: mail('Content-Type: text/plain; format=flowed', fill('a \r\n', 5 * MEGABYTE)),
  },
  { name: '100,000 parts', build: mail(MIXED, fill('--b\r\n\r\nx\r\n', MEGABYTE)) },
];

const OTHERS: HostileMail[] = [
  { name: 'one line of 5 MB', build: mail('', fill('a', 5 * MEGABYTE)) },
  { name: '1,250,000 lines', build: mail('', fill('a \r\n', 5 * MEGABYTE)) },
  { name: '5 MB of empty lines', build: mail('', fill('\r\n', 5 * MEGABYTE)) },
  {
    name: '5,000 nested multiparts',
    build: mail(
      'Content-Type: multipart/mixed; boundary=x',
      nest(5000, (n) => `--${n || 'x'}\r\nContent-Type: multipart/mixed; boundary=${n + 1}\r\n\r\n`),
    ),
  },
  {
    name: '1,000 nested messages',
    build: mail(
      'Content-Type: message/rfc822',
      nest(1000, () => 'Content-Type: message/rfc822\r\nContent-Disposition: inline\r\n\r\n'),
    ),
  },
  {
    name: '900 alternative texts',
    build: mail(
      'Content-Type: multipart/alternative; boundary=b',
      fill(`--b\r\n${HTML}\r\n\r\n${fill('<p>text ', 4000)}\r\n`, 3.5 * MEGABYTE),
    ),
  },
  {
    name: 'a boundary of 60,000 characters',
    build: mail(
      `Content-Type: multipart/mixed; boundary=${fill('b', 60_000)}`,
      fill(`--${fill('b', 60_000)}\r\n\r\n`, 3 * MEGABYTE),
    ),
  },
  { name: 'lines that are nearly boundaries', build: mail(MIXED, fill(`--b${fill(' ', 4000)}x\r\n`, 3.5 * MEGABYTE)) },
  { name: 'an empty boundary', build: mail('Content-Type: multipart/mixed; boundary=""', fill('--\r\n\r\n', 5000)) },
  { name: 'a header of 1 MB', build: mail(`X-Long: ${fill('a ', MEGABYTE)}`, 'Hello') },
  {
    name: '100,000 headers',
    build: mail(
      numbers(100_000)
        .map((n) => `X-${n}: a`)
        .join('\r\n'),
      'Hello',
    ),
  },
  { name: 'a header folded 60,000 times', build: mail(`X-Folded: a${fill('\r\n a', 240_000)}`, 'Hello') },
  {
    name: '20,000 pieces of a parameter',
    build: mail(
      `Content-Type: text/plain; ${numbers(20_000)
        .map((n) => `name*${n}*=%41`)
        .join('; ')}`,
      'Hello',
    ),
  },
  { name: '20,000 parameters', build: mail(`Content-Type: text/plain;${fill(' a=b;', 100_000)}`, 'Hello') },
  { name: '10,000 encoded words', build: mail(`X-A: b\r\nSubject: ${fill('=?utf-8?q?=41?= ', 160_000)}`, 'Hello') },
  { name: 'a sender of 20,000 addresses', build: mail('', 'Hello', fill('a@b.example, ', 200_000)) },
  { name: 'a sender in 50,000 comments', build: mail('', 'Hello', fill('(', 50_000)) },
  { name: 'a sender in 20,000 groups', build: mail('', 'Hello', fill('a:b:', 80_000)) },
  {
    name: 'a charset that does not exist',
    build: mail('Content-Type: text/plain; charset=x-klingon', fill('\xff\xfe', MEGABYTE)),
  },
  { name: 'invalid UTF-8', build: mail('Content-Type: text/plain; charset=utf-8', Buffer.alloc(3 * MEGABYTE, 0xf8)) },
  {
    name: 'escapes of ISO-2022-JP',
    build: mail('Content-Type: text/plain; charset=iso-2022-jp', fill('\x1b$B\x1b(B', 3 * MEGABYTE)),
  },
  { name: 'NUL bytes', build: mail('', Buffer.alloc(3 * MEGABYTE)) },
  { name: 'bare CRs', build: mail('', fill('a\r', 4 * MEGABYTE)) },
  { name: 'lines that begin with dots', build: mail('', fill('..\r\n', MEGABYTE)) },
  { name: 'base64 of base64', build: mail(BASE64, toBase64Lines(toBase64Lines(fill('a', 2.4 * MEGABYTE)))) },
  { name: 'base64 of one character a line', build: mail(BASE64, fill('Q\r\n', 2 * MEGABYTE)) },
  {
    name: 'quoted-printable of soft breaks',
    build: mail('Content-Transfer-Encoding: quoted-printable', fill('=\r\n', MEGABYTE)),
  },
  { name: '1,000,000 open tags', build: mail(HTML, fill('<div>', 4.9 * MEGABYTE)) },
  { name: '1,000,000 attributes', build: mail(HTML, `<a ${fill('b=c ', 4 * MEGABYTE)}>`) },
  { name: '1,000,000 entities', build: mail(HTML, fill('&amp;', 4.9 * MEGABYTE)) },
  { name: 'an unclosed comment', build: mail(HTML, fill('<!--', 4 * MEGABYTE)) },
  { name: 'attributions', build: mail('', fill('On ', 4 * MEGABYTE)) },
  { name: 'quotes', build: mail('', fill('> > ', 4 * MEGABYTE)) },
  { name: 'signatures', build: mail('', fill('-- \r\n', MEGABYTE / 4)) },
  {
    name: 'winmail.dat',
    build: mail(
      MIXED,
      attached('application/ms-tnef; name=winmail.dat', Buffer.from('789f3e22'.repeat(200_000), 'hex')),
    ),
  },
  {
    name: 'a calendar of 3 MB',
    build: mail(MIXED, attached('text/calendar; method=REQUEST', fill('\n', 3 * MEGABYTE))),
  },
  { name: 'three pictures that are none', build: mail(MIXED, fill(attached('image/jpeg', picture), 3.9 * MEGABYTE)) },
  { name: '900 tiny files', build: mail(MIXED, fill(attached('application/pdf', '%PDF'), 90_000)) },
  { name: 'an automatic answer', build: mail('Auto-Submitted: auto-replied', 'I am away.') },
  {
    name: 'a bounce',
    from: '',
    build: mail(
      'Content-Type: multipart/report; boundary=b',
      attached('message/delivery-status', 'x'),
      'MAILER-DAEMON@mail.example',
    ),
  },
  { name: 'an email of our own', from: 'no-reply@localhost', build: mail('', 'Hello', 'no-reply@localhost') },
  {
    name: 'an answer of another conversation',
    build: mail('', 'Hello', `reply+${fill('0', 48)}@reply.directory.example`),
  },
  { name: 'nothing', build: () => Buffer.from('\r\n') },
];

/** Emails of up to 5 MB that take as much time and memory as possible. */
export const HOSTILE_MAILS: HostileMail[] = [...KILLERS.map((killer) => ({ ...killer, isKiller: true })), ...OTHERS];
