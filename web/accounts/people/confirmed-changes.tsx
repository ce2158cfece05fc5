import type { ReactNode } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { ListingInvitation } from '#contract/ownership/invitations.ts';
import type { Member, Membership } from '#contract/ownership/members.ts';
import { rich } from '#web/base/i18n/rich.ts';
import type { ConfirmedChange } from './change-dialog.tsx';

const strong = (text: ReactNode) => <strong>{text}</strong>;

/** Removes somebody who helps the user. */
export const toRemoval = ({ id, username }: Member): ConfirmedChange => ({
  title: t('Remove this person?'),
  description: rich(
    '<strong>{username}</strong> can’t open your listings anymore, and is told by email. What they changed stays.',
    { strong, username },
  ),
  label: t('Remove'),
  busyLabel: t('Removing...'),
  change: { method: 'DELETE', path: `members/${id}`, done: t('Removed', null, 'toast') },
});

/** Withdraws an invitation. */
export const toWithdrawal = ({ id, recipient }: ListingInvitation): ConfirmedChange => ({
  title: t('Withdraw this invitation?'),
  description: rich('The link for <strong>{recipient}</strong> stops working right away.', { strong, recipient }),
  label: t('Withdraw'),
  busyLabel: t('Withdrawing...'),
  change: { method: 'DELETE', path: `invitations/${id}`, done: t('Invitation withdrawn') },
});

/** Ends helping a business. */
export const toLeaving = ({ id, business }: Membership): ConfirmedChange => ({
  title: t('Stop helping?'),
  description: rich(
    'You won’t see the listings of <strong>{business}</strong> anymore. They’d have to invite you again.',
    { strong, business },
  ),
  label: t('Leave'),
  busyLabel: t('Leaving...'),
  change: { method: 'DELETE', path: `memberships/${id}`, done: t('You’ve left') },
});
