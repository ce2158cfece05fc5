import type { InjectOptions } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, vi } from 'vitest';
import { readReleaseTexts } from '#server/content/release-texts.ts';
import type { PostPush } from '#server/conversations/push/push.ts';
import type { DownloadProcesses } from '#server/import/sources/download-process.ts';
import { previewFile } from '#server/import/uploads/preview.ts';
import { runUpload } from '#server/import/uploads/run-upload.ts';
import type { UploadProcesses } from '#server/import/uploads/upload-process.ts';
import { FeedError } from '#server/listings/hours/feeds/feed-error.ts';
import type { ReadHoursFeed } from '#server/listings/hours/feeds/read-feed.ts';
import { queryClassified, toSurrogateKeys } from '#server/listings/write/write-and-invalidate.ts';
import type { BranchReader } from '#server/organizations/branch-files/branch-reader.ts';
import { readBranches } from '#server/organizations/branch-files/read-branches.ts';
import { type FetchPicture, PictureRefused } from '#server/photos/fetch-picture.ts';
import { COUNTS_KEY } from '#server/places/places.ts';
import { ALL_KEYS } from '#server/platform/db/invalidate.ts';
import type { PoolUsage } from '#server/platform/db/pool.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Examination } from '#server/platform/doctor/examination.ts';
import { readEnv } from '#server/platform/env/env.ts';
import { NotFound } from '#server/platform/http/errors.ts';
import { getReadOptions, type ReadMail } from '#server/platform/mail/inbound/mail-process.ts';
import { openMail } from '#server/platform/mail/inbound/open-mail.ts';
import type { Email, Mailer } from '#server/platform/mail/mailer.ts';
import type { Post } from '#server/platform/outbound/poster.ts';
import { createResponseCache } from '#server/platform/page-cache/response-cache.ts';
import type { WebBuild } from '#server/platform/page-cache/web-build.ts';
import type { ScheduledBackup } from '#server/platform/storage/backup/scheduled-backup.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import { createApp } from '#server/site/app.ts';
import { type ListingOverrides, makeListing, makeSession } from '#server/site/seed/factories.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { scaleTimeout } from './timeouts.ts';

/** The options of the app of a test; all have defaults. */
export interface TestAppOptions {
  /** Environment variables other than the defaults. */
  env?: Record<string, string>;
  /** The database of another app, as a second process of the site would share it. */
  database?: TestDatabase;
  /** A mailer other than the one that collects emails in `emails`. */
  mail?: Mailer;
  /** A storage other than the folder of uploads. */
  storage?: Storage;
  /** The pictures of other sites; by default there are none. */
  fetchPicture?: FetchPicture;
  /** The hours at addresses of owners; by default none can be reached. */
  readHoursFeed?: ReadHoursFeed;
  /** Another way to read uploaded files to import than in this process. */
  uploadProcesses?: UploadProcesses;
  /** Another way to read files of branches than in this process. */
  readBranchFile?: BranchReader;
  /** A way to download open data; by default nothing comes. */
  downloadProcesses?: DownloadProcesses;
  /** Another list of open data than that of `data/`. */
  sourceList?: string;
  /** Another way to read emails that were sent to us than in this process. */
  readMail?: ReadMail;
  /** Another examination of the deployment than one that finds nothing. */
  examination?: Examination;
  /** Other backups than those of `BACKUP_TO`. */
  scheduledBackup?: ScheduledBackup;
  /** The built pages, or a stub of them. */
  web?: WebBuild;
  /** The push services; by default they cannot be reached. */
  postPush?: PostPush;
  /** The receivers of webhooks; by default they cannot be reached. */
  postWebhook?: Post;
  /** Whether searches are cached; by default each finds what a test just added. */
  cacheSearches?: boolean;
  /** The connections of the pool, for the metrics. */
  getPoolUsage?: () => PoolUsage;
  /** The destination of the log; without it nothing is logged. */
  log?: { write(line: string): void };
}

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'HEAD' | 'OPTIONS';

/** A client that behaves as a browser on our pages: it stores cookies and sends `Sec-Fetch-Site: same-origin`. */
export type Visitor = ReturnType<Awaited<ReturnType<typeof createTestApi>>['visitor']>;

/** The password of accounts created by `makeAccount`. */
export const PASSWORD = 'correct horse battery';

let visitorCount = 0;

/** Reading them takes as long as the rest of the app, so the apps of a worker share them. */
let releaseTexts: ReturnType<typeof readReleaseTexts> | undefined;

const refusePictures: FetchPicture = () => Promise.reject(new PictureRefused('Tests have no internet'));

const readUploadsInThisProcess = (db: Kysely<DB>): UploadProcesses => ({
  preview: (task) => previewFile(db, task),
  run: (run, folder) => runUpload({ db, folder }, run),
  close: async () => {},
});

const readMailInThisProcess: ReadMail = async (source, admit) => {
  const opened = await openMail(source, getReadOptions());
  if (opened === null || 'confirmAt' in opened) return opened;
  return (await admit(opened.envelope)) ? opened.read() : null;
};

const HEALTHY: Examination = {
  examine: async () => ({ checkedAt: new Date().toISOString(), findings: [] }),
  close() {},
};

/** A real one is made by a process that outlasts its request and its test, and without `DATABASE_URL` starts PostgreSQL in the checkout. */
const NO_BACKUPS: ScheduledBackup = {
  announce: async () => {},
  startIfDue: async () => {},
  startNow: async () => {},
  download: async () => {
    throw new NotFound('None was completed.');
  },
  getState: async () => ({
    isAutomatic: false,
    isEncrypted: false,
    lastAt: null,
    downloadableAt: null,
    failure: null,
    isRunning: false,
  }),
  close() {},
};

/** The surrogate keys of responses that show or count a listing. */
export async function getListingKeys(db: Kysely<DB>, id: number): Promise<string[]> {
  const rows = await queryClassified(db, db.selectFrom('listings').selectAll().where('id', '=', id));
  return rows.flatMap(toSurrogateKeys);
}

/**
 * Creates the app of a test, without pages, on a new database with places and categories. Close it in `afterAll`.
 */
export async function createTestApi({
  env = {},
  database: shared,
  mail,
  storage,
  fetchPicture,
  readHoursFeed = () => Promise.reject(new FeedError({ code: 'unreachable' })),
  uploadProcesses,
  readBranchFile,
  downloadProcesses = { run: async () => {}, close: async () => {} },
  sourceList,
  readMail = readMailInThisProcess,
  examination = HEALTHY,
  scheduledBackup = NO_BACKUPS,
  postPush = () => Promise.reject(new Error('Tests have no internet')),
  postWebhook = () => Promise.reject(new Error('Tests have no internet')),
  web,
  cacheSearches = false,
  getPoolUsage,
  log,
}: TestAppOptions = {}) {
  const database = shared ?? (await createTestDatabase());
  const emails: Email[] = [];
  const outbox: Mailer = { send: async (email) => void emails.push(email), close: async () => {} };
  releaseTexts ??= readReleaseTexts(() => true);
  const settings = readEnv({ LOG_LEVEL: log ? 'trace' : 'silent', GEOCODER_URL: '', ...env });
  const { http, dropCached, flush, invalidate, setInvalidationsArrive } = await createApp({
    env: settings,
    db: database.db,
    getPoolUsage,
    mailer: mail ?? outbox,
    storage,
    fetchPicture: fetchPicture ?? refusePictures,
    readHoursFeed,
    uploadProcesses: uploadProcesses ?? readUploadsInThisProcess(database.db),
    readBranchFile: readBranchFile ?? ((task) => readBranches(database.db, task)),
    downloadProcesses,
    ...(sourceList !== undefined && { sourceList }),
    readMail,
    examination,
    scheduledBackup,
    postPush,
    postWebhook,
    web,
    releaseTexts,
    searchCache: cacheSearches ? undefined : createResponseCache(0),
    log,
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
      if (!shared) await database.drop();
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
