import type { Role } from '#contract/admin/roles.ts';
import { INVITATION_DAYS } from '#contract/admin/staff.ts';
import { t } from '#contract/i18n/t.ts';
import type { SiteInfo } from '#server/accounts/emails.ts';
import type { Email } from '#server/platform/mail/mailer.ts';
import { quoteLine } from '#server/platform/mail/quote.ts';
import { joinParagraphs, toButton, toPageUrl, toTokenUrl } from '#server/platform/mail/write-email.ts';

/** To somebody who is asked to join the staff. Who invites is an administrator, whose username the page of the link shows too. */
export const invitationEmail = (
  site: SiteInfo,
  { to, role, invitedBy, token }: { to: string; role: Role; invitedBy: string; token: string },
): Email => ({
  to,
  purpose: 'requested',
  subject: t('Join the team that runs {name}', { name: site.name }),
  text: joinParagraphs(
    t('Hello,'),
    t('{inviter}, an administrator of {name}, invites you to help run the site as {role}.', {
      inviter: quoteLine(invitedBy),
      name: site.name,
      role: toRoleName(role),
    }),
    t('See the invitation and accept it here:'),
    toButton(t('See the invitation'), toTokenUrl(site, '/join', token)),
    t(
      'The link works once, for {days} days. If you don’t know who invited you, you can ignore this email. Nothing will change.',
      { days: INVITATION_DAYS },
    ),
    site.name,
  ),
});

/** To a member of the staff whose role was changed or, without a role, taken. */
export const roleChangedEmail = (site: SiteInfo, to: string, role: Role | null): Email => ({
  to,
  purpose: 'security',
  subject: role
    ? t('Your role on {name} has changed', { name: site.name })
    : t('You’re no longer on the {name} team', { name: site.name }),
  text: joinParagraphs(
    t('Hello,'),
    role
      ? t('An administrator changed your role on {name}. You’re now {role}.', {
          name: site.name,
          role: toRoleName(role),
        })
      : t(
          'An administrator removed you from the team that runs {name}. Your account and your listings stay as they are.',
          { name: site.name },
        ),
    role
      ? toButton(t('Open the administration'), toPageUrl(site, '/admin'))
      : toButton(t('Open your account'), toPageUrl(site, '/account')),
    t('If you didn’t expect this, contact {email}.', { email: site.supportEmail }),
    site.name,
  ),
});

/** 'a moderator', 'part of support'. */
const toRoleName = (role: Role) =>
  t(
    '{role, select, administrator {an administrator} moderator {a moderator} support {part of support} finance {part of finance} other {an editor}}',
    { role },
  );
