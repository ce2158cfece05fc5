import { Agent, request } from 'node:http';
import type { Kysely } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';
import { makeAccount, makeSession } from '#server/site/seed/factories.ts';

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** Someone with a session, or without one. */
export interface Visitor {
  accountId: number;
  send(url: string, method?: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
}

const agent = new Agent({ keepAlive: true, maxSockets: 200 });

/** Sends a request over a connection that is kept open, as browsers and proxies do. Never sends it again. */
export function send(
  url: string,
  method = 'GET',
  { body, headers = {} }: { body?: string | Buffer; headers?: Record<string, string> } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, agent, headers, timeout: 60_000 }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString('utf8'),
        }),
      );
    });
    sent.on('error', reject);
    sent.on('timeout', () => sent.destroy(new Error('no answer for a minute')));
    sent.end(body);
  });
}

/** A visitor with a session, which is made in the database. */
export async function signIn(db: Kysely<DB>, account?: number): Promise<Visitor> {
  const accountId = account ?? (await makeAccount(db)).id;
  const { token } = await makeSession(db, accountId);
  return createVisitor(accountId, token);
}

const createVisitor = (accountId: number, token: string): Visitor => ({
  accountId,
  send(url, method = 'GET', body = undefined, headers = {}) {
    const isForm = Buffer.isBuffer(body);
    return send(url, method, {
      body: body === undefined || isForm ? body : JSON.stringify(body),
      headers: {
        'sec-fetch-site': 'same-origin',
        cookie: `session=${token}`,
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
        ...headers,
      },
    });
  },
});

/** The body of an answer. @throws {Error} when the request was refused */
export async function requireSuccess(answering: Promise<Answer>): Promise<Answer> {
  const answer = await answering;
  if (answer.status >= 300) throw new Error(`${answer.status}: ${answer.body.slice(0, 300)}`);
  return answer;
}
