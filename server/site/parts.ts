import { join } from 'node:path';
import { LANGUAGES } from '#contract/i18n/languages.ts';
import { createAccountMailer } from '#server/accounts/account-mailer.ts';
import { createBreachCheck } from '#server/accounts/passwords/breached-passwords.ts';
import { createPasswordPolicy } from '#server/accounts/passwords/password-policy.ts';
import { secondFactor } from '#server/accounts/second-factor/sign-in.ts';
import { createTotpSecrets } from '#server/accounts/second-factor/totp-secrets.ts';
import { openBookings } from '#server/ad-bookings/running-ads.ts';
import { hasBounceAddress, recordBounces } from '#server/admin/announcements/bounces.ts';
import { openAnnouncementQueue } from '#server/admin/announcements/job.ts';
import { openCategoryChanges } from '#server/admin/categories/changes.ts';
import { publishEmailTexts, readEmailTexts } from '#server/admin/emails/email-texts.ts';
import { createArchives } from '#server/admin/exports/archives/archives.ts';
import { createScheduledExports } from '#server/admin/exports/scheduled/scheduled-exports.ts';
import { openBulkQueue } from '#server/admin/listings/bulk/job.ts';
import { createEventCollector } from '#server/analytics/event-collector.ts';
import { openFoundSearches } from '#server/analytics/found-searches.ts';
import { openNotices } from '#server/content/notices/notices.ts';
import { readReleaseTexts } from '#server/content/release-texts.ts';
import { toPostName } from '#server/content/text-keys.ts';
import { openTexts, type Texts } from '#server/content/texts.ts';
import { takeReply } from '#server/conversations/email-replies.ts';
import { hasReplyAddress } from '#server/conversations/links/tokens.ts';
import type { Push } from '#server/conversations/push/push.ts';
import { openPush } from '#server/conversations/push/push.ts';
import { createCensusGeocoder } from '#server/geocoding/census-geocoder.ts';
import { createDownloadProcesses } from '#server/import/sources/download-process.ts';
import { createUploadProcesses } from '#server/import/uploads/upload-process.ts';
import type { HoursFeedDeps } from '#server/listings/hours/feeds/hours-feeds.ts';
import { createFeedReader } from '#server/listings/hours/feeds/read-feed.ts';
import { createFeaturedCounts } from '#server/listings/read/featured-rotation.ts';
import type { DuplicationDeps } from '#server/listings/write/duplication.ts';
import { openImageCopies } from '#server/listings/write/image-copies.ts';
import { createBranchReader } from '#server/organizations/branch-files/branch-reader.ts';
import { createPaidPosting } from '#server/payments/credits/paid-posting.ts';
import { createPaymentDeps } from '#server/payments/payment-queue.ts';
import { createPictureFetcher } from '#server/photos/fetch-picture.ts';
import { openCounts } from '#server/places/counts.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import { openGazetteer } from '#server/places/open-gazetteer.ts';
import { AD_BOOKINGS_KEY, NOTICES_KEY } from '#server/platform/db/invalidate.ts';
import type { Api } from '#server/platform/http/api.ts';
import { createMailProcesses, type ReadMail } from '#server/platform/mail/inbound/mail-process.ts';
import { createMailReceiver } from '#server/platform/mail/inbound/receiver.ts';
import { createPoster } from '#server/platform/outbound/poster.ts';
import { getDatabaseTime } from '#server/platform/page-cache/cache-plugin.ts';
import type { PageRenderer } from '#server/platform/page-cache/pages.ts';
import { openEmptySearches } from '#server/search/empty-searches.ts';
import { createPersonalData } from '#server/site/program/personal-data.ts';
import { removeSamples } from '#server/site/seed/remove-samples.ts';
import { areSamplesLoaded } from '#server/site/seed/samples.ts';
import { openWebhooks } from '#server/webhooks/dispatch.ts';
import type { AppOptions } from './options.ts';
import { announce, openPlatform, type Platform } from './platform.ts';

/** What routes, hooks and jobs work with: the platform, and of each noun what only it has. */
export type Parts = Awaited<ReturnType<typeof openParts>>;

/** The dependencies of routes. */
export interface RouteParts extends Parts {
  /** Undefined where only the API answers (API tests). */
  pages: PageRenderer | undefined;
  doInvalidationsArrive: () => boolean;
}

/** Opens the parts. `http` logs, and receives the events of simulated payments; it has no routes yet. */
export async function openParts(http: Api, options: AppOptions) {
  const { log } = http;
  const featuredCounts = createFeaturedCounts(options.replica?.db ?? options.db);
  const platform = await openPlatform(http, options, featuredCounts.invalidate);
  announce(platform, log);
  const { cards, db, direct, env, jobs, settings, shutdown, site, storage } = platform;
  const { gazetteer, counts } = await openPlaces(platform, log);
  const content = await openContent(platform, { gazetteer, log, release: options.releaseTexts });
  const announcementQueue = await openAnnouncementQueue({
    ...{ db, jobs, settings, shutdown, site },
    mailDomain: env.MAIL_DOMAIN,
    mailer: platform.transport,
  });
  const bulkQueue = await openBulkQueue({ db, gazetteer, jobs, shutdown, site });
  const push = await openPush({ db, jobs, site, post: options.postPush });
  const categoryChanges = await openCategoryChanges({ db, jobs, shutdown });
  const { fetchPicture = createPictureFetcher() } = options;
  const imageCopies = await openImageCopies({ db, fetchPicture, jobs, log, storage });
  const posting: DuplicationDeps = { db, gazetteer, imageCopies, jobs, settings, site, storage };
  const hoursFeeds: HoursFeedDeps = { ...posting, readHoursFeed: options.readHoursFeed ?? createFeedReader() };
  const payments = await createPaymentDeps({ db, gazetteer, cards, imageCopies, jobs, site, log, settings });
  const { postWebhook: post = createPoster() } = options;
  return {
    platform,
    places: { gazetteer, counts },
    accounts: openAccounts(platform, log),
    listings: { featuredCounts, hoursFeeds, imageCopies, posting, paidPosting: createPaidPosting(payments) },
    geocoding: { db, gazetteer, geocode: openGeocoder(options), log },
    search: {
      emptySearches: openEmptySearches('listings', { db, log }),
      foundSearches: openFoundSearches({ db, log }),
      emptyHelpSearches: openEmptySearches('help', { db, log }),
    },
    importing: {
      samples: { areLoaded: () => areSamplesLoaded(db), remove: () => removeSamples(direct) },
      uploads: {
        db,
        folder: join(env.DATA_DIR, 'imports'),
        processes: options.uploadProcesses ?? createUploadProcesses(env),
      },
      openData: {
        db,
        folder: join(env.DATA_DIR, 'imports'),
        processes: options.downloadProcesses ?? createDownloadProcesses(env),
        list: options.sourceList,
        log,
      },
    },
    organizations: { readFile: options.readBranchFile ?? createBranchReader(env) },
    payments,
    analytics: { events: createEventCollector({ db, gazetteer, hasPost: content.hasPost, log }) },
    conversations: {
      deps: { jobs, mailDomain: env.MAIL_DOMAIN, push, settings, site },
      mailReceiver: openMailReceiver(platform, { log, push, read: options.readMail }),
      push,
    },
    webhooks: await openWebhooks({ db, cards, gazetteer, jobs, post, site }),
    content,
    admin: {
      announcementQueue,
      bulkQueue,
      categoryChanges,
      scheduledExports: createScheduledExports(env, { db, log }),
      archives: createArchives(env, { db, log, site }),
    },
  };
}

async function openPlaces({ db, responses: { dropCached } }: Platform, log: Api['log']) {
  const gazetteer = await openGazetteer(db);
  const counts = await openCounts(db, gazetteer, {
    changed: dropCached,
    failed: (error) => log.error({ err: error }, 'listings were not counted'),
  });
  return { gazetteer, counts };
}

async function openContent(
  { db, responses: { dropCached } }: Platform,
  { gazetteer, log, release }: { gazetteer: Gazetteer; log: Api['log']; release?: Texts['release'] },
) {
  const notices = await openNotices(db, gazetteer, {
    changed: () => dropCached([NOTICES_KEY]),
    failed: (error) => log.error({ err: error }, 'notices were not read'),
  });
  const bookings = await openBookings(db, {
    changed: () => dropCached([AD_BOOKINGS_KEY]),
    failed: (error) => log.error({ err: error }, 'booked ads were not read'),
  });
  const texts = await openTexts(db, gazetteer, {
    release: new Map([
      ...(release ?? readReleaseTexts((slug) => gazetteer.counties.bySlug.has(slug))),
      ...readEmailTexts(),
    ]),
    changed: dropCached,
    failed: (error) => log.error({ err: error }, 'texts were not read'),
  });
  publishEmailTexts(texts);
  return {
    bookings,
    notices,
    texts,
    hasPost: (slug: string) => texts.find('post', toPostName(slug), LANGUAGES, getDatabaseTime()) !== undefined,
  };
}

const openAccounts = ({ cards, db, env, jobs, site, transport }: Platform, log: Api['log']) => ({
  mailer: createAccountMailer(transport, log),
  passwordPolicy: createPasswordPolicy(site, createBreachCheck(env.PASSWORD_RANGE_URL, log)),
  personalData: createPersonalData(cards.mode, { jobs, site }),
  secondFactor,
  totpSecrets: createTotpSecrets(db),
});

/** In development nothing is geocoded. */
const openGeocoder = ({ env, web }: AppOptions) =>
  env.GEOCODER_URL === null || web?.development ? null : createCensusGeocoder(env.GEOCODER_URL);

function openMailReceiver(
  { db, env, jobs, settings, site, storage }: Platform,
  { log, push, read = createMailProcesses() }: { log: Api['log']; push: Push; read?: ReadMail },
) {
  const { MAIL_DOMAIN: mailDomain, MAIL_FROM } = env;
  return createMailReceiver({
    db,
    log,
    read,
    own: { address: MAIL_FROM.address, domain: mailDomain },
    hasRecipient: (address) => hasReplyAddress(db, address, mailDomain),
    bounces: {
      hasAddress: (address) => hasBounceAddress(db, address, mailDomain),
      record: (addresses) => recordBounces(db, addresses, mailDomain),
    },
    take: (mail) => takeReply({ db, jobs, mailDomain, push, settings, site, storage }, mail),
  });
}
