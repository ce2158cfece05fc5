import { adminSecondFactorRoutes } from '#server/accounts/second-factor/admin-routes.ts';
import { adBookingRoutes } from '#server/ad-bookings/admin-routes.ts';
import { announcementRoutes } from '#server/admin/announcements/routes.ts';
import { approvalRoutes } from '#server/admin/approvals/routes.ts';
import { backupRoutes } from '#server/admin/backup-routes.ts';
import { adminBooksRoutes } from '#server/admin/books-routes.ts';
import { adminCategoryRoutes } from '#server/admin/categories/routes.ts';
import { objectionRoutes } from '#server/admin/desk/objections/routes.ts';
import { offerRoutes } from '#server/admin/desk/offer-routes.ts';
import { deskRoutes } from '#server/admin/desk/routes.ts';
import { createEmailPreview } from '#server/admin/emails/email-texts.ts';
import { emailRoutes } from '#server/admin/emails/routes.ts';
import { archiveRoutes } from '#server/admin/exports/archives/routes.ts';
import { exportRoutes } from '#server/admin/exports/routes.ts';
import { scheduledExportRoutes } from '#server/admin/exports/scheduled/routes.ts';
import { failureRoutes } from '#server/admin/failures/routes.ts';
import { adminLicenseRoutes } from '#server/admin/license-routes.ts';
import { adminListingRoutes } from '#server/admin/listing-routes.ts';
import { bulkActionRoutes } from '#server/admin/listings/bulk/routes.ts';
import { allListingsRoutes } from '#server/admin/listings/routes.ts';
import { listingViewRoutes } from '#server/admin/listings/view-routes.ts';
import { adminMessageRoutes } from '#server/admin/message-routes.ts';
import { adminOverviewRoutes } from '#server/admin/overview-routes.ts';
import { adminPaymentRoutes } from '#server/admin/payment-routes.ts';
import { adminPlaceRoutes } from '#server/admin/places/routes.ts';
import { adminReportRoutes } from '#server/admin/report-routes.ts';
import { settingRoutes } from '#server/admin/settings/routes.ts';
import { adminSuggestedEditRoutes } from '#server/admin/suggested-edit-routes.ts';
import { takeBackRoutes } from '#server/admin/take-back/routes.ts';
import { todayRoutes } from '#server/admin/today/routes.ts';
import { adminUserRoutes } from '#server/admin/user-routes.ts';
import { adminClaimRoutes } from '#server/claims/queue/routes.ts';
import { adminTextRoutes } from '#server/content/editing/admin-routes.ts';
import { libraryRoutes } from '#server/content/library/routes.ts';
import { adminNoticeRoutes } from '#server/content/notices/admin-routes.ts';
import { adminConversationRoutes } from '#server/conversations/queue/routes.ts';
import { adminImportRoutes } from '#server/import/admin/import-routes.ts';
import { adminImportUploadRoutes } from '#server/import/admin/import-upload-routes.ts';
import { adminOpenDataRoutes } from '#server/import/admin/open-data-routes.ts';
import { sampleRoutes } from '#server/import/admin/sample-routes.ts';
import { adminMatchRoutes } from '#server/import/matching/queue/routes.ts';
import { couponRoutes } from '#server/payments/coupons/routes.ts';
import { giftCreditRoutes } from '#server/payments/gift-credits/routes.ts';
import { adminPlanRoutes } from '#server/payments/plans/admin-routes.ts';
import { taxRoutes } from '#server/payments/taxes/routes.ts';
import { adminLibraryRoutes } from '#server/photos/library/routes.ts';
import type { Api } from '#server/platform/http/api.ts';
import { adminReviewRoutes } from '#server/reviews/queue/routes.ts';
import { staffRoutes } from '#server/staff/routes.ts';
import { signUpInvitationRoutes } from '#server/staff/sign-up-invitation-routes.ts';
import type { Parts, RouteParts } from './parts.ts';

/** Adds the routes of the staff, in the order of the documentation. */
export async function registerAdminRoutes(http: Api, parts: RouteParts) {
  addStaffRoutes(http, parts);
  addModerationRoutes(http, parts);
  await addImportRoutes(http, parts);
  addQueueRoutes(http, parts);
  addBooksRoutes(http, parts);
  addOperationRoutes(http, parts);
  await addEditingRoutes(http, parts);
}

function addStaffRoutes(http: Api, { platform: { db, jobs, site }, accounts, payments }: Parts) {
  const { mailer, totpSecrets } = accounts;
  adminUserRoutes(http, { db, payments });
  signUpInvitationRoutes(http, { db, mailer, site });
  adminSecondFactorRoutes(http, { db, mailer, site, totpSecrets });
  staffRoutes(http, { db, jobs, site });
}

function addModerationRoutes(
  http: Api,
  { platform: { db, jobs, site }, places: { gazetteer }, listings: { posting }, payments, admin }: Parts,
) {
  adminListingRoutes(http, { db, jobs, site });
  allListingsRoutes(http, { db, gazetteer });
  bulkActionRoutes(http, { db, gazetteer, jobs, site, bulkQueue: admin.bulkQueue });
  approvalRoutes(http, { gazetteer, payments });
  adminLicenseRoutes(http, { db });
  listingViewRoutes(http, { db });
  deskRoutes(http, posting);
  offerRoutes(http, posting);
  takeBackRoutes(http, { db, gazetteer, jobs: payments.jobs, site: payments.site });
  objectionRoutes(http, posting);
  adminReportRoutes(http, { db, jobs, site });
}

async function addImportRoutes(http: Api, { platform: { db, direct }, importing: { openData, uploads } }: Parts) {
  adminImportRoutes(http, { db, direct, importUploads: uploads });
  await adminImportUploadRoutes(http, { importUploads: uploads });
  adminOpenDataRoutes(http, openData);
}

function addQueueRoutes(http: Api, parts: Parts) {
  const { db, jobs, settings, site } = parts.platform;
  adminSuggestedEditRoutes(http, { db });
  adminClaimRoutes(http, { db, imageCopies: parts.listings.imageCopies, jobs, site });
  adminMatchRoutes(http, { db });
  adminMessageRoutes(http, { db, jobs, site });
  adminConversationRoutes(http, { ...parts.conversations.deps, db });
  adminReviewRoutes(http, { db, jobs, settings, site });
}

function addBooksRoutes(http: Api, { platform: { db }, payments }: Parts) {
  adminPaymentRoutes(http, payments);
  adminBooksRoutes(http, payments);
  adminPlanRoutes(http, { db });
  couponRoutes(http, payments);
  giftCreditRoutes(http, payments);
  taxRoutes(http, { db });
}

function addOperationRoutes(
  http: Api,
  { platform, places: { counts }, importing: { samples }, payments, admin }: Parts,
) {
  const { db, env, examination, jobs, restored, scheduledBackup, settings, settingDefaults, site } = platform;
  adminOverviewRoutes(http, { counts, db, env, examination, payments, restored, settings, site });
  todayRoutes(http, { db, payments });
  failureRoutes(http, { db, jobs });
  backupRoutes(http, { db, scheduledBackup });
  sampleRoutes(http, { db, samples });
  exportRoutes(http, { db });
  archiveRoutes(http, admin);
  scheduledExportRoutes(http, { db, scheduledExports: admin.scheduledExports });
  settingRoutes(http, { db, settingDefaults });
}

async function addEditingRoutes(
  http: Api,
  {
    platform: { db, env, settings, site, storage },
    places: { gazetteer, counts },
    accounts,
    content,
    admin,
    pages,
  }: RouteParts,
) {
  adBookingRoutes(http, { db, gazetteer });
  await adminLibraryRoutes(http, { db, storage });
  libraryRoutes(http, { db });
  adminNoticeRoutes(http, { db, gazetteer });
  adminPlaceRoutes(http, { db, gazetteer, counts });
  adminCategoryRoutes(http, { db, gazetteer, counts, categoryChanges: admin.categoryChanges });
  announcementRoutes(http, {
    ...{ db, env, gazetteer, settings, site },
    mailer: accounts.mailer,
    queue: admin.announcementQueue,
  });
  emailRoutes(http, { db, env, mailer: accounts.mailer, settings, site });
  adminTextRoutes(http, { db, texts: content.texts, pages, previewEmails: createEmailPreview(site, content.texts) });
}
