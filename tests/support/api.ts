import type { InjectOptions } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, vi } from 'vitest';
import { readReleaseTexts } from '#server/content/release-texts.ts';
import { queryClassified, toSurrogateKeys } from '#server/listings/write/write-and-invalidate.ts';
import { COUNTS_KEY } from '#server/places/places.ts';
import { ALL_KEYS } from '#server/platform/db/invalidate.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Email, Mailer } from '#server/platform/mail/mailer.ts';
import { createApp } from '#server/site/app.ts';
import { type ListingOverrides, makeListing, makeSession } from '#server/site/seed/factories.ts';
import { type TestAppOptions, toAppOptions } from './app-options.ts';
import { createTestDatabase } from './database.ts';
import { scaleTimeout } from './timeouts.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'HEAD' | 'OPTIONS';

/** A client that behaves as a browser on our pages: it stores cookies and sends `Sec-Fetch-Site: same-origin`. */
export type Visitor = ReturnType<Awaited<ReturnType<typeof createTestApi>>['visitor']>;

/** The password of accounts created by `makeAccount`. */
export const PASSWORD = 'correct horse battery';

let visitorCount = 0;

/** Reading them takes as long as the rest of the app, so the apps of a worker share them. */
let releaseTexts: ReturnType<typeof readReleaseTexts> | undefined;

/** The surrogate keys of responses that show or count a listing. */
export async function getListingKeys(db: Kysely<DB>, id: number): Promise<string[]> {
  const rows = await queryClassified(db, db.selectFrom('listings').selectAll().where('id', '=', id));
  return rows.flatMap(toSurrogateKeys);
}

/**
 * Creates the app of a test, without pages, on a new database with places and categories. Close it in `afterAll`.
 */
export async function createTestApi(options: TestAppOptions = {}) {
  const database = options.database ?? (await createTestDatabase());
  const emails: Email[] = [];
  const outbox: Mailer = { send: async (email) => void emails.push(email), close: async () => {} };
  releaseTexts ??= readReleaseTexts(() => true);
  const { http, dropCached, flush, invalidate, setInvalidationsArrive } = await createApp({
    ...toAppOptions(options, { db: database.db, outbox }),
    releaseTexts,
  });

  async function request(method: Method, url: string, options: InjectOptions = {}) {
    const { statusCode: status, headers, body, cookies } = await http.inject({ ...options, method, url });
    const isJson = String(headers['content-type']).startsWith('application/json');
    // biome-ignore lint/suspicious/noExplicitAny: tests compare bodies without processing them.
    return { status, headers, cookies, body: (isJson && body ? JSON.parse(body) : body) as any };
  }

  /**
   * @param address the IP address of the visitor; by default one whose network (/24) no other visitor has
   */
  function visitor(address = `100.${64 + ((visitorCount >> 8) & 63)}.${++visitorCount & 255}.1`) {
    const cookies = new Map<string, string>();
    async function send(method: Method, url: string, body?: unknown, headers: Record<string, string> = {}) {
      const response = await request(method, url, {
        remoteAddress: address,
        cookies: Object.fromEntries(cookies),
        headers: { 'sec-fetch-site': 'same-origin', ...headers },
        ...(body !== undefined && { payload: body as object }),
      });
      for (const { name, value, maxAge } of response.cookies) {
        if (maxAge === 0) cookies.delete(name);
        else cookies.set(name, value);
      }
      return response;
    }
    return {
      cookies,
      send,
      get: (url: string) => send('GET', url),
      post: (url: string, body?: unknown) => send('POST', url, body),
      signIn: (username: string, password = PASSWORD) => send('POST', '/api/login', { username, password }),
    };
  }

  return {
    db: database.db,
    database,
    http,
    /** The sent emails, newest last. */
    emails,
    /** Waits for an email to an address and returns the newest one: most emails are sent after the response. */
    async waitForEmail(to: string): Promise<Email> {
      return vi.waitFor(
        () => emails.findLast((sent) => sent.to === to) ?? Promise.reject(new Error(`No email was sent to ${to}`)),
        { timeout: scaleTimeout(5000), interval: 10 },
      );
    },
    /** Sends a request without adding headers or cookies. */
    request,
    /** Sends a GET request. Returns the status, the headers, and the body, parsed if it is JSON. */
    get: (url: string) => request('GET', url),
    visitor,
    /** A visitor with a session, created without the slow check of a password; it counts as verified by a second factor just now. */
    async signedInVisitor(accountId: number, address?: string, session: Parameters<typeof makeSession>[2] = {}) {
      const { token } = await makeSession(database.db, accountId, session);
      const signedIn = visitor(address);
      signedIn.cookies.set('session', token);
      return signedIn;
    },
    /** Creates a listing, invalidates the same surrogate keys as publishing it, and returns its id. */
    async createListing(overrides: ListingOverrides = {}) {
      const { id } = await makeListing(database.db, overrides);
      await invalidate(await getListingKeys(database.db, id));
      return id;
    },
    /** After each test, removes the listings that it created, so that the order of tests has no effect. Call it once in a file. */
    removeNewListingsAfterEach() {
      let newest = 0;
      beforeEach(async () => {
        const { rows } = await sql<{ newest: number }>`select coalesce(max(id), 0) as newest from listings`.execute(
          database.db,
        );
        newest = rows[0]?.newest ?? 0;
      });
      afterEach(async () => {
        await database.db.deleteFrom('listings').where('id', '>', newest).execute();
        await invalidate([COUNTS_KEY]);
        // A test may have moved a listing with SQL: what was cached with its former keys is removed too.
        dropCached([ALL_KEYS]);
      });
    },
    /** Writes the events and searches that are buffered. */
    flush,
    invalidate,
    setInvalidationsArrive,
    /** Invalidates every cached response, and reloads the gazetteer. */
    invalidateAll: () => invalidate([ALL_KEYS]),
    async close() {
      await http.close();
      if (!options.database) await database.drop();
    },
  };
}

/**
 * The body of a response.
 * @throws {Error} if the request was refused
 */
export async function requireSuccess(response: ReturnType<Visitor['send']>) {
  const { status, body } = await response;
  if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body;
}
