import type { Kysely } from 'kysely';
import type { SettingValues } from '#contract/admin/settings.ts';
import { deleteExpired } from './accounts/delete-expired.ts';
import type { SiteInfo } from './accounts/emails.ts';
import { fillUsernameSkeletons } from './accounts/names/username-skeletons.ts';
import type { ScheduledExports } from './admin/exports/scheduled/scheduled-exports.ts';
import { deleteOldBulkActions } from './admin/listings/bulk/list.ts';
import { aggregateEvents } from './analytics/aggregation.ts';
import { compactPages, deleteOldEvents } from './analytics/retention.ts';
import { mergeViewParts } from './analytics/view-parts.ts';
import { deletePastVisitors } from './analytics/visitor.ts';
import { sendWeeklySummaries } from './analytics/weekly-summary.ts';
import { deleteOldListingInvitations } from './claims/invitations/send.ts';
import { deleteOldMessages } from './contact/messages.ts';
import { deleteUnconfirmed } from './conversations/confirm.ts';
import { deleteEndedAccess } from './conversations/links/guest.ts';
import { deleteOldConversations } from './conversations/personal-data.ts';
import { deleteUnusedPictures } from './conversations/pictures.ts';
import { countResponses } from './conversations/response-times.ts';
import type { DB } from './db/schema.ts';
import { deleteGeocodedAddresses, type GeocodingDeps, geocodeListings } from './geocoding/geocode-listings.ts';
import { deleteOldImportHistory } from './import/runs/retention.ts';
import { removeOldUploads } from './import/uploads/discard-upload.ts';
import type { UploadDeps } from './import/uploads/uploads.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { ScheduledTasks } from './jobs/scheduled-tasks.ts';
import { sendAccuracyChecks } from './listings/lifecycle/accuracy-check.ts';
import { sendExpiryEmails } from './listings/lifecycle/notices.ts';
import { purge } from './listings/lifecycle/purge.ts';
import { deleteOldVersions } from './listings/versions/versions.ts';
import type { PaymentDeps } from './payments/payment-deps.ts';
import { reconcilePending } from './payments/reconcile-pending.ts';
import { forgetPayers } from './payments/retention.ts';
import { deleteOrphanedFiles } from './photos/orphaned-files.ts';
import type { Gazetteer } from './places/gazetteer.ts';
import { deleteOldReports } from './reports/reports.ts';
import { deleteOldSuggestedEdits, forgetNetworks } from './reports/suggested-edits/suggest-edit.ts';
import { forgetReviewNetworks } from './reviews/fake-signs.ts';
import { deleteUnusedReviewPictures } from './reviews/pictures.ts';
import { deleteOldCodes } from './reviews/receipt-codes.ts';
import { releaseReviews } from './reviews/release.ts';
import { sendSearchAlerts } from './saved/alerts.ts';
import { deleteOldEmptySearches } from './search/empty-searches.ts';
import { deleteUnusedWords, reindexExpiredPlans, reindexSpecialHours } from './search/index-maintenance.ts';
import { deleteOldDecisionTimes } from './staff/decision-times.ts';
import { deleteOldInvitations } from './staff/invitations.ts';
import type { ScheduledBackup } from './storage/backup/scheduled-backup.ts';
import type { Storage } from './storage/storage.ts';
import { deleteOldSimulatedEvents } from './stripe/simulator/store.ts';

/** What scheduled tasks work with. */
export interface ScheduleDeps {
  /** For how many days the audit log is kept. */
  auditLogDays: number;
  db: Kysely<DB>;
  gazetteer: Gazetteer;
  geocoding: GeocodingDeps;
  importUploads: UploadDeps;
  jobs: Jobs;
  payments: PaymentDeps;
  scheduledBackup: ScheduledBackup;
  scheduledExports: ScheduledExports;
  settings: SettingValues;
  site: SiteInfo;
  storage: Storage;
}

const MINUTE = 1;
const HOUR = 60;
const DAY = 24 * HOUR;

/** Everything that the program does regularly, and how often. */
export function createSchedule({
  auditLogDays,
  db,
  geocoding,
  importUploads,
  payments,
  scheduledBackup,
  scheduledExports,
  storage,
  ...deps
}: ScheduleDeps): ScheduledTasks {
  return {
    'aggregate-events': { everyMinutes: MINUTE, work: () => aggregateEvents(db) },
    'back-up': { everyMinutes: HOUR, work: () => scheduledBackup.startIfDue() },
    'compact-pages': { everyMinutes: HOUR, work: () => compactPages(db) },
    'count-responses': { everyMinutes: DAY, work: () => countResponses(db) },
    'delete-bulk-actions': { everyMinutes: DAY, work: () => deleteOldBulkActions(db) },
    'delete-conversations': { everyMinutes: DAY, work: () => deleteOldConversations(db) },
    'delete-decision-times': { everyMinutes: DAY, work: () => deleteOldDecisionTimes(db) },
    'delete-empty-searches': { everyMinutes: HOUR, work: () => deleteOldEmptySearches(db) },
    'delete-ended-access': { everyMinutes: HOUR, work: () => deleteEndedAccess(db) },
    'delete-events': { everyMinutes: HOUR, work: () => deleteOldEvents(db) },
    'delete-expired': { everyMinutes: HOUR, work: () => deleteExpired(db, auditLogDays) },
    'delete-geocoded-addresses': { everyMinutes: DAY, work: () => deleteGeocodedAddresses(db) },
    'delete-import-history': { everyMinutes: DAY, work: () => deleteOldImportHistory(db) },
    'delete-listing-invitations': { everyMinutes: HOUR, work: () => deleteOldListingInvitations(db) },
    'delete-listing-versions': { everyMinutes: DAY, work: () => deleteOldVersions(db) },
    'delete-messages': { everyMinutes: HOUR, work: () => deleteOldMessages(db) },
    'delete-orphaned-files': { everyMinutes: HOUR, work: () => deleteOrphanedFiles(db, storage) },
    'delete-receipt-codes': { everyMinutes: DAY, work: () => deleteOldCodes(db) },
    'delete-reports': { everyMinutes: HOUR, work: () => deleteOldReports(db) },
    'delete-simulated-events': { everyMinutes: DAY, work: () => deleteOldSimulatedEvents(db) },
    'delete-staff-invitations': { everyMinutes: HOUR, work: () => deleteOldInvitations(db) },
    'delete-suggested-edits': { everyMinutes: DAY, work: () => deleteOldSuggestedEdits(db) },
    'delete-unconfirmed-messages': { everyMinutes: HOUR, work: () => deleteUnconfirmed(db) },
    'delete-unused-pictures': { everyMinutes: HOUR, work: () => deleteUnusedPictures(db) },
    'delete-unused-words': { everyMinutes: DAY, work: () => deleteUnusedWords(db) },
    'delete-unused-review-pictures': { everyMinutes: HOUR, work: () => deleteUnusedReviewPictures(db) },
    'delete-visitors': { everyMinutes: HOUR, work: () => deletePastVisitors(db) },
    'fill-username-skeletons': { everyMinutes: DAY, work: () => fillUsernameSkeletons(db) },
    'forget-networks': { everyMinutes: HOUR, work: () => forgetNetworks(db) },
    'forget-review-networks': { everyMinutes: HOUR, work: () => forgetReviewNetworks(db) },
    'forget-payers': { everyMinutes: HOUR, work: () => forgetPayers(db) },
    'geocode-listings': { everyMinutes: MINUTE, work: () => geocodeListings(geocoding) },
    'make-exports': { everyMinutes: HOUR, work: () => scheduledExports.startIfDue() },
    'merge-view-parts': { everyMinutes: DAY, work: () => mergeViewParts(db) },
    'purge-listings': { everyMinutes: HOUR, work: () => purge(db) },
    'reconcile-payments': { everyMinutes: 5 * MINUTE, work: () => reconcilePending(payments) },
    'reindex-expired-plans': { everyMinutes: HOUR, work: () => reindexExpiredPlans(db) },
    'reindex-special-hours': { everyMinutes: DAY, work: () => reindexSpecialHours(db) },
    'remove-old-uploads': { everyMinutes: HOUR, work: () => removeOldUploads(importUploads) },
    'release-reviews': { everyMinutes: 10 * MINUTE, work: () => releaseReviews(db, deps) },
    'send-accuracy-checks': { everyMinutes: DAY, work: () => sendAccuracyChecks(db, deps) },
    'send-expiry-emails': { everyMinutes: HOUR, work: () => sendExpiryEmails(db, deps) },
    'send-search-alerts': { everyMinutes: HOUR, work: () => sendSearchAlerts(db, deps) },
    'send-weekly-summaries': { everyMinutes: HOUR, work: () => sendWeeklySummaries(db, deps) },
  };
}

/** Tasks that reach people, the payment provider, or files that the site itself may use too. */
const NOT_IN_COPIES = /^(send|reconcile|release)-|^(back-up|delete-orphaned-files|make-exports)$/;

/** The tasks of a restored copy. */
export const selectForCopies = (tasks: ScheduledTasks): ScheduledTasks =>
  Object.fromEntries(Object.entries(tasks).filter(([name]) => !NOT_IN_COPIES.test(name)));
