import { createHash, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { DB } from '#server/db/schema.ts';
import type { Api } from '#server/http/api.ts';

type Method = 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** What the API answered; the body is parsed if it is JSON. */
export interface Answered {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked at, not worked with.
  body: any;
}

/** Asks the API as one of our pages does. */
export type Ask = (method: Method, url: string, body?: object) => Promise<Answered>;

/**
 * Somebody at a browser: what they send comes from our pages, and cookies are kept from answer to answer.
 * @param cookies those that the browser has already
 */
export function createAsker(http: Api, cookies: Record<string, string> = {}, origin = 'http://localhost:3000'): Ask {
  const jar = new Map(Object.entries(cookies));
  return async (method, url, body) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const { statusCode, headers, ...answer } = await http.inject({
      method,
      url,
      headers: { origin, ...(cookie && { cookie }) },
      ...(body && { payload: body }),
    });
    for (const { name, value, maxAge } of answer.cookies) {
      if (maxAge === 0) jar.delete(name);
      else jar.set(name, value);
    }
    const isJson = answer.body !== '' && String(headers['content-type']).startsWith('application/json');
    return { status: statusCode, headers, body: isJson ? JSON.parse(answer.body) : answer.body };
  };
}

/** Signs an account in without its password; answers the cookie of the session and the session's id. */
export async function makeSession(db: Kysely<DB>, accountId: number) {
  const token = randomBytes(32).toString('base64url');
  const { id } = await db
    .insertInto('sessions')
    .values({ account_id: accountId, token_hash: createHash('sha256').update(token).digest() })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, cookies: { session: token, 'signed-in': '1' } };
}
