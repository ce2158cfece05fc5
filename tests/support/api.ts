import type { InjectOptions } from 'fastify';
import { sql } from 'kysely';
import { afterEach, beforeEach, vi } from 'vitest';
import { createApp } from '#server/app.ts';
import { readEnv } from '#server/env.ts';
import { toSurrogateKeys } from '#server/listings/surrogate-keys.ts';
import { queryClassified } from '#server/listings/write/write-and-invalidate.ts';
import type { Email, Mailer } from '#server/mail/mailer.ts';
import { ALL_KEYS } from '#server/page-cache/invalidate.ts';
import type { WebBuild } from '#server/page-cache/web-build.ts';
import { type ListingOverrides, makeListing, makeSession } from '#server/seed/factories.ts';
import type { Storage } from '#server/storage/storage.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { scaleTimeout } from './timeouts.ts';

/** What a test's program is like, where it is not like any other. */
export interface TestAppOptions {
  /** More of the environment than its defaults. */
  env?: Record<string, string>;
  /** Another test's database, as a second process of the site would share it. */
  database?: TestDatabase;
  /** Another way out for mails than into `letters`. */
  mail?: Mailer;
  /** Another place for uploads than a folder. */
  storage?: Storage;
  /** Pages, or what stands for them. */
  web?: WebBuild;
  /** Hears the log, which is silent otherwise. */
  log?: { write(line: string): void };
}

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'HEAD' | 'OPTIONS';

/** A visitor with a browser: it keeps its cookies, and says that what it sends comes from our pages. */
export type Visitor = ReturnType<Awaited<ReturnType<typeof createTestApi>>['visitor']>;

/** What `makeAccount` gives accounts. */
export const PASSWORD = 'correct horse battery';

let visitorCount = 0;

/** The surrogate keys of what shows or counts a listing. */
async function getListingKeys(db: TestDatabase['db'], id: number): Promise<string[]> {
  const rows = await queryClassified(db, db.selectFrom('listings').selectAll().where('id', '=', id));
  return rows.flatMap(toSurrogateKeys);
}

/**
 * What a test asks the API with: the whole program without pages, on a database of its own with places and categories
 * loaded. Close it in `afterAll`.
 */
export async function createTestApi({ env = {}, database: shared, mail, storage, web, log }: TestAppOptions = {}) {
  const database = shared ?? (await createTestDatabase());
  const emails: Email[] = [];
  const outbox: Mailer = { send: async (letter) => void emails.push(letter), close: async () => {} };
  const settings = readEnv({ LOG_LEVEL: log ? 'trace' : 'silent', ...env });
  const { http, invalidate } = await createApp({
    env: settings,
    db: database.db,
    mailer: mail ?? outbox,
    storage,
    web,
    log,
  });

  async function request(method: Method, url: string, options: InjectOptions = {}) {
    const { statusCode: status, headers, body, cookies } = await http.inject({ ...options, method, url });
    const isJson = String(headers['content-type']).startsWith('application/json');
    // biome-ignore lint/suspicious/noExplicitAny: answers are looked at, not worked with.
    return { status, headers, cookies, body: (isJson && body ? JSON.parse(body) : body) as any };
  }

  /**
   * @param address where the visitor comes from; unless told, where nobody else comes from
   */
  function visitor(address = `198.18.${visitorCount >> 8}.${++visitorCount & 255}`) {
    const cookies = new Map<string, string>();
    async function send(method: Method, url: string, body?: unknown, headers: Record<string, string> = {}) {
      const answer = await request(method, url, {
        remoteAddress: address,
        cookies: Object.fromEntries(cookies),
        headers: { 'sec-fetch-site': 'same-origin', ...headers },
        ...(body !== undefined && { payload: body as object }),
      });
      for (const { name, value, maxAge } of answer.cookies) {
        if (maxAge === 0) cookies.delete(name);
        else cookies.set(name, value);
      }
      return answer;
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
    /** Mails that were sent, the newest last. */
    letters: emails,
    /** The newest mail to an address, once it is there: most are sent after the answer. */
    async waitForEmail(to: string): Promise<Email> {
      return vi.waitFor(
        () => emails.findLast((sent) => sent.to === to) ?? Promise.reject(new Error(`No mail came for ${to}`)),
        { timeout: scaleTimeout(5000), interval: 10 },
      );
    },
    /** Sends whatever it is told, and nothing else. */
    ask: request,
    /** GETs a path: status, headers, and the body parsed if it is JSON. */
    get: (url: string) => request('GET', url),
    visitor,
    /** A visitor who is signed in already, without the time that checking a password takes. */
    async signedInVisitor(accountId: number, address?: string) {
      const { token } = await makeSession(database.db, accountId);
      const signedIn = visitor(address);
      signedIn.cookies.set('session', token);
      return signedIn;
    },
    /** Makes a listing, invalidates the surrogate keys that publishing it invalidates, and returns its id. */
    async createListing(overrides: ListingOverrides = {}) {
      const { id } = await makeListing(database.db, overrides);
      await invalidate(await getListingKeys(database.db, id));
      return id;
    },
    /** Removes after each test the listings that it made, so that tests see the same in any order. Call it once in a file. */
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
        await invalidate([ALL_KEYS]);
      });
    },
    renew: invalidate,
    /** Makes it forget what it keeps, as after a change of everything. */
    invalidateAll: () => invalidate([ALL_KEYS]),
    async close() {
      await http.close();
      if (!shared) await database.drop();
    },
  };
}
