import type { AnnouncementFilter, LAST_SEEN, Recipient, RecipientState } from '#contract/admin/emails/announcements.ts';
import { t } from '#contract/i18n/t.ts';

/** What the plans of the audience are called. */
export const PLAN_LABELS: Record<AnnouncementFilter['plan'], string> = {
  any: t('Any plan'),
  free: t('Free'),
  enhanced: t('Enhanced'),
  premium: t('Premium'),
};

/** When owners were seen last. */
export const LAST_SEEN_LABELS: Record<(typeof LAST_SEEN)[number], string> = {
  any: t('At any time'),
  'within-30': t('In the past 30 days'),
  'within-90': t('In the past 90 days'),
  'not-30': t('Not in the past 30 days'),
  'not-90': t('Not in the past 90 days'),
  'not-365': t('Not in the past year'),
};

/** What became of a recipient. */
export const STATE_LABELS: Record<RecipientState, string> = {
  waiting: t('Waiting', null, 'email'),
  sending: t('Sending', null, 'email'),
  sent: t('Sent', null, 'email'),
  failed: t('Failed', null, 'email'),
  unsubscribed: t('Unsubscribed', null, 'recipient'),
  stopped: t('Stopped', null, 'email'),
};

/** Why a recipient did not get it. */
export const PROBLEM_LABELS: Record<NonNullable<Recipient['problem']>, string> = {
  'no-address': t('The account has no confirmed address anymore.'),
  rejected: t('The mail server says there’s no such address.'),
  'too-many': t('This address had too many emails in an hour.'),
  interrupted: t('Sending was interrupted. It may have arrived, so it isn’t sent again.'),
  refused: t('The mail server refused it again and again.'),
};
