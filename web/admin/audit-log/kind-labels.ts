import type { AuditKind, AuditLogEntry } from '#contract/admin/audit-log.ts';
import { t } from '#contract/i18n/t.ts';

type Entry = Pick<AuditLogEntry, 'at' | 'kind' | 'listingId' | 'before' | 'after'>;

/** What an entry says was done: its kind, or more exactly where a kind is of several acts. */
export const describeEntry = (entry: Entry): string => DETAILS[entry.kind]?.(entry) || KIND_LABELS[entry.kind];

const isNew = ({ before }: Entry) => before === null;
const isNow = (entry: Entry, status: string) => entry.after?.status === status && entry.before?.status !== status;

const IMMEDIATE_MS = 60_000;
const isImmediate = ({ at, after }: Entry) =>
  typeof after?.holdsFrom === 'string' && Date.parse(after.holdsFrom) - Date.parse(at) < IMMEDIATE_MS;

const DETAILS: Partial<Record<AuditKind, (entry: Entry) => string | false>> = {
  'ad-changed': (entry) => (isNew(entry) ? t('Ad booked') : isNow(entry, 'ended') && t('Booked ad ended')),
  'notice-changed': (entry) => (isNew(entry) ? t('Notice added') : isNow(entry, 'ended') && t('Notice ended')),
  'picture-changed': (entry) =>
    isNew(entry) ? t('Picture added to the library') : isNow(entry, 'deleted') && t('Picture deleted from the library'),
  'place-changed': (entry) =>
    isNew(entry) ? t('Neighborhood added') : isNow(entry, 'deleted') && t('Neighborhood deleted'),
  'price-scheduled': (entry) => isImmediate(entry) && t('Price changed'),
  'tax-scheduled': (entry) => isImmediate(entry) && t('Sales tax changed'),
  'setting-changed': ({ after }) => after?.isDefault === true && t('Setting reset'),
  'credit-given': ({ listingId }) => listingId !== null && t('Listing featured as a gift'),
  'credit-taken-back': ({ listingId }) => listingId !== null && t('Gift ended'),
  'text-published': (entry) =>
    isNow(entry, 'scheduled')
      ? t('Text scheduled')
      : entry.before?.status === 'scheduled'
        ? t('Publication canceled')
        : isNow(entry, 'removed')
          ? t('Text removed')
          : isNow(entry, 'release') && t('Original text restored'),
};

/** What each kind of event is called. */
export const KIND_LABELS: Record<AuditKind, string> = {
  registered: t('Registered'),
  'signed-in': t('Signed in'),
  'sign-in-failed': t('Sign-in failed'),
  'signed-out': t('Signed out'),
  'password-changed': t('Password changed'),
  'password-reset': t('Password reset by email'),
  'email-changed': t('Email changed'),
  suspended: t('Suspended', null, 'audit log'),
  activated: t('Activated'),
  deleted: t('Account deleted'),
  'listing-hidden': t('Listing hidden'),
  'listing-shown': t('Listing shown again'),
  'listing-kept': t('Listing kept'),
  'listing-renewed': t('Listing renewed by itself'),
  'listing-recategorized': t('Category changed'),
  'listing-moved': t('City changed'),
  'listing-deleted': t('Listing deleted'),
  'bulk-change-undone': t('Bulk action undone'),
  'listing-approved': t('Listing approved'),
  'listing-declined': t('Listing declined'),
  'approval-rules-changed': t('Approval rules changed'),
  'listing-edited': t('Listing corrected'),
  'listing-restored': t('Listing restored to a version'),
  'objection-decided': t('Objection decided'),
  'claim-approved': t('Claim approved'),
  'claim-declined': t('Claim declined'),
  'claim-taken-back': t('Listing taken back'),
  'payment-refunded': t('Payment refunded'),
  'refund-declined': t('Refund declined'),
  'import-uploaded': t('Import file uploaded'),
  'import-started': t('Import started'),
  'import-canceled': t('Import canceled'),
  'import-undone': t('Import undone'),
  'mail-resent': t('Emails sent again'),
  'mail-discarded': t('Failed emails discarded'),
  'job-rerun': t('Failed tasks tried again'),
  'data-exported': t('Data exported'),
  'samples-removed': t('Samples removed'),
  'backup-started': t('Backup started'),
  'export-scheduled': t('Export scheduled'),
  'export-unscheduled': t('Scheduled export removed'),
  'invoice-reissued': t('Invoice reissued'),
  'price-scheduled': t('Price scheduled'),
  'price-withdrawn': t('Price withdrawn'),
  'coupon-created': t('Coupon created'),
  'coupon-changed': t('Coupon changed'),
  'coupon-ended': t('Coupon ended'),
  'tax-scheduled': t('Sales tax scheduled'),
  'tax-withdrawn': t('Sales tax withdrawn'),
  'credit-given': t('Credits given'),
  'credit-taken-back': t('Credit taken back'),
  'edit-accepted': t('Suggested edit accepted'),
  'edit-dismissed': t('Suggested edit dismissed'),
  'api-key-created': t('API key created'),
  'api-key-revoked': t('API key revoked'),
  'webhook-created': t('Webhook created'),
  'webhook-deleted': t('Webhook deleted'),
  'webhook-secret-rotated': t('Webhook secret replaced'),
  'webhook-paused': t('Webhook paused'),
  'webhook-resumed': t('Webhook resumed'),
  'second-factor-added': t('Two-step verification added'),
  'second-factor-removed': t('Two-step verification removed'),
  'second-factor-reset': t('Two-step verification reset'),
  'recovery-codes-made': t('Recovery codes replaced'),
  'setting-changed': t('Setting changed'),
  'staff-invited': t('Invited to the team'),
  'invitation-resent': t('Invitation sent again'),
  'invitation-withdrawn': t('Invitation withdrawn'),
  'staff-joined': t('Joined the team'),
  'role-changed': t('Role changed'),
  'staff-removed': t('Removed from the team'),
  'sessions-ended': t('Signed out by an administrator'),
  'notice-changed': t('Notice changed'),
  'ad-changed': t('Booked ad changed'),
  'picture-changed': t('Picture of the library changed'),
  'category-added': t('Category added'),
  'category-edited': t('Category edited'),
  'place-changed': t('Place changed'),
  'categories-ordered': t('Categories reordered'),
  'category-merged': t('Category merged'),
  'text-published': t('Text published'),
  'text-drafted': t('Draft of a text changed'),
  'sign-up-invited': t('Invited to create an account'),
  'sign-up-invitation-withdrawn': t('Invitation to create an account withdrawn'),
  'announcement-started': t('Email to owners started'),
  'announcement-stopped': t('Email to owners stopped'),
  'sample-email-sent': t('Sample email sent'),
  'report-closed': t('Report closed'),
  'review-shown': t('Review shown'),
  'review-withheld': t('Review withheld'),
  'review-report-dismissed': t('Report of a review closed'),
  'review-appeal-decided': t('Appeal about a review decided'),
  'message-approved': t('Message passed on'),
  'message-withheld': t('Message withheld'),
  'conversation-stopped': t('Conversation stopped'),
  'message-report-dismissed': t('Report of a conversation closed'),
  'listing-posted': t('Listing posted for a business'),
  'listing-offered': t('Listing offered to an owner'),
  'offer-resent': t('Invitation to a listing sent again'),
  'offer-withdrawn': t('Invitation to a listing withdrawn'),
  'offer-declined': t('Invitation to a listing declined'),
  'listing-transferred': t('Listing given to an owner'),
  'member-invited': t('Invited to help a business'),
  'member-joined': t('Helps a business'),
  'member-removed': t('No longer helps a business'),
};
