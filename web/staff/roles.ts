import type { Role } from '#contract/admin/roles.ts';

/** What each role is for, in a few words. */
export const ROLE_SUMMARIES: Record<Role, string> = {
  administrator: 'Everything, including staff, settings and the audit log.',
  moderator: 'Listings, reports, reviews, messages and claims.',
  support: 'Accounts and messages.',
  finance: 'Payments and refunds.',
  editor: 'Texts and categories.',
};
