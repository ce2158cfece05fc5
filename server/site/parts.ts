import cluster from 'node:cluster';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { LANGUAGES } from '#contract/i18n/languages.ts';
import { createAccountMailer } from '#server/accounts/account-mailer.ts';
import { createBreachCheck } from '#server/accounts/passwords/breached-passwords.ts';
import { createPasswordPolicy } from '#server/accounts/passwords/password-policy.ts';
import { secondFactor } from '#server/accounts/second-factor/sign-in.ts';
import { createTotpSecrets } from '#server/accounts/second-factor/totp-secrets.ts';
import { openCategoryChanges } from '#server/admin/categories/changes.ts';
import { createScheduledExports } from '#server/admin/exports/scheduled/scheduled-exports.ts';
import { createEventCollector } from '#server/analytics/event-collector.ts';
import { openNotices } from '#server/content/notices/notices.ts';
import { toPostName } from '#server/content/text-keys.ts';
import { openTexts, type Texts } from '#server/content/texts.ts';
import { takeReply } from '#server/conversations/email-replies.ts';
import { hasReplyAddress } from '#server/conversations/links/tokens.ts';
import { openPush, type PostPush } from '#server/conversations/push/push.ts';
import { createCensusGeocoder } from '#server/geocoding/census-geocoder.ts';
import { createUploadProcesses, type UploadProcesses } from '#server/import/uploads/upload-process.ts';
import { createFeaturedCounts } from '#server/listings/read/scopes.ts';
import { openImageCopies } from '#server/listings/write/image-copies.ts';
import { createPaidPosting } from '#server/payments/paid-posting.ts';
import { createPaymentDeps } from '#server/payments/payment-queue.ts';
import { createPictureFetcher, type FetchPicture } from '#server/photos/fetch-picture.ts';
import { openCounts } from '#server/places/counts.ts';
import { openGazetteer } from '#server/places/gazetteer.ts';
import { watchClock } from '#server/platform/db/clock.ts';
import { NOTICES_KEY } from '#server/platform/db/invalidate.ts';
import type { PoolUsage } from '#server/platform/db/pool.ts';
import type { Replica } from '#server/platform/db/replica.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { createExamination, type Examination } from '#server/platform/doctor/examination.ts';
import type { Env } from '#server/platform/env/env.ts';
import { getSettingsWarnings } from '#server/platform/env/unsafe-settings.ts';
import type { Api } from '#server/platform/http/api.ts';
import { createLoadLimit } from '#server/platform/http/load-limit.ts';
import { createRefusals } from '#server/platform/http/refusals.ts';
import { securityHeaders } from '#server/platform/http/security/security-headers.ts';
import { openJobs } from '#server/platform/jobs/jobs.ts';
import { addFooter } from '#server/platform/mail/footer.ts';
import { createMailProcesses, type ReadMail } from '#server/platform/mail/inbound/mail-process.ts';
import { createMailReceiver } from '#server/platform/mail/inbound/receiver.ts';
import { limitMailer } from '#server/platform/mail/limits.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { createMailer, HELD_MAILER } from '#server/platform/mail/open.ts';
import { createRequestMetrics } from '#server/platform/metrics/request-metrics.ts';
import { createBusyResponder } from '#server/platform/page-cache/busy-response.ts';
import { getDatabaseTime, setClockLead } from '#server/platform/page-cache/cache-plugin.ts';
import { createProxyHeaders } from '#server/platform/page-cache/cdn/proxy-headers.ts';
import { createPurgeQueue } from '#server/platform/page-cache/cdn/purge-queue.ts';
import { createPurgeTargets } from '#server/platform/page-cache/cdn/purge-targets.ts';
import {
  type Caches,
  createResponseCache,
  invalidateCaches,
  type ResponseCache,
} from '#server/platform/page-cache/response-cache.ts';
import type { WebBuild } from '#server/platform/page-cache/web-build.ts';
import { openOperatorSettings, SETTINGS_KEY } from '#server/platform/settings/operator-settings.ts';
import { readRestored } from '#server/platform/settings/restored.ts';
import { toSite } from '#server/platform/settings/site.ts';
import { createScheduledBackup, type ScheduledBackup } from '#server/platform/storage/backup/scheduled-backup.ts';
import { openMapTiles } from '#server/platform/storage/map-tiles/map-tiles.ts';
import { openStorage } from '#server/platform/storage/open.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import { closePayments, type DeliverEvent, openPaymentProvider } from '#server/platform/stripe/open.ts';
import { getConfigWarnings } from '#server/platform/stripe/stripe-config.ts';
import { openEmptySearches } from '#server/search/empty-searches.ts';
import { createPersonalData } from '#server/site/program/personal-data.ts';
import { createTokenCreators } from '#server/site/program/token-creators.ts';
import { removeSamples } from '#server/site/seed/remove-samples.ts';
import { areSamplesLoaded } from '#server/site/seed/samples.ts';

// Responses of the API are small and few kinds are requested again: enough for some thousand.
const API_CACHE_MB = 12;
// Searches are kept for half a minute: so much of what pages have is enough for some 200 different ones.
const SEARCH_SHARE = 0.6;
const MEGABYTE = 1024 * 1024;

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
  /** Another way to read uploaded files to import than in processes of their own (tests). */
  uploadProcesses?: UploadProcesses;
  /** Another way to read emails that were sent to us than in processes of their own (tests). */
  readMail?: ReadMail;
  /** Another way to push services than the internet (tests). */
  postPush?: PostPush;
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

/** What routes, hooks and jobs work with. */
export type Parts = Awaited<ReturnType<typeof openParts>>;

/** Opens the parts. `http` logs, and receives the events of simulated payments; it has no routes yet. */
export async function openParts(http: Api, options: AppOptions) {
  const { env, db, web, storage = openStorage(env) } = options;
  const { log } = http;
  const mailDomain = env.MAIL_DOMAIN;
  const mapTiles = await openMapTiles(env);
  const restored = await readRestored(db);
  const caches: Caches = {
    pages: options.pageCache ?? createResponseCache(env.PAGE_CACHE_MB * MEGABYTE, { isForProxies: true }),
    api: options.apiCache ?? createResponseCache(API_CACHE_MB * MEGABYTE, { isForProxies: true }),
    searches: options.searchCache ?? createResponseCache(env.PAGE_CACHE_MB * SEARCH_SHARE * MEGABYTE),
  };
  const purges = (env.CDN_PURGE ? createPurgeTargets(env.CDN_PURGE) : []).map((target) =>
    createPurgeQueue(target, log),
  );
  const featuredCounts = createFeaturedCounts(options.replica?.db ?? db);
  const dropCached = (keys: string[]) => {
    invalidateCaches(caches, keys);
    featuredCounts.invalidate(keys);
    for (const { add } of purges) add(keys);
  };
  const settings = await openOperatorSettings(db, env, {
    changed() {
      Object.assign(site, toSite(env, settings.values, { cards, mapTiles }));
      dropCached([SETTINGS_KEY]);
    },
    failed: (error) => log.error({ err: error }, 'settings were not read'),
  });
  const mailer = addFooter(restored ? HELD_MAILER : (options.mailer ?? createMailer(env)), settings.values, env);
  const transport = limitMailer(mailer, { db, log, settings: settings.values });
  const clock = await watchClock(db, { log: isFirstProcess() ? log : { warn() {} }, onMeasured: setClockLead });
  const gazetteer = await openGazetteer(db);
  const notices = await openNotices(db, gazetteer, {
    changed: () => dropCached([NOTICES_KEY]),
    failed: (error) => log.error({ err: error }, 'notices were not read'),
  });
  const texts = await openTexts(db, gazetteer, {
    release: options.releaseTexts,
    changed: dropCached,
    failed: (error) => log.error({ err: error }, 'texts were not read'),
  });
  const counts = await openCounts(db, gazetteer, {
    changed: dropCached,
    failed: (error) => log.error({ err: error }, 'listings were not counted'),
  });
  const jobs = await openJobs({
    db,
    mailer: transport,
    log,
    tokenCreators: createTokenCreators(db),
    isCopy: restored !== null,
  });
  const shutdown = new AbortController();
  const opened = openPaymentProvider(env, db, deliverTo(http), { shutdown: shutdown.signal });
  const { provider: cards, simulator } = restored ? closePayments(opened) : opened;
  const site = toSite(env, settings.values, { cards, mapTiles });
  if (isFirstProcess())
    for (const warning of [...getSettingsWarnings(env), ...getConfigWarnings(env)]) log.warn(warning);
  if (restored && isFirstProcess())
    log.warn(
      `this is a copy, restored from the backup ${restored.backup}: it sends no emails and takes no payments until npm run restored:confirm`,
    );
  const scheduledBackup = options.scheduledBackup ?? createScheduledBackup(env, { db, log });
  // Not awaited: the folder can be on a server that is away.
  if (!restored && isFirstProcess()) void scheduledBackup.announce();
  const { fetchPicture = createPictureFetcher() } = options;
  const push = await openPush({ db, jobs, site, post: options.postPush });
  const categoryChanges = await openCategoryChanges({ db, jobs, shutdown });
  const imageCopies = await openImageCopies({ db, fetchPicture, jobs, log, storage });
  const payments = await createPaymentDeps({
    db,
    gazetteer,
    cards,
    imageCopies,
    jobs,
    site,
    log,
    settings: settings.values,
  });
  const headers = toHeaders(env, web);
  const hasPost = (slug: string) => texts.find('post', toPostName(slug), LANGUAGES, getDatabaseTime()) !== undefined;
  const events = createEventCollector({ db, gazetteer, hasPost, log });
  return {
    auditLogDays: env.AUDIT_LOG_DAYS,
    caches,
    categoryChanges,
    clock,
    counts,
    db,
    /** Drops responses by surrogate key from the caches, and purges them at the proxy. */
    dropCached,
    direct: options.direct ?? db,
    reads: options.replica?.db ?? db,
    replica: options.replica,
    emptySearches: openEmptySearches('listings', { db, log }),
    emptyHelpSearches: openEmptySearches('help', { db, log }),
    env,
    events,
    featuredCounts,
    examination: options.examination ?? createExamination(env),
    gazetteer,
    getPoolUsage: options.getPoolUsage,
    geocoding: { db, gazetteer, geocode: openGeocoder(options), log },
    headers,
    imageCopies,
    importUploads: {
      db,
      folder: join(env.DATA_DIR, 'imports'),
      processes: options.uploadProcesses ?? createUploadProcesses(env),
    },
    /** Null in a restored copy too, which takes no emails from the site that it was made of. */
    inboundSecret: restored ? null : (env.INBOUND_WEBHOOK_SECRET ?? null),
    jobs,
    loadLimit: createLoadLimit({
      // Vite's modules are many small files.
      readsAtOnce: web?.development ? Number.POSITIVE_INFINITY : env.DATABASE_POOL,
      refuse: createBusyResponder({ caches, headers, log, site, web }),
    }),
    mailer: createAccountMailer(transport, log),
    mailDomain,
    mailReceiver: createMailReceiver({
      db,
      log,
      read: options.readMail ?? createMailProcesses(),
      own: { address: env.MAIL_FROM.address, domain: mailDomain },
      hasRecipient: (address) => hasReplyAddress(db, address, mailDomain),
      take: (mail) => takeReply({ db, jobs, mailDomain, push, settings: settings.values, site, storage }, mail),
    }),
    mapTiles,
    lostEvents: events.lost,
    metricsToken: env.METRICS_TOKEN,
    paidPosting: createPaidPosting(payments),
    passwordPolicy: createPasswordPolicy(site, createBreachCheck(env.PASSWORD_RANGE_URL, log)),
    payments,
    personalData: createPersonalData(cards.mode),
    proxyHeaders: env.CDN_PURGE ? createProxyHeaders(env.CDN_PURGE) : undefined,
    purges,
    push,
    refusals: createRefusals(),
    requests: createRequestMetrics(),
    restored,
    shutdown,
    samples: { areLoaded: () => areSamplesLoaded(db), remove: () => removeSamples(options.direct ?? db) },
    scheduledBackup,
    scheduledExports: createScheduledExports(env, { db, log }),
    secondFactor,
    settings: settings.values,
    settingDefaults: settings.defaults,
    notices,
    operatorSettings: settings,
    simulator,
    site,
    storage,
    texts,
    totpSecrets: createTotpSecrets(db),
    transport,
    web,
    withheldEmails: transport.withheld,
  };
}

/** Only one of the workers says what is the same for all. */
const isFirstProcess = () => (cluster.worker?.id ?? 1) === 1;

/** In development nothing is geocoded. */
const openGeocoder = ({ env, web }: AppOptions) =>
  env.GEOCODER_URL === null || web?.development ? null : createCensusGeocoder(env.GEOCODER_URL);

function toHeaders(env: Env, web?: WebBuild) {
  const headers = securityHeaders(env);
  // Vite works with inline scripts, inline styles, a worker and a socket.
  if (web?.development) delete headers['content-security-policy'];
  return headers;
}

/** Takes the events of simulated payments to our own webhook. */
const deliverTo =
  (http: Api): DeliverEvent =>
  async (body, signature) => {
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    const { statusCode } = await http.inject({ method: 'POST', url: '/api/webhooks/stripe', body, headers });
    return statusCode;
  };
