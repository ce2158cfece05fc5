import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer } from 'node:net';
import type { Kysely } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';
import { hashToken } from '#server/platform/http/sessions.ts';

/** A port of this machine that nobody uses. */
export async function getFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Says lines to an LMTP server, one after each reply, and returns all replies. It ends with the last reply, or when the server ends it. */
export async function sayByLmtp(port: number, lines: (string | Buffer)[]): Promise<string[]> {
  const socket = createConnection(port, '127.0.0.1');
  // It ends the connection while we write.
  socket.on('error', () => {});
  const replies: string[] = [];
  const rest = [...lines];
  let received = '';
  for await (const chunk of socket.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    received += chunk;
    const complete = received.split('\r\n');
    received = complete.pop() ?? '';
    replies.push(...complete);
    if (received !== '' || !/^\d{3} /.test(replies.at(-1) ?? '')) continue;
    const line = rest.shift();
    if (line === undefined) socket.end();
    else {
      socket.write(line);
      socket.write('\r\n');
    }
  }
  return replies;
}

/** What a client says to deliver an email, whose lines are as they are in it. */
export const toLmtpLines = (from: string, to: string | string[], mail: Buffer | string) => [
  'LHLO mx.example',
  `MAIL FROM:<${from}>`,
  ...[to].flat().map((recipient) => `RCPT TO:<${recipient}>`),
  'DATA',
  Buffer.concat([escapeDots(mail), Buffer.from('\r\n.')]),
];

/** Doubles the dot at the beginning of a line (RFC 5321, 4.5.2). */
const escapeDots = (mail: Buffer | string) =>
  Buffer.from(
    Buffer.from(mail)
      .toString('latin1')
      .replace(/(^|\r\n)\./g, '$1..'),
    'latin1',
  );

/** The request with which Amazon SNS brings an email. */
export const toSesBody = (to: string, mail: Buffer | string, from = 'owner@mail.example') =>
  JSON.stringify({
    Type: 'Notification',
    Message: JSON.stringify({
      notificationType: 'Received',
      mail: { source: from },
      receipt: { recipients: [to], action: { encoding: 'BASE64' } },
      content: Buffer.from(mail).toString('base64'),
    }),
  });

/** Makes an address that takes the answer of a business in a conversation. */
export async function makeReplyAddress(
  db: Kysely<DB>,
  { conversationId, accountId, domain }: { conversationId: number; accountId: number; domain: string },
): Promise<string> {
  const token = randomBytes(24).toString('hex');
  await db
    .insertInto('conversation_links')
    .values({
      ...{ token_hash: hashToken(token), conversation_id: conversationId, account_id: accountId },
      ...{ side: 'business', purpose: 'reply' },
    })
    .execute();
  return `reply+${token}@${domain}`;
}

const CHUNK_BYTES = 64 * 1024;

/** A body that arrives in pieces, as from a network. */
export function* toChunks(body: string | Buffer) {
  const bytes = Buffer.from(body);
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES);
}
