import { ROLE_LABELS, type Role } from '#contract/admin/roles.ts';
import { INVITATION_DAYS } from '#contract/admin/staff.ts';
import type { SiteInfo } from '../accounts/emails.ts';
import type { Email } from '../mail/mailer.ts';
import { quoteLine } from '../mail/quote.ts';

/** To somebody who is asked to join the staff. Who invites is an administrator, whose username the page of the link shows too. */
export const invitationEmail = (
  { name, origin }: SiteInfo,
  { to, role, invitedBy, token }: { to: string; role: Role; invitedBy: string; token: string },
): Email => ({
  to,
  purpose: 'requested',
  subject: `Join the team that runs ${name}`,
  text: `Hello,

${quoteLine(invitedBy)}, an administrator of ${name}, invites you to help run the site as ${toRoleName(role)}.

See the invitation and accept it here:

${origin}/join?token=${token}

The link works once, for ${INVITATION_DAYS} days. If you don’t know who invited you, you can ignore this email. Nothing will change.

${name}`,
});

/** To a member of the staff whose role was changed or, without a role, taken. */
export const roleChangedEmail = ({ name, origin, supportEmail }: SiteInfo, to: string, role: Role | null): Email => ({
  to,
  purpose: 'security',
  subject: role ? `Your role on ${name} has changed` : `You’re no longer on the ${name} team`,
  text: `Hello,

${
  role
    ? `An administrator changed your role on ${name}. You’re now ${toRoleName(role)}: ${origin}/admin`
    : `An administrator removed you from the team that runs ${name}. Your account and your listings stay as they are.`
}

If you didn’t expect this, contact ${supportEmail}.

${name}`,
});

const ARTICLES: Record<Role, string> = {
  administrator: 'an ',
  moderator: 'a ',
  support: 'part of ',
  finance: 'part of ',
  editor: 'an ',
};

/** 'a moderator', 'part of support'. */
const toRoleName = (role: Role) => ARTICLES[role] + ROLE_LABELS[role].toLowerCase();
