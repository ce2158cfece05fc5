import { findListOfPost } from '#server/content/shown-texts.ts';
import { isTextSurrogateKey } from '#server/content/surrogate-keys.ts';
import { reconcilePending } from '#server/payments/reconcile-pending.ts';
import { COUNTS_KEY } from '#server/places/places.ts';
import { AD_BOOKINGS_KEY, ALL_KEYS, GAZETTEER_KEY, NOTICES_KEY, WEBHOOKS_KEY } from '#server/platform/db/invalidate.ts';
import { requiresStaffSecurity } from '#server/platform/env/unsafe-settings.ts';
import type { Api } from '#server/platform/http/api.ts';
import { registerErrorHandler } from '#server/platform/http/error-handler.ts';
import { limitCost } from '#server/platform/http/request-cost.ts';
import { createRequestIds } from '#server/platform/http/request-id.ts';
import { readRequestLanguage } from '#server/platform/http/request-language.ts';
import { readApiKey } from '#server/platform/http/security/api-keys.ts';
import { checkOrigin } from '#server/platform/http/security/origin-check.ts';
import { allowFraming, allowStripe } from '#server/platform/http/security/security-headers.ts';
import { createServer } from '#server/platform/http/server.ts';
import { readSessions } from '#server/platform/http/sessions.ts';
import type { LmtpServer } from '#server/platform/mail/inbound/lmtp-server.ts';
import {
  createApiReader,
  getDatabaseTime,
  registerApiCache,
  serveCached,
} from '#server/platform/page-cache/cache-plugin.ts';
import { createPageRenderer, serveDevelopment } from '#server/platform/page-cache/pages.ts';
import { setCachesTrusted } from '#server/platform/page-cache/response-cache.ts';
import { loadStaticFiles } from '#server/platform/page-cache/static-files.ts';
import { SETTINGS_KEY } from '#server/platform/settings/operator-settings.ts';
import { closeWithServer, flushCounts } from '#server/site/program/shutdown.ts';
import { warmUp } from '#server/site/program/warm-up.ts';
import type { AppOptions } from './options.ts';
import { openParts, type Parts } from './parts.ts';
import { registerRoutes } from './routes.ts';
import { createSchedule, type ScheduleDeps, selectForCopies } from './schedule.ts';
import { findTypedAddress } from './typed-addresses.ts';

/** The program, ready to listen or to be injected with requests. */
export interface App {
  http: Api;
  /**
   * Drops what this process caches under these surrogate keys; to be called with what any process invalidates. Resolves when
   * places and listings are counted anew too, where the keys ask for that.
   */
  invalidate(keys: string[]): Promise<void>;
  /** Drops the responses that this process caches under these surrogate keys, and reads nothing anew. */
  dropCached(keys: string[]): void;
  /** Writes the events and searches that are buffered; else they are written within seconds, and when the program ends. */
  flush(): Promise<void>;
  /** Prepares for the first visitors; to be called before it listens. */
  warmUp(): Promise<void>;
  /** Tells whether `invalidate` is called for the changes of other processes; else pages are cached only for when the database is away. */
  setInvalidationsArrive(arrive: boolean): void;
}

/** Builds the whole program from its parts. */
export async function createApp(options: AppOptions): Promise<App> {
  const http = createServer(options.env, options.log);
  const parts = await openParts(http, options);
  const { jobs, replica, responses, restored } = parts.platform;
  await addHooks(http, parts);
  const pages = openPages(http, parts);
  // Without anybody who listens for invalidations (tests) nothing is missed.
  let arrive = true;
  await registerRoutes(http, { ...parts, pages, doInvalidationsArrive: () => arrive });
  const schedule = createSchedule(toScheduleDeps(parts));
  await jobs.schedule(restored ? selectForCopies(schedule) : schedule);
  receiveByLmtp(http, parts);
  closeWithServer(http, parts, restored ? Promise.resolve() : reconcileAtStart(http, parts));
  replica?.start(http.log);
  let haveArrived = false;
  return {
    http,
    invalidate(keys) {
      replica?.noteChange();
      return invalidateParts(http, parts, keys);
    },
    dropCached: responses.dropCached,
    flush: () => flushCounts(parts),
    warmUp: () => warmUp(http, { db: parts.platform.db, gazetteer: parts.places.gazetteer, pages }),
    setInvalidationsArrive(doArrive) {
      arrive = doArrive;
      setCachesTrusted(responses.caches, arrive);
      replica?.setNotified(arrive);
      if (haveArrived && !arrive) http.log.warn('invalidations do not arrive: each page is rendered anew');
      else if (arrive) http.log.info('invalidations arrive');
      haveArrived ||= arrive;
    },
  };
}

function toScheduleDeps({
  platform,
  places,
  listings,
  geocoding,
  importing,
  payments,
  admin,
  webhooks,
}: Parts): ScheduleDeps {
  const { db, env, jobs, scheduledBackup, settings, site, storage } = platform;
  return {
    auditLogDays: env.AUDIT_LOG_DAYS,
    db,
    gazetteer: places.gazetteer,
    geocoding,
    hoursFeeds: listings.hoursFeeds,
    importUploads: importing.uploads,
    jobs,
    openData: importing.openData,
    payments,
    scheduledBackup,
    announcementQueue: admin.announcementQueue,
    scheduledExports: admin.scheduledExports,
    archives: admin.archives,
    settings,
    site,
    storage,
    webhooks,
  };
}

/** Listens for answers by email, if a mail server is to pass them on to this process. */
function receiveByLmtp(http: Api, { platform: { env, restored }, conversations: { mailReceiver } }: Parts) {
  const { INBOUND_LMTP: address } = env;
  if (address === undefined || restored) return;
  let server: LmtpServer | undefined;
  http.addHook('onReady', async () => {
    const { startLmtpServer } = await import('#server/platform/mail/inbound/lmtp-server.ts');
    server = await startLmtpServer(address, { receiver: mailReceiver, log: http.log });
  });
  http.addHook('preClose', async () => server?.close());
}

/** What every request passes, in this order. */
async function addHooks(http: Api, { platform: { db, env, responses, web }, analytics: { events } }: Parts) {
  const { caches, headers, loadLimit, proxyHeaders, refusals, requests } = responses;
  const files = web?.publicFolder ? loadStaticFiles(web.publicFolder, headers) : new Map();
  const identify = createRequestIds(env.TRUSTED_PROXIES);
  serveCached(http, {
    caches,
    files,
    loadLimit,
    onPage: events.countPageRequest,
    proxyHeaders,
    onHit: requests.countHit,
    onMiss(request, response) {
      identify(request, response);
      requests.measure(request, response);
    },
  });
  if (web?.development) serveDevelopment(http, web.development);
  readRequestLanguage(http);
  registerErrorHandler(http, refusals);
  limitCost(http);
  registerApiCache(http, { caches, headers, proxyHeaders });
  // Each is put before the hooks that a route has, so the last runs first.
  await readSessions(http, { db, origin: env.ORIGIN, requiresStaffSecurity: requiresStaffSecurity(env), readApiKey });
  checkOrigin(http, { origin: env.ORIGIN });
}

function openPages(http: Api, { platform: { cards, responses, site, web }, content: { notices, texts } }: Parts) {
  if (!web) return undefined;
  const { caches, headers, loadLimit } = responses;
  const readApiResponse = createApiReader(http, caches);
  const checkoutHeaders = cards.checkout === 'stripe' ? allowStripe(headers) : headers;
  const embedHeaders = allowFraming(headers);
  return createPageRenderer({
    web,
    site,
    notices,
    getTime: getDatabaseTime,
    caches,
    readApiResponse,
    findReplacement: (path) => findTypedAddress(path) ?? findListOfPost(texts, path, getDatabaseTime()),
    headers,
    otherHeaders: [
      ['/checkout', checkoutHeaders],
      ['/embed/', embedHeaders],
    ],
    load: loadLimit.counts,
  });
}

/** Continues with the payments that were open when the program ended. */
function reconcileAtStart({ log }: Api, { payments, platform: { shutdown } }: Parts): Promise<void> {
  return reconcilePending(payments, shutdown.signal).catch((error) =>
    log.error({ err: error }, 'payments were not reconciled'),
  );
}

async function invalidateParts(
  http: Api,
  {
    platform: { operatorSettings, responses, restored },
    places: { counts, gazetteer },
    content: { bookings, notices, texts },
    webhooks,
  }: Parts,
  keys: string[],
) {
  if (keys.includes(ALL_KEYS) || keys.includes(SETTINGS_KEY)) await operatorSettings.reload();
  const isReloaded = keys.includes(ALL_KEYS) || keys.includes(GAZETTEER_KEY);
  if (isReloaded) {
    await gazetteer.reload().catch((error) => http.log.error({ err: error }, 'places were not reloaded'));
  }
  if (keys.includes(ALL_KEYS) || keys.some(isTextSurrogateKey)) await texts.reload();
  // Notices name places of the gazetteer.
  if (isReloaded || keys.includes(NOTICES_KEY)) await notices.reload();
  if (keys.includes(ALL_KEYS) || keys.includes(AD_BOOKINGS_KEY)) await bookings.reload();
  // Pages with counts are invalidated when the new counts are there, which a busy directory waits for.
  const recounted = keys.includes(ALL_KEYS) || keys.includes(COUNTS_KEY) ? counts.recount() : undefined;
  const dropped = keys.filter((key) => key !== COUNTS_KEY && key !== WEBHOOKS_KEY);
  if (dropped.length > 0) responses.dropCached(dropped);
  if (keys.includes(WEBHOOKS_KEY) && !restored)
    await webhooks.dispatch().catch((error) => http.log.error({ err: error }, 'webhooks were not queued'));
  await recounted;
}
