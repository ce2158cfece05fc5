// The one place that knows every part, in the order in which they are joined: longer than other files because it is that list.
import { setTimeout as pause } from 'node:timers/promises';
import fastify, { LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Kysely } from 'kysely';
import { createAccountMailer } from './accounts/account-mailer.ts';
import { deleteExpired } from './accounts/delete-expired.ts';
import { mailingRoutes } from './accounts/mailing-routes.ts';
import { mailingsPersonalData } from './accounts/mailings.ts';
import type { PersonalData } from './accounts/personal-data.ts';
import { accountRoutes } from './accounts/routes.ts';
import { securityRoutes } from './accounts/security-routes.ts';
import { adminListingRoutes } from './admin/listing-routes.ts';
import { adminMessageRoutes } from './admin/message-routes.ts';
import { adminPaymentRoutes } from './admin/payment-routes.ts';
import { adminRoutes } from './admin/routes.ts';
import { aggregateEvents, compactPages, deleteOldEvents } from './analytics/aggregation.ts';
import { createEventCollector } from './analytics/event-collector.ts';
import { metricsRoutes } from './analytics/metrics-routes.ts';
import { analyticsRoutes } from './analytics/routes.ts';
import { deletePastVisitors } from './analytics/visitor.ts';
import { sendWeeklySummaries } from './analytics/weekly-summary.ts';
import { categoryRoutes } from './categories/routes.ts';
import { claimPersonalData } from './claims/claims.ts';
import { claimRoutes } from './claims/routes.ts';
import { deleteOldSpam, messagesPersonalData } from './contact/messages.ts';
import { contactRoutes } from './contact/routes.ts';
import type { DB } from './db/schema.ts';
import type { Env } from './env.ts';
import type { Api } from './http/api.ts';
import { apiDocs } from './http/api-docs.ts';
import { registerErrorHandler } from './http/error-handler.ts';
import { healthRoutes } from './http/health.ts';
import { loggerOptions } from './http/logging.ts';
import { checkOrigin } from './http/origin-check.ts';
import { privacyRoutes } from './http/privacy.ts';
import { allowStripe, securityHeaders } from './http/security-headers.ts';
import { readSessions } from './http/sessions.ts';
import { openJobs } from './jobs/jobs.ts';
import { sendExpiryEmails } from './listings/lifecycle/notices.ts';
import { listingPersonalData } from './listings/lifecycle/ownership.ts';
import { purge } from './listings/lifecycle/purge.ts';
import { ownerListingRoutes } from './listings/owner-routes.ts';
import { atTurn } from './listings/read/ring.ts';
import { listingRoutes } from './listings/routes.ts';
import { createMailer, type Mailer } from './mail/mailer.ts';
import { registerApiCache, toCachedResponse } from './page-cache/cache-plugin.ts';
import { type CachedResponse, sendCachedResponse } from './page-cache/cached-response.ts';
import { ALL_KEYS } from './page-cache/invalidate.ts';
import { canonicalPath, createPageRenderer } from './page-cache/pages.ts';
import { createResponseCache, type ResponseCache } from './page-cache/response-cache.ts';
import { loadStaticFiles } from './page-cache/static-files.ts';
import type { WebBuild } from './page-cache/web-build.ts';
import { createPaymentDeps } from './payments/payment-queue.ts';
import { paymentsPersonalData } from './payments/payments.ts';
import { postListingRoute } from './payments/post-listing-route.ts';
import { reconcilePending } from './payments/reconcile-pending.ts';
import { paymentRoutes } from './payments/routes.ts';
import { webhookRoute } from './payments/webhook.ts';
import { deleteOrphanedFiles } from './photos/orphaned-files.ts';
import { photoPersonalData } from './photos/photos.ts';
import { photoRoutes } from './photos/routes.ts';
import { COUNTS_KEY, openCounts } from './places/counts.ts';
import { openGazetteer } from './places/gazetteer.ts';
import { placeRoutes } from './places/routes.ts';
import { reportsPersonalData } from './reports/reports.ts';
import { sendSearchAlerts } from './saved/alerts.ts';
import { savedListingPersonalData } from './saved/listings.ts';
import { savedRoutes } from './saved/routes.ts';
import { savedSearchPersonalData } from './saved/searches.ts';
import { deleteOldEmptySearches, openEmptySearches } from './search/empty-searches.ts';
import { deleteUnusedWords, reindexExpiredPlans } from './search/index-maintenance.ts';
import { searchRoutes } from './search/routes.ts';
import { feedRoutes } from './seo/feeds.ts';
import { shareImageRoutes } from './seo/share-images.ts';
import { sitemapRoutes } from './seo/sitemap.ts';
import { openStorage, type Storage } from './storage/storage.ts';
import { openPaymentProvider } from './stripe/open.ts';
import { simulatorRoutes } from './stripe/simulator/routes.ts';
import { getConfigWarnings } from './stripe/stripe-config.ts';

// What accounts have in other nouns: exported and deleted with them, in this order.
const PERSONAL_DATA: PersonalData[] = [
  paymentsPersonalData,
  listingPersonalData,
  claimPersonalData,
  photoPersonalData,
  messagesPersonalData,
  reportsPersonalData,
  savedListingPersonalData,
  savedSearchPersonalData,
  mailingsPersonalData,
];

// Answers of the API are small and few kinds are asked for again: enough for all pages of the gazetteer.
const API_CACHE_MB = 64;
const MEGABYTE = 1024 * 1024;
const CLOSE_IDLE_INTERVAL_MS = 50;
const SHUTDOWN_TIMEOUT_MS = 3000;
// A picture of 10 MB over a line of 700 kbit/s.
const REQUEST_TIMEOUT_MS = 120_000;

/** What the program is made of; `renew` is to be called with the keys that other processes (or this one) renewed. */
export interface App {
  http: Api;
  invalidate(keys: string[]): Promise<void>;
}

/** What the program is built from. */
export interface AppOptions {
  env: Env;
  db: Kysely<DB>;
  /** The pages; without them only the API answers (API tests). */
  web?: WebBuild;
  /** Another way out for mails than the environment asks for (tests). */
  mailer?: Mailer;
  /** Another place for uploads than the environment asks for (tests). */
  storage?: Storage;
  /** Where the log is written instead of to standard output (tests). */
  log?: { write(line: string): void };
  /** Other caches than the environment asks for (bench). */
  pageCache?: ResponseCache;
  apiCache?: ResponseCache;
}

/** Builds the whole program from its parts, ready to listen or to be injected with requests. */
export async function createApp({
  env,
  db,
  web,
  mailer: mail = createMailer(env),
  storage = openStorage(env),
  log,
  pageCache = createResponseCache(env.PAGE_CACHE_MB * MEGABYTE),
  apiCache = createResponseCache(API_CACHE_MB * MEGABYTE),
}: AppOptions): Promise<App> {
  const { development } = web ?? {};
  const headers = securityHeaders(env);
  // Vite works with inline scripts, inline styles, a worker and a socket.
  if (development) delete headers['content-security-policy'];
  const http: Api = fastify({
    logger: loggerOptions(env, log),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: env.TRUSTED_PROXIES.length > 0 ? env.TRUSTED_PROXIES : false,
    bodyLimit: 100_000,
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 500 },
  });
  http.setValidatorCompiler(validatorCompiler);
  http.setSerializerCompiler(serializerCompiler);

  const site = {
    name: env.SITE_NAME,
    origin: env.ORIGIN,
    operator: env.SITE_OPERATOR,
    postalAddress: env.POSTAL_ADDRESS,
    supportEmail: env.SUPPORT_EMAIL,
    measurementId: env.GA_MEASUREMENT_ID ?? null,
    adsClientId: env.ADS_CLIENT_ID ?? null,
  };
  const files = web?.publicFolder ? loadStaticFiles(web.publicFolder, headers) : new Map<string, CachedResponse>();
  const invalidateCaches = (keys: string[]) => {
    apiCache.invalidate(keys);
    pageCache.invalidate(keys);
  };
  const gazetteer = await openGazetteer(db);
  const counts = await openCounts(db, gazetteer, {
    changed: invalidateCaches,
    failed: (error) => http.log.error({ err: error }, 'listings were not counted'),
  });
  const accountMailer = createAccountMailer(mail, http.log);
  const jobs = await openJobs({ db, mailer: mail, log: http.log });
  const shutdown = new AbortController();
  const deliverEvent = async (body: string, signature: string) => {
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    await http.inject({ method: 'POST', url: '/api/webhooks/stripe', body, headers });
  };
  const { provider: cards, simulator } = openPaymentProvider(env, db, deliverEvent, shutdown.signal);
  for (const warning of getConfigWarnings(env)) http.log.warn(warning);
  const payments = await createPaymentDeps({ db, gazetteer, cards, jobs, site, log: http.log });
  await jobs.schedule({
    'add-up-events': { everyMinutes: 1, work: () => aggregateEvents(db) },
    'fold-pages': { everyMinutes: 60, work: () => compactPages(db) },
    'follow-paid-time': { everyMinutes: 60, work: () => reindexExpiredPlans(db) },
    'forget-empty-searches': { everyMinutes: 60, work: () => deleteOldEmptySearches(db) },
    'forget-events': { everyMinutes: 60, work: () => deleteOldEvents(db) },
    'forget-expired': { everyMinutes: 60, work: () => deleteExpired(db) },
    'forget-spam': { everyMinutes: 60, work: () => deleteOldSpam(db) },
    'forget-visitors': { everyMinutes: 60, work: () => deletePastVisitors(db) },
    'forget-words': { everyMinutes: 1440, work: () => deleteUnusedWords(db) },
    'mail-expiries': { everyMinutes: 60, work: () => sendExpiryEmails(db, { jobs, site }) },
    'mail-saved-searches': { everyMinutes: 60, work: () => sendSearchAlerts(db, { jobs, site, gazetteer }) },
    'mail-summaries': { everyMinutes: 60, work: () => sendWeeklySummaries(db, { jobs, site }) },
    'purge-listings': { everyMinutes: 60, work: () => purge(db) },
    'sweep-files': { everyMinutes: 60, work: () => deleteOrphanedFiles(db, storage) },
    'sweep-payments': { everyMinutes: 5, work: () => reconcilePending(payments) },
  });
  const reconciled = reconcilePending(payments, shutdown.signal).catch((error) =>
    http.log.error({ err: error }, 'payments were not swept'),
  );
  const events = createEventCollector({ db, gazetteer, web, log: http.log });
  const emptySearches = openEmptySearches({ db, log: http.log });
  http.addHook('onClose', async () => {
    counts.close();
    shutdown.abort();
    await Promise.all([
      events.close(),
      emptySearches.close(),
      jobs.close(),
      accountMailer.drain(),
      Promise.race([reconciled, pause(SHUTDOWN_TIMEOUT_MS, undefined, { ref: false })]),
    ]);
    await mail.close();
    await storage.close();
  });

  // A connection whose answer is under way when the server closes falls idle later, and would be waited for.
  http.addHook('preClose', async () => {
    // Who waits for Stripe then is told to come again.
    setTimeout(() => shutdown.abort(), SHUTDOWN_TIMEOUT_MS).unref();
    if (!http.server.listening) return;
    const closing = setInterval(() => http.server.closeIdleConnections(), CLOSE_IDLE_INTERVAL_MS);
    http.server.once('close', () => clearInterval(closing));
  });

  // First of all: what is in memory is sent at once. Only anonymous answers ever get there.
  http.addHook('onRequest', (request, reply, done) => {
    const { method, url = '' } = request.raw;
    if (method !== 'GET' && method !== 'HEAD') return done();
    // Feeds are kept like answers of the API.
    const cache = url.startsWith('/api/') || url.endsWith('.xml') ? apiCache : pageCache;
    const kept = cache.get(url);
    const answer = kept ?? files.get(url);
    if (!answer) return done();
    if (kept && cache === pageCache) events.countPageRequest(request.raw.headers['user-agent']);
    reply.hijack();
    sendCachedResponse(request.raw, reply.raw, answer, () => cache.resize(url, answer));
  });
  if (development) {
    http.addHook('onRequest', (request, reply, done) => {
      if (request.url.startsWith('/api/')) return done();
      development.middleware(request.raw, reply.raw, done);
    });
    http.addHook('onClose', () => development.close());
  }
  registerErrorHandler(http);
  registerApiCache(http, { cache: apiCache, headers });
  checkOrigin(http, { origin: env.ORIGIN });
  await readSessions(http, { db, origin: env.ORIGIN });

  await apiDocs(http, site);
  placeRoutes(http, { gazetteer, counts });
  categoryRoutes(http, { gazetteer, counts });
  accountRoutes(http, { db, mailer: accountMailer, site, personalData: PERSONAL_DATA });
  securityRoutes(http, { db, mailer: accountMailer, site });
  await mailingRoutes(http, { db });
  listingRoutes(http, { db, gazetteer, counts });
  searchRoutes(http, { db, gazetteer, emptySearches });
  savedRoutes(http, { db, gazetteer });
  await photoRoutes(http, { db, storage });
  ownerListingRoutes(http, { db, gazetteer, jobs, site });
  await postListingRoute(http, payments);
  paymentRoutes(http, payments);
  await webhookRoute(http, payments);
  if (simulator) simulatorRoutes(http, simulator);
  claimRoutes(http, { db, jobs, site });
  analyticsRoutes(http, { events });
  metricsRoutes(http, { db });
  adminPaymentRoutes(http, payments);
  contactRoutes(http, { db, jobs, site });
  adminRoutes(http, { db });
  adminListingRoutes(http, { db, jobs, site });
  adminMessageRoutes(http, { db, jobs, site });
  sitemapRoutes(http, { db, gazetteer, counts, web, origin: env.ORIGIN });
  feedRoutes(http, { db, gazetteer, site, web });
  if (web) shareImageRoutes(http, { db, gazetteer, web });
  privacyRoutes(http);
  healthRoutes(http, { db, caches: { pages: pageCache, api: apiCache }, token: env.METRICS_TOKEN });

  const readAnswer = (path: string, turn: number, address?: string) => {
    const url = atTurn(path, turn);
    return apiCache.getOrCreate(url, async () => {
      const { statusCode, headers, rawPayload } = await http.inject({ url, remoteAddress: address });
      return toCachedResponse(statusCode, headers, rawPayload);
    });
  };
  const checkoutHeaders = cards.mode === 'stripe' ? allowStripe(headers) : headers;
  const getHeaders = (path: string) => (path === '/checkout' ? checkoutHeaders : headers);
  const pages = web && createPageRenderer({ web, cache: pageCache, readAnswer, headersOf: getHeaders, site });

  http.setNotFoundHandler(async (request, reply) => {
    const { method, url = '' } = request.raw;
    if (!pages || (method !== 'GET' && method !== 'HEAD') || url.startsWith('/api/')) {
      return reply.code(404).send({ message: 'There is nothing at this address.' });
    }
    const [path = '', query] = url.split('?');
    const canonical = canonicalPath(path);
    if (/.\/$|\/\//.test(path)) return reply.redirect(query === undefined ? canonical : `${canonical}?${query}`, 308);
    const answer = await pages(url, request.ip);
    events.countPageRequest(request.headers['user-agent']);
    reply.hijack();
    sendCachedResponse(request.raw, reply.raw, answer, () => pageCache.resize(canonical, answer));
  });

  return {
    http,
    async invalidate(keys) {
      if (keys.includes(ALL_KEYS)) {
        const reloaded = gazetteer.reload();
        await Promise.all([reloaded, counts.recount()]).catch((error) =>
          http.log.error({ err: error }, 'places were not reloaded'),
        );
      }
      // Pages with numbers are forgotten when the numbers are there.
      if (keys.includes(COUNTS_KEY)) counts.recount();
      invalidateCaches(keys.filter((key) => key !== COUNTS_KEY));
    },
  };
}
