import type { ListingRole } from '#contract/ownership/members.ts';

/** What each role is called, and what it is for. */
export const ROLE_LABELS: Record<ListingRole, string> = { owner: 'New owner', manager: 'Manager', viewer: 'Viewer' };

export const ROLE_SUMMARIES: Record<ListingRole, string> = {
  owner: 'Everything: edit, pause, delete and pay for it, and invite people to help',
  manager: 'Edit, add photos, pause and renew, and see analytics. Not delete, pay, hand over or invite.',
  viewer: 'See the listings and their analytics. Change nothing.',
};
