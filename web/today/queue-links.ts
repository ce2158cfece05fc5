import type { Queue } from '#contract/admin/today.ts';
import { t } from '#contract/i18n/t.ts';

/** How a queue is shown: its section of `/admin`, and what one and several of its entries are called. */
interface QueueLink {
  tab: string;
  label: string;
  icon: string;
  one: string;
  many: string;
}

/** Where each queue is worked through. A new one is an entry here. */
export const QUEUE_LINKS: Record<Queue, QueueLink> = {
  reports: { tab: 'reports', label: t('Reports'), icon: 'flag', one: 'open report', many: 'open reports' },
  'suggested-edits': {
    tab: 'suggested-edits',
    label: t('Suggested edits'),
    icon: 'pen-line',
    one: 'suggestion to decide',
    many: 'suggestions to decide',
  },
  approvals: {
    tab: 'approvals',
    label: t('Approvals'),
    icon: 'circle-check',
    one: 'listing to approve',
    many: 'listings to approve',
  },
  claims: { tab: 'claims', label: t('Claims'), icon: 'store', one: 'claim to decide', many: 'claims to decide' },
  objections: {
    tab: 'objections',
    label: t('Objections'),
    icon: 'message-square-text',
    one: 'objection to decide',
    many: 'objections to decide',
  },
  matches: { tab: 'matches', label: t('Duplicates'), icon: 'copy', one: 'pair to compare', many: 'pairs to compare' },
  reviews: { tab: 'reviews', label: t('Reviews'), icon: 'star', one: 'review to decide', many: 'reviews to decide' },
  conversations: {
    tab: 'conversations',
    label: t('Customer messages'),
    icon: 'message-square-text',
    one: 'held or reported message',
    many: 'held or reported messages',
  },
  messages: { tab: 'messages', label: t('Messages'), icon: 'mail', one: 'new message', many: 'new messages' },
  'refund-requests': {
    tab: 'payments',
    label: t('Refund requests'),
    icon: 'undo-2',
    one: 'request to answer',
    many: 'requests to answer',
  },
  disputes: { tab: 'payments', label: t('Disputes'), icon: 'receipt-text', one: 'open dispute', many: 'open disputes' },
  imports: {
    tab: 'imports',
    label: t('Imports'),
    icon: 'upload',
    one: 'file waiting or stopped',
    many: 'files waiting or stopped',
  },
  'failed-mails': {
    tab: 'failures',
    label: t('Failed emails'),
    icon: 'mail-warning',
    one: 'email not delivered',
    many: 'emails not delivered',
  },
  'failed-jobs': {
    tab: 'failures',
    label: t('Failed jobs'),
    icon: 'rotate-cw',
    one: 'job given up',
    many: 'jobs given up',
  },
  searches: {
    tab: 'searches',
    label: t('Searches'),
    icon: 'search',
    one: 'search without results since yesterday',
    many: 'searches without results since yesterday',
  },
};
