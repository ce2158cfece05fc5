import { mailingRoutes } from '#server/accounts/mailing-routes.ts';
import { type AccountDeps, accountRoutes } from '#server/accounts/routes.ts';
import { type SecondFactorDeps, secondFactorRoutes } from '#server/accounts/second-factor/routes.ts';
import { secondStepRoutes } from '#server/accounts/second-factor/sign-in-routes.ts';
import { stepUpRoutes } from '#server/accounts/second-factor/step-up-routes.ts';
import { securityRoutes } from '#server/accounts/security-routes.ts';
import { slotRoutes } from '#server/ad-bookings/routes.ts';
import { metricsRoutes } from '#server/analytics/metrics-routes.ts';
import { analyticsRoutes } from '#server/analytics/routes.ts';
import { categoryRoutes } from '#server/categories/routes.ts';
import { claimDocumentRoutes } from '#server/claims/document-routes.ts';
import { peopleRoutes } from '#server/claims/invitations/routes.ts';
import { claimRoutes } from '#server/claims/routes.ts';
import { helpRoutes } from '#server/contact/help-routes.ts';
import { contactRoutes } from '#server/contact/routes.ts';
import { noticeRoutes } from '#server/content/notices/routes.ts';
import { textRoutes } from '#server/content/routes.ts';
import { inboxRoutes } from '#server/conversations/inbox/inbox-routes.ts';
import { CONVERSATION_LINKS } from '#server/conversations/links/links.ts';
import { linkRoutes } from '#server/conversations/links/routes.ts';
import { messagePictureRoutes } from '#server/conversations/picture-routes.ts';
import { pushRoutes } from '#server/conversations/push/routes.ts';
import { quoteRoutes } from '#server/conversations/quotes/routes.ts';
import { conversationRoutes } from '#server/conversations/routes.ts';
import { pinRoutes } from '#server/geocoding/pin-routes.ts';
import { addressRoutes } from '#server/geocoding/routes.ts';
import { listedAlreadyRoute } from '#server/import/matching/listed-already-route.ts';
import { hoursFeedRoutes } from '#server/listings/hours/feeds/routes.ts';
import { mapStillRoute } from '#server/listings/map-stills/map-still-route.ts';
import { ownerListingRoutes } from '#server/listings/owner-routes.ts';
import { postListingRoute } from '#server/listings/post-listing-route.ts';
import { pictureRoute } from '#server/listings/read/picture-route.ts';
import { listingRoutes } from '#server/listings/routes.ts';
import { sourceRoutes } from '#server/listings/source-routes.ts';
import { mcpRoutes } from '#server/mcp/routes.ts';
import { branchEditRoutes } from '#server/organizations/branch-edits/routes.ts';
import { branchFileRoutes } from '#server/organizations/branch-files/routes.ts';
import { organizationRoutes } from '#server/organizations/routes.ts';
import { autoRenewalRoutes } from '#server/payments/auto-renewals/routes.ts';
import { invoiceRoutes } from '#server/payments/invoices/routes.ts';
import { planRoutes } from '#server/payments/plans/routes.ts';
import { paymentRoutes } from '#server/payments/routes.ts';
import { webhookRoute } from '#server/payments/webhook.ts';
import { libraryFileRoute } from '#server/photos/library/routes.ts';
import { photoRoutes } from '#server/photos/routes.ts';
import { placePageRoutes } from '#server/places/place-page.ts';
import { placeRoutes } from '#server/places/routes.ts';
import type { Api } from '#server/platform/http/api.ts';
import { apiDocs } from '#server/platform/http/documentation/api-docs.ts';
import { healthRoutes } from '#server/platform/http/health.ts';
import { privacyRoutes } from '#server/platform/http/privacy.ts';
import { cspReportRoute } from '#server/platform/http/security/csp-reports.ts';
import { wellKnownRoutes } from '#server/platform/http/well-known.ts';
import { inboundMailRoutes } from '#server/platform/mail/inbound/routes.ts';
import { metricsRoute } from '#server/platform/metrics/routes.ts';
import { pageRoutes } from '#server/platform/page-cache/pages.ts';
import { createPhoneSender } from '#server/platform/phone/phone-sender.ts';
import { mapTilesRoutes } from '#server/platform/storage/map-tiles/routes.ts';
import { simulatorRoutes } from '#server/platform/stripe/simulator/routes.ts';
import { reportRoutes } from '#server/reports/routes.ts';
import { suggestedEditRoutes } from '#server/reports/suggested-edits/routes.ts';
import { ENTERED_CODE_LINKS } from '#server/reviews/entered-code-links.ts';
import { receiptCodeRoutes } from '#server/reviews/receipt-code-routes.ts';
import { reviewRoutes } from '#server/reviews/routes.ts';
import { savedRoutes } from '#server/saved/routes.ts';
import { searchRoutes } from '#server/search/routes.ts';
import { feedRoutes } from '#server/seo/feeds.ts';
import { botRoutes } from '#server/seo/robots.ts';
import { shareImageRoutes } from '#server/seo/share-images.ts';
import { sitemapRoutes } from '#server/seo/sitemap.ts';
import { webManifestRoutes } from '#server/seo/web-manifest.ts';
import { ownerExportRoute } from '#server/sharing/owner-export/routes.ts';
import { sharingRoutes } from '#server/sharing/routes.ts';
import { staffInvitationRoutes } from '#server/staff/invitation-routes.ts';
import { webhookRoutes } from '#server/webhooks/routes.ts';
import { registerAdminRoutes } from './admin-routes.ts';
import type { Parts, RouteParts } from './parts.ts';

/** Adds every route of the program. */
export async function registerRoutes(http: Api, parts: RouteParts) {
  await apiDocs(http, parts.platform.site);
  addPlaceRoutes(http, parts);
  await addAccountRoutes(http, parts);
  await addListingRoutes(http, parts);
  await addClaimRoutes(http, parts);
  addBranchRoutes(http, parts);
  addReportRoutes(http, parts);
  await addConversationRoutes(http, parts);
  await addReviewRoutes(http, parts);
  webhookRoutes(http, { ...parts.platform, mailer: parts.accounts.mailer, webhooks: parts.webhooks });
  addContentRoutes(http, parts);
  await addPaymentRoutes(http, parts);
  await inboundMailRoutes(http, toInboundMail(parts));
  if (parts.platform.simulator) simulatorRoutes(http, parts.platform.simulator);
  addAnalyticsRoutes(http, parts);
  await registerAdminRoutes(http, parts);
  addSeoRoutes(http, parts);
  await mcpRoutes(http, parts.platform);
  await addPlatformRoutes(http, parts);
}

// Of what visitors read, `db` is what may be a replica.

function addPlaceRoutes(http: Api, { platform: { reads: db }, places: { gazetteer, counts } }: Parts) {
  placeRoutes(http, { gazetteer, counts });
  placePageRoutes(http, { gazetteer, counts });
  categoryRoutes(http, { db, gazetteer, counts });
}

async function addAccountRoutes(http: Api, { platform: { db, site, storage }, accounts }: Parts) {
  const { mailer, passwordPolicy, personalData, secondFactor, totpSecrets } = accounts;
  const accountDeps: AccountDeps = { db, mailer, passwordPolicy, personalData, secondFactor, site };
  const secondFactorDeps: SecondFactorDeps = { db, mailer, site, totpSecrets };
  accountRoutes(http, accountDeps);
  securityRoutes(http, accountDeps);
  await mailingRoutes(http, { db });
  secondStepRoutes(http, secondFactorDeps);
  stepUpRoutes(http, secondFactorDeps);
  secondFactorRoutes(http, secondFactorDeps);
  ownerExportRoute(http, { db, personalData, site, storage });
  staffInvitationRoutes(http, { db, passwordPolicy, secondFactor });
}

async function addListingRoutes(
  http: Api,
  { platform: { db, reads, settings, storage }, places: { gazetteer, counts }, listings, search }: Parts,
) {
  const { featuredCounts, hoursFeeds, paidPosting, posting } = listings;
  await photoRoutes(http, { db, settings, storage });
  listingRoutes(http, { db: reads, primary: db, gazetteer, counts, featuredCounts, settings });
  pictureRoute(http, { db, storage });
  sourceRoutes(http, { db: reads });
  ownerListingRoutes(http, posting);
  hoursFeedRoutes(http, hoursFeeds);
  listedAlreadyRoute(http, { db: reads });
  await postListingRoute(http, { ...posting, paidPosting });
  addressRoutes(http, { db: reads, gazetteer });
  pinRoutes(http, posting);
  searchRoutes(http, {
    db: reads,
    gazetteer,
    emptySearches: search.emptySearches,
    foundSearches: search.foundSearches,
  });
  savedRoutes(http, { db, gazetteer, settings });
}

async function addClaimRoutes(
  http: Api,
  {
    platform: { db, env, reads, jobs, settings, site, storage },
    places: { gazetteer },
    listings: { imageCopies },
  }: Parts,
) {
  claimRoutes(http, { db, imageCopies, jobs, phones: createPhoneSender(env), settings, site });
  await claimDocumentRoutes(http, { db, storage });
  peopleRoutes(http, { db, gazetteer, imageCopies, jobs, site });
  organizationRoutes(http, { db, reads, gazetteer });
}

function addBranchRoutes(http: Api, { listings: { posting }, organizations }: Parts) {
  branchFileRoutes(http, { ...posting, ...organizations });
  branchEditRoutes(http, posting);
}

function addReportRoutes(http: Api, { platform: { db, settings } }: Parts) {
  reportRoutes(http, { db, settings });
  suggestedEditRoutes(http, { db, settings });
}

async function addConversationRoutes(http: Api, parts: Parts) {
  const { db, jobs, site, storage } = parts.platform;
  conversationRoutes(http, { ...parts.conversations.deps, db });
  await messagePictureRoutes(http, { db, storage });
  inboxRoutes(http, { db });
  quoteRoutes(http, { ...parts.conversations.deps, db, gazetteer: parts.places.gazetteer });
  linkRoutes(http, { db, jobs, site, kinds: [CONVERSATION_LINKS, ENTERED_CODE_LINKS] });
  pushRoutes(http, { db, push: parts.conversations.push, site });
}

async function addReviewRoutes(http: Api, { platform: { db, reads, jobs, settings, site, storage } }: Parts) {
  receiptCodeRoutes(http, { db, jobs, site });
  await reviewRoutes(http, { db, reads, jobs, settings, site, storage });
}

function addContentRoutes(
  http: Api,
  {
    platform: { db, jobs, reads, settings, site, storage },
    places: { gazetteer },
    content: { bookings, notices, texts },
    search: { emptyHelpSearches },
  }: Parts,
) {
  slotRoutes(http, { db: reads, bookings, gazetteer });
  libraryFileRoute(http, { db, storage });
  noticeRoutes(http, { notices });
  textRoutes(http, { db, texts });
  contactRoutes(http, { db, jobs, settings, site });
  helpRoutes(http, { emptyHelpSearches });
}

async function addPaymentRoutes(http: Api, { platform: { db }, payments }: Parts) {
  planRoutes(http, { db });
  paymentRoutes(http, payments);
  invoiceRoutes(http, payments);
  autoRenewalRoutes(http, payments);
  await webhookRoute(http, payments);
}

/** A restored copy takes no emails from the site that it was made of. */
const toInboundMail = ({ platform: { env, restored }, conversations: { mailReceiver } }: Parts) => ({
  inboundSecret: restored ? null : (env.INBOUND_WEBHOOK_SECRET ?? null),
  mailReceiver,
});

function addAnalyticsRoutes(http: Api, { platform: { db }, analytics: { events } }: Parts) {
  analyticsRoutes(http, { events });
  metricsRoutes(http, { db });
}

function addSeoRoutes(
  http: Api,
  {
    platform: { mapTiles, reads: db, settings, site, storage, web },
    places: { gazetteer, counts },
    listings: { featuredCounts },
    content: { texts },
  }: Parts,
) {
  botRoutes(http, { settings, site });
  sitemapRoutes(http, { db, gazetteer, counts, texts, site });
  feedRoutes(http, { db, gazetteer, featuredCounts, site, texts });
  sharingRoutes(http, { db, gazetteer, site });
  webManifestRoutes(http, { site });
  mapTilesRoutes(http, { mapTiles });
  mapStillRoute(http, { db, gazetteer, mapTiles });
  if (web) shareImageRoutes(http, { db, gazetteer, storage, texts, web });
}

async function addPlatformRoutes(http: Api, { platform, analytics, pages, doInvalidationsArrive }: RouteParts) {
  const { db, env, getPoolUsage, replica, settings, site, transport } = platform;
  const { caches, loadLimit, proxyHeaders, refusals, requests } = platform.responses;
  const { lost: lostEvents, countPageRequest } = analytics.events;
  privacyRoutes(http);
  wellKnownRoutes(http, site);
  await cspReportRoute(http);
  healthRoutes(http, { db });
  metricsRoute(http, {
    caches,
    db,
    doInvalidationsArrive,
    env,
    getPoolUsage,
    loadLimit,
    lostEvents,
    metricsToken: env.METRICS_TOKEN,
    refusals,
    replica,
    requests,
    settings,
    withheldEmails: transport.withheld,
  });
  if (pages) pageRoutes(http, { pages, onPage: countPageRequest, proxyHeaders });
}
