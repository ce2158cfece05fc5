import type { Kysely } from 'kysely';
import type { SettingValues } from '#contract/admin/settings.ts';
import { deleteExpired } from '#server/accounts/delete-expired.ts';
import { deleteOldSignUpInvitations } from '#server/accounts/email-address/sign-up-invitations.ts';
import type { SiteInfo } from '#server/accounts/emails.ts';
import { fillUsernameSkeletons } from '#server/accounts/names/username-skeletons.ts';
import { deleteOldAnnouncements } from '#server/admin/announcements/announcements.ts';
import { resumeAnnouncements } from '#server/admin/announcements/job.ts';
import type { AnnouncementQueue } from '#server/admin/announcements/queue.ts';
import type { Archives } from '#server/admin/exports/archives/archives.ts';
import type { ScheduledExports } from '#server/admin/exports/scheduled/scheduled-exports.ts';
import { deleteOldBulkActions } from '#server/admin/listings/bulk/list.ts';
import { aggregateEvents } from '#server/analytics/aggregation.ts';
import { deleteOldFoundSearches } from '#server/analytics/found-searches.ts';
import { compactPages, deleteOldEvents } from '#server/analytics/retention.ts';
import { mergeViewParts } from '#server/analytics/view-parts.ts';
import { deletePastVisitors } from '#server/analytics/visitor.ts';
import { sendWeeklySummaries } from '#server/analytics/weekly-summary.ts';
import { deleteOldDocuments } from '#server/claims/documents.ts';
import { deleteOldListingInvitations } from '#server/claims/invitations/send.ts';
import { deleteOldMessages } from '#server/contact/messages.ts';
import { deleteUnconfirmed } from '#server/conversations/confirm.ts';
import { deleteEndedAccess } from '#server/conversations/links/guest.ts';
import { deleteOldConversations } from '#server/conversations/personal-data.ts';
import { deleteUnusedPictures } from '#server/conversations/pictures.ts';
import { countResponses } from '#server/conversations/response-times.ts';
import { loadStreets } from '#server/geocoding/addresses/load-streets.ts';
import { deleteGeocodedAddresses, type GeocodingDeps, geocodeListings } from '#server/geocoding/geocode-listings.ts';
import { locateListings } from '#server/geocoding/locate-listings.ts';
import { deleteOldImportHistory } from '#server/import/runs/retention.ts';
import type { OpenDataDeps } from '#server/import/sources/downloads.ts';
import { importDueSource } from '#server/import/sources/monthly.ts';
import { removeOldUploads } from '#server/import/uploads/discard-upload.ts';
import type { UploadDeps } from '#server/import/uploads/uploads.ts';
import { compareExpired } from '#server/licenses/state-list.ts';
import { readDueHoursFeeds } from '#server/listings/hours/feeds/due-feeds.ts';
import type { HoursFeedDeps } from '#server/listings/hours/feeds/hours-feeds.ts';
import { sendAccuracyChecks } from '#server/listings/lifecycle/accuracy-check.ts';
import { renewKeptListings } from '#server/listings/lifecycle/keep-up.ts';
import { sendLicenseEmails } from '#server/listings/lifecycle/license-emails.ts';
import { sendExpiryEmails } from '#server/listings/lifecycle/notices.ts';
import { purge } from '#server/listings/lifecycle/purge.ts';
import { deleteEndedRenewalLinks } from '#server/listings/lifecycle/renewal-links.ts';
import { sendShownEmailNotices } from '#server/listings/lifecycle/shown-emails.ts';
import { deleteOldVersions } from '#server/listings/versions/versions.ts';
import { deleteOldPostingDrafts } from '#server/listings/write/posting-draft.ts';
import { deleteOldBranchEdits } from '#server/organizations/branch-edits/undo-edit.ts';
import { chargeDueRenewals } from '#server/payments/auto-renewals/charges.ts';
import { deleteUnneededCustomers } from '#server/payments/auto-renewals/customers.ts';
import { sendRenewalReminders } from '#server/payments/auto-renewals/reminders.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import { reconcilePending } from '#server/payments/reconcile-pending.ts';
import { forgetPayers } from '#server/payments/retention.ts';
import { deleteOrphanedFiles } from '#server/photos/orphaned-files.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { ScheduledTasks } from '#server/platform/jobs/scheduled-tasks.ts';
import type { ScheduledBackup } from '#server/platform/storage/backup/scheduled-backup.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import { deleteOldSimulatedEvents } from '#server/platform/stripe/simulator/store.ts';
import { deleteOldReports } from '#server/reports/reports.ts';
import { deleteOldSuggestedEdits, forgetNetworks } from '#server/reports/suggested-edits/suggest-edit.ts';
import { forgetReviewNetworks } from '#server/reviews/fake-signs.ts';
import { deleteUnusedReviewPictures } from '#server/reviews/pictures.ts';
import { deleteOldCodes } from '#server/reviews/receipt-codes.ts';
import { releaseReviews } from '#server/reviews/release.ts';
import { sendSearchAlerts } from '#server/saved/alerts.ts';
import { deleteOldEmptySearches } from '#server/search/empty-searches.ts';
import { deleteUnusedWords, reindexExpiredPlans, reindexSpecialHours } from '#server/search/index-maintenance.ts';
import { STREET_FILES } from '#server/site/seed/street-files.ts';
import { deleteOldDecisionTimes } from '#server/staff/decision-times.ts';
import { deleteOldInvitations } from '#server/staff/invitations.ts';
import { deleteOldDeliveries } from '#server/webhooks/deliveries.ts';
import type { Webhooks } from '#server/webhooks/dispatch.ts';

/** The dependencies of scheduled tasks. */
export interface ScheduleDeps {
  announcementQueue: AnnouncementQueue;
  /** For how many days the audit log is kept. */
  auditLogDays: number;
  db: Kysely<DB>;
  gazetteer: Gazetteer;
  geocoding: GeocodingDeps;
  hoursFeeds: HoursFeedDeps;
  importUploads: UploadDeps;
  jobs: Jobs;
  openData: OpenDataDeps;
  payments: PaymentDeps;
  scheduledBackup: ScheduledBackup;
  scheduledExports: ScheduledExports;
  archives: Archives;
  settings: SettingValues;
  site: SiteInfo;
  storage: Storage;
  webhooks: Webhooks;
}

const MINUTE = 1;
const HOUR = 60;
const DAY = 24 * HOUR;

/** Everything that the program does regularly, and how often. */
export function createSchedule({
  announcementQueue,
  auditLogDays,
  db,
  geocoding,
  hoursFeeds,
  importUploads,
  openData,
  payments,
  scheduledBackup,
  scheduledExports,
  archives,
  storage,
  webhooks,
  ...deps
}: ScheduleDeps): ScheduledTasks {
  return {
    'aggregate-events': { everyMinutes: MINUTE, work: () => aggregateEvents(db) },
    'back-up': { everyMinutes: HOUR, work: () => scheduledBackup.startIfDue() },
    'charge-renewals': { everyMinutes: 10 * MINUTE, work: () => chargeDueRenewals(payments) },
    'compare-licenses': { everyMinutes: DAY, work: () => compareExpired(db) },
    'compact-pages': { everyMinutes: HOUR, work: () => compactPages(db) },
    'count-responses': { everyMinutes: DAY, work: () => countResponses(db) },
    'delete-announcements': { everyMinutes: DAY, work: () => deleteOldAnnouncements(db) },
    'delete-branch-edits': { everyMinutes: DAY, work: () => deleteOldBranchEdits(db) },
    'delete-bulk-actions': { everyMinutes: DAY, work: () => deleteOldBulkActions(db) },
    'delete-claim-documents': { everyMinutes: HOUR, work: () => deleteOldDocuments(db) },
    'delete-conversations': { everyMinutes: DAY, work: () => deleteOldConversations(db) },
    'delete-decision-times': { everyMinutes: DAY, work: () => deleteOldDecisionTimes(db) },
    'delete-empty-searches': { everyMinutes: HOUR, work: () => deleteOldEmptySearches(db) },
    'delete-ended-access': { everyMinutes: HOUR, work: () => deleteEndedAccess(db) },
    'delete-events': { everyMinutes: HOUR, work: () => deleteOldEvents(db) },
    'delete-expired': { everyMinutes: HOUR, work: () => deleteExpired(db, auditLogDays) },
    'delete-found-searches': { everyMinutes: DAY, work: () => deleteOldFoundSearches(db) },
    'delete-geocoded-addresses': { everyMinutes: DAY, work: () => deleteGeocodedAddresses(db) },
    'delete-import-history': { everyMinutes: DAY, work: () => deleteOldImportHistory(db) },
    'delete-listing-invitations': { everyMinutes: HOUR, work: () => deleteOldListingInvitations(db) },
    'delete-listing-versions': { everyMinutes: DAY, work: () => deleteOldVersions(db) },
    'delete-messages': { everyMinutes: HOUR, work: () => deleteOldMessages(db) },
    'delete-orphaned-files': { everyMinutes: HOUR, work: () => deleteOrphanedFiles(db, storage) },
    'delete-posting-drafts': { everyMinutes: DAY, work: () => deleteOldPostingDrafts(db) },
    'delete-receipt-codes': { everyMinutes: DAY, work: () => deleteOldCodes(db) },
    'delete-renewal-links': { everyMinutes: DAY, work: () => deleteEndedRenewalLinks(db) },
    'delete-reports': { everyMinutes: HOUR, work: () => deleteOldReports(db) },
    'delete-simulated-events': { everyMinutes: DAY, work: () => deleteOldSimulatedEvents(db) },
    'delete-sign-up-invitations': { everyMinutes: HOUR, work: () => deleteOldSignUpInvitations(db) },
    'delete-staff-invitations': { everyMinutes: HOUR, work: () => deleteOldInvitations(db) },
    'delete-suggested-edits': { everyMinutes: DAY, work: () => deleteOldSuggestedEdits(db) },
    'delete-unconfirmed-messages': { everyMinutes: HOUR, work: () => deleteUnconfirmed(db) },
    'reconcile-saved-cards': { everyMinutes: HOUR, work: () => deleteUnneededCustomers(payments) },
    'delete-unused-pictures': { everyMinutes: HOUR, work: () => deleteUnusedPictures(db) },
    'delete-unused-words': { everyMinutes: DAY, work: () => deleteUnusedWords(db) },
    'delete-unused-review-pictures': { everyMinutes: HOUR, work: () => deleteUnusedReviewPictures(db) },
    'delete-visitors': { everyMinutes: HOUR, work: () => deletePastVisitors(db) },
    'delete-webhook-deliveries': { everyMinutes: HOUR, work: () => deleteOldDeliveries(db) },
    'fill-username-skeletons': { everyMinutes: DAY, work: () => fillUsernameSkeletons(db) },
    'forget-networks': { everyMinutes: HOUR, work: () => forgetNetworks(db) },
    'forget-review-networks': { everyMinutes: HOUR, work: () => forgetReviewNetworks(db) },
    'forget-payers': { everyMinutes: HOUR, work: () => forgetPayers(db) },
    'geocode-listings': { everyMinutes: MINUTE, work: () => geocodeListings(geocoding) },
    'import-open-data': {
      everyMinutes: HOUR,
      work: () => importDueSource({ ...openData, ...deps, uploads: importUploads.processes }),
    },
    'load-streets': { everyMinutes: HOUR, work: () => loadStreets(db, STREET_FILES) },
    'locate-listings': { everyMinutes: MINUTE, work: () => locateListings(geocoding) },
    'make-exports': { everyMinutes: HOUR, work: () => scheduledExports.startIfDue() },
    'merge-view-parts': { everyMinutes: DAY, work: () => mergeViewParts(db) },
    'purge-listings': { everyMinutes: HOUR, work: () => purge(db) },
    'read-hours-feeds': { everyMinutes: 10 * MINUTE, work: () => readDueHoursFeeds(hoursFeeds) },
    'reconcile-payments': { everyMinutes: 5 * MINUTE, work: () => reconcilePending(payments) },
    'reindex-expired-plans': { everyMinutes: HOUR, work: () => reindexExpiredPlans(db) },
    'reindex-special-hours': { everyMinutes: DAY, work: () => reindexSpecialHours(db) },
    'renew-kept-listings': { everyMinutes: HOUR, work: () => renewKeptListings(db) },
    'remove-old-archives': { everyMinutes: HOUR, work: () => archives.removeOld() },
    'remove-old-uploads': { everyMinutes: HOUR, work: () => removeOldUploads(importUploads) },
    'release-reviews': { everyMinutes: 10 * MINUTE, work: () => releaseReviews(db, deps) },
    'send-accuracy-checks': { everyMinutes: DAY, work: () => sendAccuracyChecks(db, deps) },
    'send-announcements': { everyMinutes: MINUTE, work: () => resumeAnnouncements(db, announcementQueue) },
    'send-expiry-emails': { everyMinutes: HOUR, work: () => sendExpiryEmails(db, deps) },
    'send-license-emails': { everyMinutes: DAY, work: () => sendLicenseEmails(db, deps) },
    'send-renewal-reminders': { everyMinutes: HOUR, work: () => sendRenewalReminders(payments) },
    'send-search-alerts': { everyMinutes: HOUR, work: () => sendSearchAlerts(db, deps) },
    'send-shown-email-notices': { everyMinutes: DAY, work: () => sendShownEmailNotices(db, deps) },
    'send-webhooks': { everyMinutes: MINUTE, work: () => webhooks.dispatch() },
    'send-weekly-summaries': { everyMinutes: HOUR, work: () => sendWeeklySummaries(db, deps) },
  };
}

/** Tasks that reach people, the payment provider, or files that the site itself may use too. */
const NOT_IN_COPIES =
  /^(charge|send|reconcile|release)-|^(back-up|delete-orphaned-files|import-open-data|make-exports|read-hours-feeds)$/;

/** The tasks of a restored copy. */
export const selectForCopies = (tasks: ScheduledTasks): ScheduledTasks =>
  Object.fromEntries(Object.entries(tasks).filter(([name]) => !NOT_IN_COPIES.test(name)));
