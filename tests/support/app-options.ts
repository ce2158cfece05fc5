import type { Kysely } from 'kysely';
import { previewFile } from '#server/import/uploads/preview.ts';
import { runUpload } from '#server/import/uploads/run-upload.ts';
import type { UploadProcesses } from '#server/import/uploads/upload-process.ts';
import { FeedError } from '#server/listings/hours/feeds/feed-error.ts';
import { readBranches } from '#server/organizations/branch-files/read-branches.ts';
import { PictureRefused } from '#server/photos/fetch-picture.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Examination } from '#server/platform/doctor/examination.ts';
import { readEnv } from '#server/platform/env/env.ts';
import { NotFound } from '#server/platform/http/errors.ts';
import { getReadOptions, type ReadMail } from '#server/platform/mail/inbound/mail-process.ts';
import { openMail } from '#server/platform/mail/inbound/open-mail.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { createResponseCache } from '#server/platform/page-cache/response-cache.ts';
import type { ScheduledBackup } from '#server/platform/storage/backup/scheduled-backup.ts';
import type { AppOptions } from '#server/site/options.ts';
import type { TestDatabase } from './database.ts';

/** The options of the app of a test; all have defaults, which stay in this process. */
export interface TestAppOptions extends Omit<AppOptions, 'env' | 'db' | 'mailer' | 'releaseTexts' | 'searchCache'> {
  /** Environment variables other than the defaults. */
  env?: Record<string, string>;
  /** The database of another app, as a second process of the site would share it. */
  database?: TestDatabase;
  /** A mailer other than the one that collects emails in `emails`. */
  mail?: Mailer;
  /** Whether searches are cached; by default each finds what a test just added. */
  cacheSearches?: boolean;
}

/**
 * The options of the app, with the defaults of tests.
 * @param outbox the mailer by default
 */
export const toAppOptions = (
  { env = {}, database: _database, mail, cacheSearches = false, ...parts }: TestAppOptions,
  { db, outbox }: { db: Kysely<DB>; outbox: Mailer },
): AppOptions => ({
  env: readEnv({ LOG_LEVEL: parts.log ? 'trace' : 'silent', GEOCODER_URL: '', ...env }),
  db,
  mailer: mail ?? outbox,
  searchCache: cacheSearches ? undefined : createResponseCache(0),
  fetchPicture: () => Promise.reject(new PictureRefused('Tests have no internet')),
  readHoursFeed: () => Promise.reject(new FeedError({ code: 'unreachable' })),
  uploadProcesses: readUploadsInThisProcess(db),
  readBranchFile: (task) => readBranches(db, task),
  downloadProcesses: { run: async () => {}, close: async () => {} },
  readMail: readMailInThisProcess,
  examination: HEALTHY,
  scheduledBackup: NO_BACKUPS,
  postPush: () => Promise.reject(new Error('Tests have no internet')),
  postWebhook: () => Promise.reject(new Error('Tests have no internet')),
  ...parts,
});

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
