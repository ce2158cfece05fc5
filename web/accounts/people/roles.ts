import { t } from '#contract/i18n/t.ts';
import type { ListingRole } from '#contract/ownership/members.ts';

/** What each role is called, and what it is for. */
export const ROLE_LABELS: Record<ListingRole, string> = {
  owner: t('New owner'),
  manager: t('Manager'),
  viewer: t('Viewer'),
};

export const ROLE_SUMMARIES: Record<ListingRole, string> = {
  owner: t('Everything: edit, pause, delete and pay for it, and invite people to help'),
  manager: t('Edit, add photos, pause and renew, and see analytics. Not delete, pay, hand over or invite.'),
  viewer: t('See the listings and their analytics. Change nothing.'),
};
