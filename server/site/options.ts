import type { Kysely } from 'kysely';
import type { Texts } from '#server/content/texts.ts';
import type { PostPush } from '#server/conversations/push/push.ts';
import type { DownloadProcesses } from '#server/import/sources/download-process.ts';
import type { UploadProcesses } from '#server/import/uploads/upload-process.ts';
import type { ReadHoursFeed } from '#server/listings/hours/feeds/read-feed.ts';
import type { BranchReader } from '#server/organizations/branch-files/branch-reader.ts';
import type { FetchPicture } from '#server/photos/fetch-picture.ts';
import type { PoolUsage } from '#server/platform/db/pool.ts';
import type { Replica } from '#server/platform/db/replica.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Examination } from '#server/platform/doctor/examination.ts';
import type { Env } from '#server/platform/env/env.ts';
import type { ReadMail } from '#server/platform/mail/inbound/mail-process.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import type { Post } from '#server/platform/outbound/poster.ts';
import type { ResponseCache } from '#server/platform/page-cache/response-cache.ts';
import type { WebBuild } from '#server/platform/page-cache/web-build.ts';
import type { ScheduledBackup } from '#server/platform/storage/backup/scheduled-backup.ts';
import type { Storage } from '#server/platform/storage/storage.ts';

/** The options of the program. */
export interface AppOptions {
  env: Env;
  db: Kysely<DB>;
  /** For what needs a session, see `Database`; `db` by default. */
  direct?: Kysely<DB>;
  /** For what visitors read; without it that is `db`. */
  replica?: Replica;
  /** Counts the connections of the pool. */
  getPoolUsage?: () => PoolUsage;
  /** The pages; without them only the API answers (API tests). */
  web?: WebBuild;
  /** Another mailer than the environment asks for (tests). */
  mailer?: Mailer;
  /** Another place for uploads than the environment asks for (tests). */
  storage?: Storage;
  /** Another way to the pictures of other sites than the internet (tests). */
  fetchPicture?: FetchPicture;
  /** Another way to the hours at addresses of owners than the internet (tests). */
  readHoursFeed?: ReadHoursFeed;
  /** Another way to read uploaded files to import than in processes of their own (tests). */
  uploadProcesses?: UploadProcesses;
  /** Another way to read files of branches than in processes of their own (tests). */
  readBranchFile?: BranchReader;
  /** Another way to download open data than in processes of their own (tests). */
  downloadProcesses?: DownloadProcesses;
  /** Another list of open data than `data/sources.yaml` (tests). */
  sourceList?: string;
  /** Another way to read emails that were sent to us than in processes of their own (tests). */
  readMail?: ReadMail;
  /** Another way to push services than the internet (tests). */
  postPush?: PostPush;
  /** Another way to the receivers of webhooks than the internet (tests). */
  postWebhook?: Post;
  /** Another way to check the deployment than in a process of its own (tests). */
  examination?: Examination;
  /** Other backups than those of `BACKUP_TO` (tests). */
  scheduledBackup?: ScheduledBackup;
  /** The texts of the release, which are read anew by default (tests). */
  releaseTexts?: Texts['release'];
  /** Where the log is written instead of to standard output (tests). */
  log?: { write(line: string): void };
  /** Other caches than the environment asks for (tests, bench). */
  pageCache?: ResponseCache;
  apiCache?: ResponseCache;
  searchCache?: ResponseCache;
}
