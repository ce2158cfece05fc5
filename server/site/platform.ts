import cluster from 'node:cluster';
import { watchClock } from '#server/platform/db/clock.ts';
import { createExamination } from '#server/platform/doctor/examination.ts';
import type { Env } from '#server/platform/env/env.ts';
import { getSettingsWarnings } from '#server/platform/env/unsafe-settings.ts';
import type { Api } from '#server/platform/http/api.ts';
import { createLoadLimit } from '#server/platform/http/load-limit.ts';
import { createRefusals } from '#server/platform/http/refusals.ts';
import { securityHeaders } from '#server/platform/http/security/security-headers.ts';
import { openJobs } from '#server/platform/jobs/jobs.ts';
import { addFooter } from '#server/platform/mail/footer.ts';
import { limitMailer } from '#server/platform/mail/limits.ts';
import { createMailer, HELD_MAILER } from '#server/platform/mail/open.ts';
import { createRequestMetrics } from '#server/platform/metrics/request-metrics.ts';
import { createBusyResponder } from '#server/platform/page-cache/busy-response.ts';
import { setClockLead } from '#server/platform/page-cache/cache-plugin.ts';
import { createProxyHeaders } from '#server/platform/page-cache/cdn/proxy-headers.ts';
import { createPurgeQueue } from '#server/platform/page-cache/cdn/purge-queue.ts';
import { createPurgeTargets } from '#server/platform/page-cache/cdn/purge-targets.ts';
import { type Caches, createResponseCache, invalidateCaches } from '#server/platform/page-cache/response-cache.ts';
import type { WebBuild } from '#server/platform/page-cache/web-build.ts';
import { openOperatorSettings, SETTINGS_KEY } from '#server/platform/settings/operator-settings.ts';
import { readRestored } from '#server/platform/settings/restored.ts';
import { toSite } from '#server/platform/settings/site.ts';
import { createScheduledBackup } from '#server/platform/storage/backup/scheduled-backup.ts';
import { openMapTiles } from '#server/platform/storage/map-tiles/map-tiles.ts';
import { openStorage } from '#server/platform/storage/open.ts';
import { closePayments, type DeliverEvent, openPaymentProvider } from '#server/platform/stripe/open.ts';
import { getConfigWarnings } from '#server/platform/stripe/stripe-config.ts';
import { createTokenCreators } from '#server/site/program/token-creators.ts';
import type { AppOptions } from './options.ts';

// Responses of the API are small and few kinds are requested again: enough for some thousand.
const API_CACHE_MB = 12;
// Searches are kept for half a minute: so much of what pages have is enough for some 200 different ones.
const SEARCH_SHARE = 0.6;
const MEGABYTE = 1024 * 1024;

/** What every noun can work with. */
export type Platform = Awaited<ReturnType<typeof openPlatform>>;

/**
 * Opens the database's readers, the settings, the caches, mail, jobs and the payment provider.
 * @param dropCounts called with the surrogate keys that the caches drop
 */
export async function openPlatform(http: Api, options: AppOptions, dropCounts: (keys: string[]) => void) {
  const { env, db, replica, web, getPoolUsage, storage = openStorage(env) } = options;
  const { log } = http;
  const mapTiles = await openMapTiles(env);
  const restored = await readRestored(db);
  const shutdown = new AbortController();
  const opened = openPaymentProvider(env, db, deliverTo(http), { shutdown: shutdown.signal });
  const { provider: cards, simulator } = restored ? closePayments(opened) : opened;
  const cache = openCaches(options, { log, dropCounts });
  const operatorSettings = await openOperatorSettings(db, env, {
    changed() {
      Object.assign(site, describeSite());
      cache.dropCached([SETTINGS_KEY]);
    },
    failed: (error) => log.error({ err: error }, 'settings were not read'),
  });
  const { values: settings, defaults: settingDefaults } = operatorSettings;
  const describeSite = () => toSite(env, settings, { cards, mapTiles, newListings: operatorSettings.newListings() });
  const site = describeSite();
  const mailer = addFooter(restored ? HELD_MAILER : (options.mailer ?? createMailer(env)), settings, env);
  const transport = limitMailer(mailer, { db, log, settings });
  const tokenCreators = createTokenCreators(db);
  const jobs = await openJobs({ db, mailer: transport, log, tokenCreators, isCopy: restored !== null });
  const headers = toHeaders(env, web);
  return {
    cards,
    clock: await watchClock(db, { log: isFirstProcess() ? log : { warn() {} }, onMeasured: setClockLead }),
    db,
    direct: options.direct ?? db,
    env,
    examination: options.examination ?? createExamination(env),
    getPoolUsage,
    jobs,
    mapTiles,
    operatorSettings,
    reads: replica?.db ?? db,
    replica,
    responses: {
      ...cache,
      headers,
      loadLimit: createLoadLimit({
        // Vite's modules are many small files.
        readsAtOnce: web?.development ? Number.POSITIVE_INFINITY : env.DATABASE_POOL,
        refuse: createBusyResponder({ caches: cache.caches, headers, log, site, web }),
      }),
      refusals: createRefusals(),
      requests: createRequestMetrics(),
    },
    restored,
    scheduledBackup: options.scheduledBackup ?? createScheduledBackup(env, { db, log }),
    settings,
    settingDefaults,
    shutdown,
    simulator,
    site,
    storage,
    transport,
    web,
  };
}

/** Logs what the operator should know at the start. */
export function announce({ env, restored, scheduledBackup }: Platform, log: Api['log']) {
  if (!isFirstProcess()) return;
  for (const warning of [...getSettingsWarnings(env), ...getConfigWarnings(env)]) log.warn(warning);
  if (restored)
    log.warn(
      `this is a copy, restored from the backup ${restored.backup}: it sends no emails and takes no payments until npm run restored:confirm`,
    );
  // Not awaited: the folder can be on a server that is away.
  else void scheduledBackup.announce();
}

/** Only one of the workers says what is the same for all. */
const isFirstProcess = () => (cluster.worker?.id ?? 1) === 1;

function openCaches(
  options: AppOptions,
  { log, dropCounts }: { log: Api['log']; dropCounts: (keys: string[]) => void },
) {
  const { env } = options;
  const caches: Caches = {
    pages: options.pageCache ?? createResponseCache(env.PAGE_CACHE_MB * MEGABYTE, { isForProxies: true }),
    api: options.apiCache ?? createResponseCache(API_CACHE_MB * MEGABYTE, { isForProxies: true }),
    searches: options.searchCache ?? createResponseCache(env.PAGE_CACHE_MB * SEARCH_SHARE * MEGABYTE),
  };
  const targets = env.CDN_PURGE ? createPurgeTargets(env.CDN_PURGE) : [];
  const purges = targets.map((target) => createPurgeQueue(target, log));
  return {
    caches,
    /** Drops responses by surrogate key from the caches, and purges them at the proxy. */
    dropCached(keys: string[]) {
      invalidateCaches(caches, keys);
      dropCounts(keys);
      for (const { add } of purges) add(keys);
    },
    proxyHeaders: env.CDN_PURGE ? createProxyHeaders(env.CDN_PURGE) : undefined,
    purges,
  };
}

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
