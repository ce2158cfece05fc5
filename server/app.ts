import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Site } from '#contract/site.ts';
import { createAccountMailer } from './accounts/account-mailer.ts';
import { createBreachCheck } from './accounts/passwords/breached-passwords.ts';
import { createPasswordPolicy } from './accounts/passwords/password-policy.ts';
import { createEventCollector } from './analytics/event-collector.ts';
import type { DB } from './db/schema.ts';
import type { Env } from './env.ts';
import { createCensusGeocoder } from './geocoding/census-geocoder.ts';
import type { Api } from './http/api.ts';
import { registerErrorHandler } from './http/error-handler.ts';
import { checkOrigin } from './http/origin-check.ts';
import { createRefusals } from './http/refusals.ts';
import { limitCost } from './http/request-cost.ts';
import { allowStripe, securityHeaders } from './http/security-headers.ts';
import { createServer } from './http/server.ts';
import { readSessions } from './http/sessions.ts';
import { openJobs } from './jobs/jobs.ts';
import { openImageCopies } from './listings/write/image-copies.ts';
import { limitMailer } from './mail/limits.ts';
import type { Mailer } from './mail/mailer.ts';
import { createMailer } from './mail/open.ts';
import { type Caches, createApiReader, registerApiCache, serveCached } from './page-cache/cache-plugin.ts';
import { ALL_KEYS } from './page-cache/invalidate.ts';
import { createPageRenderer, serveDevelopment } from './page-cache/pages.ts';
import { createResponseCache, type ResponseCache } from './page-cache/response-cache.ts';
import { loadStaticFiles } from './page-cache/static-files.ts';
import type { WebBuild } from './page-cache/web-build.ts';
import { createPaidPosting } from './payments/paid-posting.ts';
import { createPaymentDeps } from './payments/payment-queue.ts';
import { reconcilePending } from './payments/reconcile-pending.ts';
import { createPersonalData } from './personal-data.ts';
import { createPictureFetcher, type FetchPicture } from './photos/fetch-picture.ts';
import { COUNTS_KEY } from './places/counted-links.ts';
import { openCounts } from './places/counts.ts';
import { openGazetteer } from './places/gazetteer.ts';
import { registerRoutes } from './routes.ts';
import { createSchedule } from './schedule.ts';
import { openEmptySearches } from './search/empty-searches.ts';
import { openStorage } from './storage/open.ts';
import type { Storage } from './storage/storage.ts';
import { type DeliverEvent, openPaymentProvider } from './stripe/open.ts';
import type { PaymentProvider } from './stripe/payment-provider.ts';
import { getConfigWarnings } from './stripe/stripe-config.ts';
import { createTokenCreators } from './token-creators.ts';
import { getSettingsWarnings } from './unsafe-settings.ts';

// Responses of the API are small and few kinds are requested again: enough for all pages of the gazetteer.
const API_CACHE_MB = 64;
const MEGABYTE = 1024 * 1024;
const SHUTDOWN_TIMEOUT_MS = 3000;

/** The program, ready to listen or to be injected with requests. */
export interface App {
  http: Api;
  /**
   * Drops what this process caches under these surrogate keys; to be called with what any process invalidates. Resolves when
   * places and listings are counted anew too, where the keys ask for that.
   */
  invalidate(keys: string[]): Promise<void>;
}

/** What the program is built from. */
export interface AppOptions {
  env: Env;
  db: Kysely<DB>;
  /** The pages; without them only the API answers (API tests). */
  web?: WebBuild;
  /** Another mailer than the environment asks for (tests). */
  mailer?: Mailer;
  /** Another place for uploads than the environment asks for (tests). */
  storage?: Storage;
  /** Another way to the pictures of other sites than the internet (tests). */
  fetchPicture?: FetchPicture;
  /** Where the log is written instead of to standard output (tests). */
  log?: { write(line: string): void };
  /** Other caches than the environment asks for (bench). */
  pageCache?: ResponseCache;
  apiCache?: ResponseCache;
}

/** Builds the whole program from its parts. */
export async function createApp(options: AppOptions): Promise<App> {
  const http = createServer(options.env, options.log);
  const parts = await openParts(http, options);
  await addHooks(http, parts);
  await registerRoutes(http, { ...parts, pages: openPages(http, parts) });
  await parts.jobs.schedule(createSchedule(parts));
  closeWithServer(http, parts, reconcileAtStart(http, parts));
  return { http, invalidate: (keys) => invalidateParts(http, parts, keys) };
}

type Parts = Awaited<ReturnType<typeof openParts>>;

/** Opens what routes, hooks and jobs work with. */
async function openParts(http: Api, options: AppOptions) {
  const { env, db, web, storage = openStorage(env) } = options;
  const { log } = http;
  const transport = limitMailer(options.mailer ?? createMailer(env), { db, log });
  const caches: Caches = {
    pages: options.pageCache ?? createResponseCache(env.PAGE_CACHE_MB * MEGABYTE),
    api: options.apiCache ?? createResponseCache(API_CACHE_MB * MEGABYTE),
  };
  const gazetteer = await openGazetteer(db);
  const counts = await openCounts(db, gazetteer, {
    changed: (keys) => invalidateCaches(caches, keys),
    failed: (error) => log.error({ err: error }, 'listings were not counted'),
  });
  const jobs = await openJobs({ db, mailer: transport, log, tokenCreators: createTokenCreators(db) });
  const shutdown = new AbortController();
  const { provider: cards, simulator } = openPaymentProvider(env, db, deliverTo(http), { shutdown: shutdown.signal });
  const site = toSite(env, cards);
  for (const warning of [...getSettingsWarnings(env), ...getConfigWarnings(env)]) log.warn(warning);
  const { fetchPicture = createPictureFetcher() } = options;
  const imageCopies = await openImageCopies({ db, fetchPicture, jobs, log, storage });
  const payments = await createPaymentDeps({ db, gazetteer, cards, imageCopies, jobs, site, log });
  const headers = toHeaders(env, web);
  return {
    caches,
    counts,
    db,
    emptySearches: openEmptySearches({ db, log }),
    env,
    events: createEventCollector({ db, gazetteer, web, log }),
    gazetteer,
    geocoding: { db, gazetteer, geocode: openGeocoder(options), log },
    headers,
    imageCopies,
    jobs,
    mailer: createAccountMailer(transport, log),
    metricsToken: env.METRICS_TOKEN,
    paidPosting: createPaidPosting(payments),
    passwordPolicy: createPasswordPolicy(site.name, createBreachCheck(env.PASSWORD_RANGE_URL, log)),
    payments,
    personalData: createPersonalData(cards.mode),
    refusals: createRefusals(),
    shutdown,
    simulator,
    site,
    storage,
    transport,
    web,
    withheldEmails: transport.withheld,
  };
}

/** In development nothing is geocoded. */
const openGeocoder = ({ env, web }: AppOptions) =>
  env.GEOCODER_URL === null || web?.development ? null : createCensusGeocoder(env.GEOCODER_URL);

const toSite = (env: Env, { checkout, mode }: PaymentProvider): Site => ({
  name: env.SITE_NAME,
  origin: env.ORIGIN,
  operator: env.SITE_OPERATOR,
  postalAddress: env.POSTAL_ADDRESS,
  supportEmail: env.SUPPORT_EMAIL,
  profiles: {
    facebook: env.SOCIAL_FACEBOOK_URL,
    x: env.SOCIAL_X_URL,
    instagram: env.SOCIAL_INSTAGRAM_URL,
    linkedin: env.SOCIAL_LINKEDIN_URL,
  },
  measurementId: env.GA_MEASUREMENT_ID ?? null,
  adsClientId: env.ADS_CLIENT_ID ?? null,
  payments: checkout === 'closed' ? 'closed' : mode,
});

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

function openPages(http: Api, { caches, headers, payments, site, web }: Parts) {
  if (!web) return undefined;
  const readApiResponse = createApiReader(http, caches.api);
  const headersByPath: Record<string, typeof headers> =
    payments.cards.checkout === 'stripe' ? { '/checkout': allowStripe(headers) } : {};
  return createPageRenderer({ web, site, cache: caches.pages, readApiResponse, headers, headersByPath });
}

/** What every request passes, in this order. */
async function addHooks(http: Api, { caches, db, events, env, headers, refusals, web }: Parts) {
  const files = web?.publicFolder ? loadStaticFiles(web.publicFolder, headers) : new Map();
  serveCached(http, { caches, files, onPage: events.countPageRequest });
  if (web?.development) serveDevelopment(http, web.development);
  registerErrorHandler(http, refusals);
  limitCost(http);
  registerApiCache(http, { cache: caches.api, headers });
  // Each is put before the hooks that a route has, so the last runs first.
  await readSessions(http, { db, origin: env.ORIGIN });
  checkOrigin(http, { origin: env.ORIGIN });
}

/** Continues with the payments that were open when the program ended. */
function reconcileAtStart({ log }: Api, { payments, shutdown }: Parts): Promise<void> {
  return reconcilePending(payments, shutdown.signal).catch((error) =>
    log.error({ err: error }, 'payments were not reconciled'),
  );
}

/** Lets what was begun finish when the server closes, then closes the connections to other services. */
function closeWithServer(http: Api, parts: Parts, reconciled: Promise<void>) {
  const { counts, emptySearches, events, jobs, mailer, shutdown, storage, transport } = parts;
  // Requests that wait for Stripe longer than this are answered with a request to try again.
  http.addHook('preClose', async () => {
    setTimeout(() => shutdown.abort(), SHUTDOWN_TIMEOUT_MS).unref();
  });
  http.addHook('onClose', async () => {
    counts.close();
    shutdown.abort();
    await Promise.all([
      events.close(),
      emptySearches.close(),
      jobs.close(),
      mailer.drain(),
      Promise.race([reconciled, delay(SHUTDOWN_TIMEOUT_MS, undefined, { ref: false })]),
    ]);
    await transport.close();
    await storage.close();
  });
}

async function invalidateParts(http: Api, { caches, counts, gazetteer }: Parts, keys: string[]) {
  if (keys.includes(ALL_KEYS)) {
    await Promise.all([gazetteer.reload(), counts.recount()]).catch((error) =>
      http.log.error({ err: error }, 'places were not reloaded'),
    );
  }
  // Pages with counts are invalidated when the new counts are there.
  const recounted = keys.includes(COUNTS_KEY) ? counts.recount() : undefined;
  invalidateCaches(
    caches,
    keys.filter((key) => key !== COUNTS_KEY),
  );
  await recounted;
}

function invalidateCaches({ api, pages }: Caches, keys: string[]) {
  api.invalidate(keys);
  pages.invalidate(keys);
}
