import type { Queue } from '#contract/admin/today.ts';
import { t } from '#contract/i18n/t.ts';

/** How a queue is shown: its section of `/admin`, and what a number of its entries are called. */
interface QueueLink {
  tab: string;
  label: string;
  icon: string;
  toNoun: (count: number) => string;
}

/** Where each queue is worked through. A new one is an entry here. */
export const QUEUE_LINKS: Record<Queue, QueueLink> = {
  reports: {
    tab: 'reports',
    label: t('Reports'),
    icon: 'flag',
    toNoun: (count) => t('{count, plural, one {open report} other {open reports}}', { count }),
  },
  'suggested-edits': {
    tab: 'suggested-edits',
    label: t('Suggested edits'),
    icon: 'pen-line',
    toNoun: (count) => t('{count, plural, one {suggestion to decide} other {suggestions to decide}}', { count }),
  },
  approvals: {
    tab: 'approvals',
    label: t('Approvals'),
    icon: 'circle-check',
    toNoun: (count) => t('{count, plural, one {listing to approve} other {listings to approve}}', { count }),
  },
  licenses: {
    tab: 'licenses',
    label: t('Licenses'),
    icon: 'shield-check',
    toNoun: (count) => t('{count, plural, one {license to check} other {licenses to check}}', { count }),
  },
  claims: {
    tab: 'claims',
    label: t('Claims'),
    icon: 'store',
    toNoun: (count) => t('{count, plural, one {claim to decide} other {claims to decide}}', { count }),
  },
  objections: {
    tab: 'objections',
    label: t('Objections'),
    icon: 'message-square-text',
    toNoun: (count) => t('{count, plural, one {objection to decide} other {objections to decide}}', { count }),
  },
  matches: {
    tab: 'matches',
    label: t('Duplicates'),
    icon: 'copy',
    toNoun: (count) => t('{count, plural, one {pair to compare} other {pairs to compare}}', { count }),
  },
  reviews: {
    tab: 'reviews',
    label: t('Reviews'),
    icon: 'star',
    toNoun: (count) => t('{count, plural, one {review to decide} other {reviews to decide}}', { count }),
  },
  conversations: {
    tab: 'conversations',
    label: t('Customer messages'),
    icon: 'message-square-text',
    toNoun: (count) =>
      t('{count, plural, one {held or reported message} other {held or reported messages}}', { count }),
  },
  messages: {
    tab: 'messages',
    label: t('Messages'),
    icon: 'mail',
    toNoun: (count) => t('{count, plural, one {new message} other {new messages}}', { count }),
  },
  'refund-requests': {
    tab: 'payments',
    label: t('Refund requests'),
    icon: 'undo-2',
    toNoun: (count) => t('{count, plural, one {request to answer} other {requests to answer}}', { count }),
  },
  disputes: {
    tab: 'payments',
    label: t('Disputes'),
    icon: 'receipt-text',
    toNoun: (count) => t('{count, plural, one {open dispute} other {open disputes}}', { count }),
  },
  imports: {
    tab: 'imports',
    label: t('Imports'),
    icon: 'upload',
    toNoun: (count) => t('{count, plural, one {file waiting or stopped} other {files waiting or stopped}}', { count }),
  },
  'failed-mails': {
    tab: 'failures',
    label: t('Failed emails'),
    icon: 'mail-warning',
    toNoun: (count) => t('{count, plural, one {email not delivered} other {emails not delivered}}', { count }),
  },
  'failed-jobs': {
    tab: 'failures',
    label: t('Failed tasks'),
    icon: 'rotate-cw',
    toNoun: (count) => t('{count, plural, one {task given up} other {tasks given up}}', { count }),
  },
  searches: {
    tab: 'searches',
    label: t('Searches'),
    icon: 'search',
    toNoun: (count) =>
      t(
        '{count, plural, one {search without results since yesterday} other {searches without results since yesterday}}',
        { count },
      ),
  },
};
