// The one place that knows every part, in the order in which they are joined: longer than other files because it is that list.
import { setTimeout as pause } from 'node:timers/promises';
import fastify, { LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Kysely } from 'kysely';
import type { Belongings } from './accounts/belongings.ts';
import { forgetExpired } from './accounts/expired.ts';
import { mailingRoutes } from './accounts/mailing-routes.ts';
import { ownMailings } from './accounts/mailings.ts';
import { openPost } from './accounts/post.ts';
import { accountRoutes } from './accounts/routes.ts';
import { securityRoutes } from './accounts/security-routes.ts';
import { listingModerationRoutes } from './admin/listing-routes.ts';
import { messageRoutes } from './admin/message-routes.ts';
import { paymentAdminRoutes } from './admin/payment-routes.ts';
import { moderationRoutes } from './admin/routes.ts';
import { openEvents } from './analytics/events.ts';
import { figureRoutes } from './analytics/figure-routes.ts';
import { analyticsRoutes } from './analytics/routes.ts';
import { mailSummaries } from './analytics/summary.ts';
import { addUpEvents, foldPages, forgetEvents } from './analytics/totals.ts';
import { forgetVisitors } from './analytics/visitor.ts';
import { categoryRoutes } from './categories/routes.ts';
import { ownClaims } from './claims/claims.ts';
import { claimRoutes } from './claims/routes.ts';
import { forgetSpam, ownMessages } from './contact/messages.ts';
import { contactRoutes } from './contact/routes.ts';
import type { DB } from './db/schema.ts';
import type { Env } from './env.ts';
import type { Api } from './http/api.ts';
import { apiDocs } from './http/api-docs.ts';
import { answerErrors } from './http/error-handler.ts';
import { operationRoutes } from './http/health.ts';
import { logging } from './http/logging.ts';
import { checkOrigin } from './http/origin-check.ts';
import { privacyRoutes } from './http/privacy.ts';
import { openToStripe, securityHeaders } from './http/security-headers.ts';
import { readSessions } from './http/sessions.ts';
import { openJobs } from './jobs/jobs.ts';
import { mailExpiries } from './listings/lifecycle/notices.ts';
import { ownedListings } from './listings/lifecycle/ownership.ts';
import { purge } from './listings/lifecycle/purge.ts';
import { ownRoutes } from './listings/own-routes.ts';
import { atTurn } from './listings/read/ring.ts';
import { listingRoutes } from './listings/routes.ts';
import { type Mail, openMail } from './mail/mail.ts';
import { apiAnswers, asAnswer } from './page-cache/cache-plugin.ts';
import { type Answer, send } from './page-cache/cached-response.ts';
import { ALL_KEYS } from './page-cache/invalidate.ts';
import { canonicalPath, createPages } from './page-cache/pages.ts';
import { type AnswerCache, createAnswerCache } from './page-cache/response-cache.ts';
import { buildFiles } from './page-cache/static-files.ts';
import type { WebBuild } from './page-cache/web-build.ts';
import { adRoute } from './payments/ad-route.ts';
import { openPaymentParts } from './payments/later.ts';
import { ownPayments } from './payments/payments.ts';
import { paymentRoutes } from './payments/routes.ts';
import { sweep } from './payments/sweep.ts';
import { webhookRoute } from './payments/webhook.ts';
import { sweepFiles } from './photos/orphaned-files.ts';
import { ownedPhotos } from './photos/photos.ts';
import { photoRoutes } from './photos/routes.ts';
import { COUNTS_KEY, openCounts } from './places/counts.ts';
import { openGazetteer } from './places/gazetteer.ts';
import { placeRoutes } from './places/routes.ts';
import { ownReports } from './reports/reports.ts';
import { mailSavedSearches } from './saved/alerts.ts';
import { savedListings } from './saved/listings.ts';
import { savedRoutes } from './saved/routes.ts';
import { savedSearches } from './saved/searches.ts';
import { forgetEmptySearches, openEmptySearches } from './search/empty-searches.ts';
import { searchRoutes } from './search/routes.ts';
import { followPaidTime, forgetWords } from './search/upkeep.ts';
import { feedRoutes } from './seo/feeds.ts';
import { shareImageRoutes } from './seo/share-images.ts';
import { sitemapRoutes } from './seo/sitemap.ts';
import { openStorage, type Storage } from './storage/storage.ts';
import { keyWarnings } from './stripe/access.ts';
import { openPayments } from './stripe/open.ts';
import { simulatorRoutes } from './stripe/simulator/routes.ts';

// What accounts have in other nouns: exported and deleted with them, in this order.
const BELONGINGS: Belongings[] = [
  ownPayments,
  ownedListings,
  ownClaims,
  ownedPhotos,
  ownMessages,
  ownReports,
  savedListings,
  savedSearches,
  ownMailings,
];

// Answers of the API are small and few kinds are asked for again: enough for all pages of the gazetteer.
const API_CACHE_MB = 64;
const MEGABYTE = 1024 * 1024;
const CLOSE_IDLE_MS = 50;
const PATIENCE_MS = 3000;
// A picture of 10 MB over a line of 700 kbit/s.
const MOST_REQUEST_MS = 120_000;

/** What the program is made of; `renew` is to be called with the keys that other processes (or this one) renewed. */
export interface App {
  http: Api;
  renew(keys: string[]): Promise<void>;
}

/** What the program is built from. */
export interface Parts {
  env: Env;
  db: Kysely<DB>;
  /** The pages; without them only the API answers (API tests). */
  web?: WebBuild;
  /** Another way out for mails than the environment asks for (tests). */
  mail?: Mail;
  /** Another place for uploads than the environment asks for (tests). */
  storage?: Storage;
  /** Where the log is written instead of to standard output (tests). */
  log?: { write(line: string): void };
  /** Other caches than the environment asks for (bench). */
  pageCache?: AnswerCache;
  apiCache?: AnswerCache;
}

/** Builds the whole program from its parts, ready to listen or to be injected with requests. */
export async function createApp({
  env,
  db,
  web,
  mail = openMail(env),
  storage = openStorage(env),
  log,
  pageCache = createAnswerCache(env.PAGE_CACHE_MB * MEGABYTE),
  apiCache = createAnswerCache(API_CACHE_MB * MEGABYTE),
}: Parts): Promise<App> {
  const { development } = web ?? {};
  const headers = securityHeaders(env);
  // Vite works with inline scripts, inline styles, a worker and a socket.
  if (development) delete headers['content-security-policy'];
  const http: Api = fastify({
    logger: logging(env, log),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: env.TRUSTED_PROXIES.length > 0 ? env.TRUSTED_PROXIES : false,
    bodyLimit: 100_000,
    requestTimeout: MOST_REQUEST_MS,
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
  const files = web?.publicFolder ? buildFiles(web.publicFolder, headers) : new Map<string, Answer>();
  const forget = (keys: string[]) => {
    apiCache.renew(keys);
    pageCache.renew(keys);
  };
  const gazetteer = await openGazetteer(db);
  const counts = await openCounts(db, gazetteer, {
    changed: forget,
    failed: (error) => http.log.error({ err: error }, 'listings were not counted'),
  });
  const post = openPost(mail, http.log);
  const jobs = await openJobs({ db, mail, log: http.log });
  const ending = new AbortController();
  const deliver = async (body: string, signature: string) => {
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    await http.inject({ method: 'POST', url: '/api/webhooks/stripe', body, headers });
  };
  const { payments: cards, simulator } = openPayments(env, db, deliver, ending.signal);
  for (const warning of keyWarnings(env)) http.log.warn(warning);
  const payments = await openPaymentParts({ db, gazetteer, cards, jobs, site, log: http.log });
  await jobs.every({
    'add-up-events': { everyMinutes: 1, work: () => addUpEvents(db) },
    'fold-pages': { everyMinutes: 60, work: () => foldPages(db) },
    'follow-paid-time': { everyMinutes: 60, work: () => followPaidTime(db) },
    'forget-empty-searches': { everyMinutes: 60, work: () => forgetEmptySearches(db) },
    'forget-events': { everyMinutes: 60, work: () => forgetEvents(db) },
    'forget-expired': { everyMinutes: 60, work: () => forgetExpired(db) },
    'forget-spam': { everyMinutes: 60, work: () => forgetSpam(db) },
    'forget-visitors': { everyMinutes: 60, work: () => forgetVisitors(db) },
    'forget-words': { everyMinutes: 1440, work: () => forgetWords(db) },
    'mail-expiries': { everyMinutes: 60, work: () => mailExpiries(db, { jobs, site }) },
    'mail-saved-searches': { everyMinutes: 60, work: () => mailSavedSearches(db, { jobs, site, gazetteer }) },
    'mail-summaries': { everyMinutes: 60, work: () => mailSummaries(db, { jobs, site }) },
    'purge-listings': { everyMinutes: 60, work: () => purge(db) },
    'sweep-files': { everyMinutes: 60, work: () => sweepFiles(db, storage) },
    'sweep-payments': { everyMinutes: 5, work: () => sweep(payments) },
  });
  const swept = sweep(payments, ending.signal).catch((error) =>
    http.log.error({ err: error }, 'payments were not swept'),
  );
  const events = openEvents({ db, gazetteer, web, log: http.log });
  const emptySearches = openEmptySearches({ db, log: http.log });
  http.addHook('onClose', async () => {
    counts.close();
    ending.abort();
    await Promise.all([
      events.close(),
      emptySearches.close(),
      jobs.close(),
      post.settled(),
      Promise.race([swept, pause(PATIENCE_MS, undefined, { ref: false })]),
    ]);
    await mail.close();
    await storage.close();
  });

  // A connection whose answer is under way when the server closes falls idle later, and would be waited for.
  http.addHook('preClose', async () => {
    // Who waits for Stripe then is told to come again.
    setTimeout(() => ending.abort(), PATIENCE_MS).unref();
    if (!http.server.listening) return;
    const closing = setInterval(() => http.server.closeIdleConnections(), CLOSE_IDLE_MS);
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
    if (kept && cache === pageCache) events.countPage(request.raw.headers['user-agent']);
    reply.hijack();
    send(request.raw, reply.raw, answer, () => cache.grown(url, answer));
  });
  if (development) {
    http.addHook('onRequest', (request, reply, done) => {
      if (request.url.startsWith('/api/')) return done();
      development.middleware(request.raw, reply.raw, done);
    });
    http.addHook('onClose', () => development.close());
  }
  answerErrors(http);
  apiAnswers(http, { cache: apiCache, headers });
  checkOrigin(http, { origin: env.ORIGIN });
  await readSessions(http, { db, origin: env.ORIGIN });

  await apiDocs(http, site);
  placeRoutes(http, { gazetteer, counts });
  categoryRoutes(http, { gazetteer, counts });
  accountRoutes(http, { db, post, site, belongings: BELONGINGS });
  securityRoutes(http, { db, post, site });
  await mailingRoutes(http, { db });
  listingRoutes(http, { db, gazetteer, counts });
  searchRoutes(http, { db, gazetteer, emptySearches });
  savedRoutes(http, { db, gazetteer });
  await photoRoutes(http, { db, storage });
  ownRoutes(http, { db, gazetteer, jobs, site });
  await adRoute(http, payments);
  paymentRoutes(http, payments);
  await webhookRoute(http, payments);
  if (simulator) simulatorRoutes(http, simulator);
  claimRoutes(http, { db, jobs, site });
  analyticsRoutes(http, { events });
  figureRoutes(http, { db });
  paymentAdminRoutes(http, payments);
  contactRoutes(http, { db, jobs, site });
  moderationRoutes(http, { db });
  listingModerationRoutes(http, { db, jobs, site });
  messageRoutes(http, { db, jobs, site });
  sitemapRoutes(http, { db, gazetteer, counts, web, origin: env.ORIGIN });
  feedRoutes(http, { db, gazetteer, site, web });
  if (web) shareImageRoutes(http, { db, gazetteer, web });
  privacyRoutes(http);
  operationRoutes(http, { db, caches: { pages: pageCache, api: apiCache }, token: env.METRICS_TOKEN });

  const readAnswer = (path: string, turn: number, address?: string) => {
    const url = atTurn(path, turn);
    return apiCache.through(url, async () => {
      const { statusCode, headers, rawPayload } = await http.inject({ url, remoteAddress: address });
      return asAnswer(statusCode, headers, rawPayload);
    });
  };
  const checkoutHeaders = cards.mode === 'stripe' ? openToStripe(headers) : headers;
  const headersOf = (path: string) => (path === '/checkout' ? checkoutHeaders : headers);
  const pages = web && createPages({ web, cache: pageCache, readAnswer, headersOf, site });

  http.setNotFoundHandler(async (request, reply) => {
    const { method, url = '' } = request.raw;
    if (!pages || (method !== 'GET' && method !== 'HEAD') || url.startsWith('/api/')) {
      return reply.code(404).send({ message: 'There is nothing at this address.' });
    }
    const [path = '', query] = url.split('?');
    const canonical = canonicalPath(path);
    if (/.\/$|\/\//.test(path)) return reply.redirect(query === undefined ? canonical : `${canonical}?${query}`, 308);
    const answer = await pages(url, request.ip);
    events.countPage(request.headers['user-agent']);
    reply.hijack();
    send(request.raw, reply.raw, answer, () => pageCache.grown(canonical, answer));
  });

  return {
    http,
    async renew(keys) {
      if (keys.includes(ALL_KEYS)) {
        const reloaded = gazetteer.reload();
        await Promise.all([reloaded, counts.recount()]).catch((error) =>
          http.log.error({ err: error }, 'places were not reloaded'),
        );
      }
      // Pages with numbers are forgotten when the numbers are there.
      if (keys.includes(COUNTS_KEY)) counts.recount();
      forget(keys.filter((key) => key !== COUNTS_KEY));
    },
  };
}
