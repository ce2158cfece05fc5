import type { Kysely } from 'kysely';
import type { SettingValues } from '#contract/admin/settings.ts';
import type { Site } from '#contract/site.ts';
import { mailingRoutes } from './accounts/mailing-routes.ts';
import { type AccountDeps, accountRoutes } from './accounts/routes.ts';
import { securityRoutes } from './accounts/security-routes.ts';
import { approvalRoutes } from './admin/approvals/routes.ts';
import { adminBooksRoutes } from './admin/books-routes.ts';
import type { CategoryChanges } from './admin/categories/changes.ts';
import { adminCategoryRoutes } from './admin/categories/routes.ts';
import { adminClaimRoutes } from './admin/claim-routes.ts';
import { objectionRoutes } from './admin/desk/objections/routes.ts';
import { deskRoutes } from './admin/desk/routes.ts';
import { exportRoutes } from './admin/exports/routes.ts';
import { scheduledExportRoutes } from './admin/exports/scheduled/routes.ts';
import type { ScheduledExports } from './admin/exports/scheduled/scheduled-exports.ts';
import { failureRoutes } from './admin/failures/routes.ts';
import { adminImportRoutes } from './admin/imports/import-routes.ts';
import { adminImportUploadRoutes } from './admin/imports/import-upload-routes.ts';
import { adminListingRoutes } from './admin/listing-routes.ts';
import { bulkActionRoutes } from './admin/listings/bulk/routes.ts';
import { allListingsRoutes } from './admin/listings/routes.ts';
import { listingViewRoutes } from './admin/listings/view-routes.ts';
import { adminMatchRoutes } from './admin/matches/routes.ts';
import { adminMessageRoutes } from './admin/message-routes.ts';
import { adminOverviewRoutes } from './admin/overview-routes.ts';
import { adminPaymentRoutes } from './admin/payment-routes.ts';
import { adminReportRoutes } from './admin/report-routes.ts';
import { settingRoutes } from './admin/settings/routes.ts';
import { adminSuggestedEditRoutes } from './admin/suggested-edit-routes.ts';
import { todayRoutes } from './admin/today/routes.ts';
import { adminUserRoutes } from './admin/user-routes.ts';
import type { EventCollector } from './analytics/event-collector.ts';
import { metricsRoutes } from './analytics/metrics-routes.ts';
import { analyticsRoutes } from './analytics/routes.ts';
import { categoryRoutes } from './categories/routes.ts';
import { claimRoutes } from './claims/routes.ts';
import { helpRoutes } from './contact/help-routes.ts';
import { contactRoutes } from './contact/routes.ts';
import type { DB } from './db/schema.ts';
import type { Examination } from './doctor/examination.ts';
import type { Api } from './http/api.ts';
import { apiDocs } from './http/api-docs.ts';
import { cspReportRoute } from './http/csp-reports.ts';
import { healthRoutes } from './http/health.ts';
import { privacyRoutes } from './http/privacy.ts';
import { wellKnownRoutes } from './http/well-known.ts';
import type { UploadDeps } from './import/uploads/uploads.ts';
import { ownerListingRoutes } from './listings/owner-routes.ts';
import type { PaidPosting } from './listings/paid-posting.ts';
import { postListingRoute } from './listings/post-listing-route.ts';
import type { FeaturedCounts } from './listings/read/scopes.ts';
import { listingRoutes } from './listings/routes.ts';
import { sourceRoutes } from './listings/source-routes.ts';
import type { ProcessMetricsDeps } from './metrics/process-metrics.ts';
import { metricsRoute } from './metrics/routes.ts';
import { adminNoticeRoutes } from './notices/admin-routes.ts';
import type { OpenNotices } from './notices/notices.ts';
import { noticeRoutes } from './notices/routes.ts';
import type { ProxyHeaders } from './page-cache/cdn/proxy-headers.ts';
import { type PageRenderer, pageRoutes } from './page-cache/pages.ts';
import type { WebBuild } from './page-cache/web-build.ts';
import type { PaymentDeps } from './payments/payment-deps.ts';
import { adminPlanRoutes } from './payments/plans/admin-routes.ts';
import { planRoutes } from './payments/plans/routes.ts';
import { paymentRoutes } from './payments/routes.ts';
import { webhookRoute } from './payments/webhook.ts';
import { photoRoutes } from './photos/routes.ts';
import type { Counts } from './places/counts.ts';
import { placeRoutes } from './places/routes.ts';
import { reportRoutes } from './reports/routes.ts';
import { savedRoutes } from './saved/routes.ts';
import type { EmptySearches } from './search/empty-searches.ts';
import { searchRoutes } from './search/routes.ts';
import { adminSecondFactorRoutes } from './second-factor/admin-routes.ts';
import { type SecondFactorDeps, secondFactorRoutes } from './second-factor/routes.ts';
import { secondStepRoutes } from './second-factor/sign-in-routes.ts';
import { stepUpRoutes } from './second-factor/step-up-routes.ts';
import { feedRoutes } from './seo/feeds.ts';
import { shareImageRoutes } from './seo/share-images.ts';
import { sitemapRoutes } from './seo/sitemap.ts';
import type { Restored } from './settings/restored.ts';
import { staffInvitationRoutes } from './staff/invitation-routes.ts';
import { staffRoutes } from './staff/routes.ts';
import type { MapTiles } from './storage/map-tiles/map-tiles.ts';
import { mapTilesRoutes } from './storage/map-tiles/routes.ts';
import type { Storage } from './storage/storage.ts';
import { simulatorRoutes } from './stripe/simulator/routes.ts';
import type { Simulator } from './stripe/simulator/simulator.ts';
import { suggestedEditRoutes } from './suggested-edits/routes.ts';

/** What routes work with. */
export interface RouteDeps
  extends Omit<PaymentDeps, 'queue' | 'cards' | 'log'>,
    AccountDeps,
    SecondFactorDeps,
    ProcessMetricsDeps {
  categoryChanges: CategoryChanges;
  counts: Counts;
  direct: Kysely<DB>;
  /** What visitors read, which may be a replica. */
  reads: Kysely<DB>;
  emptySearches: EmptySearches;
  emptyHelpSearches: EmptySearches;
  events: EventCollector;
  examination: Examination;
  featuredCounts: FeaturedCounts;
  importUploads: UploadDeps;
  metricsToken: string | undefined;
  mapTiles: MapTiles | null;
  pages: PageRenderer | undefined;
  paidPosting: PaidPosting;
  payments: PaymentDeps;
  proxyHeaders?: ProxyHeaders;
  restored: Restored | null;
  scheduledExports: ScheduledExports;
  notices: OpenNotices;
  settings: SettingValues;
  settingDefaults: SettingValues;
  simulator: Simulator | null;
  site: Site;
  storage: Storage;
  web: WebBuild | undefined;
}

/** Adds every route of the program. */
export async function registerRoutes(http: Api, deps: RouteDeps) {
  const { events, pages, payments, simulator, web } = deps;
  const forVisitors = { ...deps, db: deps.reads };
  await apiDocs(http, deps.site);

  placeRoutes(http, forVisitors);
  categoryRoutes(http, forVisitors);

  accountRoutes(http, deps);
  securityRoutes(http, deps);
  await mailingRoutes(http, deps);
  secondStepRoutes(http, deps);
  stepUpRoutes(http, deps);
  secondFactorRoutes(http, deps);
  staffInvitationRoutes(http, deps);

  await photoRoutes(http, deps);
  listingRoutes(http, { ...forVisitors, primary: deps.db });
  sourceRoutes(http, forVisitors);
  ownerListingRoutes(http, deps);
  await postListingRoute(http, deps);
  searchRoutes(http, forVisitors);
  savedRoutes(http, deps);
  claimRoutes(http, deps);
  reportRoutes(http, deps);
  suggestedEditRoutes(http, deps);
  noticeRoutes(http, deps);
  contactRoutes(http, deps);
  helpRoutes(http, deps);

  planRoutes(http, deps);
  paymentRoutes(http, payments);
  await webhookRoute(http, payments);
  if (simulator) simulatorRoutes(http, simulator);

  analyticsRoutes(http, deps);
  metricsRoutes(http, deps);

  adminUserRoutes(http, deps);
  adminSecondFactorRoutes(http, deps);
  staffRoutes(http, deps);
  adminListingRoutes(http, deps);
  allListingsRoutes(http, deps);
  bulkActionRoutes(http, deps);
  approvalRoutes(http, deps);
  listingViewRoutes(http, deps);
  deskRoutes(http, deps);
  objectionRoutes(http, deps);
  adminReportRoutes(http, deps);
  adminImportRoutes(http, deps);
  await adminImportUploadRoutes(http, deps);
  adminSuggestedEditRoutes(http, deps);
  adminClaimRoutes(http, deps);
  adminMatchRoutes(http, deps);
  adminMessageRoutes(http, deps);
  adminPaymentRoutes(http, payments);
  adminBooksRoutes(http, payments);
  adminPlanRoutes(http, deps);
  adminOverviewRoutes(http, deps);
  todayRoutes(http, deps);
  failureRoutes(http, deps);
  exportRoutes(http, deps);
  scheduledExportRoutes(http, deps);
  settingRoutes(http, deps);
  adminNoticeRoutes(http, deps);
  adminCategoryRoutes(http, deps);

  sitemapRoutes(http, forVisitors);
  feedRoutes(http, forVisitors);
  mapTilesRoutes(http, deps);
  if (web) shareImageRoutes(http, { ...forVisitors, web });
  privacyRoutes(http);
  wellKnownRoutes(http, deps.site);
  await cspReportRoute(http);
  healthRoutes(http, deps);
  metricsRoute(http, deps);
  if (pages) pageRoutes(http, { pages, onPage: events.countPageRequest, proxyHeaders: deps.proxyHeaders });
}
