import { t } from '#contract/i18n/t.ts';
import type { MemberRole } from '#contract/ownership/members.ts';
import type { SiteInfo } from '#server/accounts/emails.ts';
import type { Email } from '#server/platform/mail/mailer.ts';
import { quoteLine } from '#server/platform/mail/quote.ts';
import { joinParagraphs, toButton, toPageUrl } from '#server/platform/mail/write-email.ts';
import type { InvitedListing } from './emails.ts';

/** To an owner who hands listings over, when it was asked for and may be somebody else's doing. */
export const handOverStartedEmail = (
  site: SiteInfo,
  { to, recipient, listing }: { to: string; recipient: string; listing: InvitedListing },
): Email => ({
  to,
  purpose: 'security',
  subject: listing
    ? t('You’re handing over a listing on {name}', { name: site.name })
    : t('You’re handing over your listings on {name}', { name: site.name }),
  text: joinParagraphs(
    t('Hello,'),
    listing
      ? t(
          'Your account asked to hand the listing {title} over to {recipient}. It stays yours until they accept. Until then you can withdraw it:',
          { title: quoteLine(listing.title), recipient: quoteLine(recipient) },
        )
      : t(
          'Your account asked to hand all of your listings over to {recipient}. It stays yours until they accept. Until then you can withdraw it:',
          { recipient: quoteLine(recipient) },
        ),
    toButton(t('See or withdraw it'), toPageUrl(site, '/account#people')),
    t('If this wasn’t you, withdraw it, change your password, and contact {email}.', { email: site.supportEmail }),
    site.name,
  ),
});

/** To somebody who has received listings. */
export const listingsReceivedEmail = (site: SiteInfo, { to, count }: { to: string; count: number }): Email => ({
  to,
  subject: t('{count, plural, one {The listing on {name} is yours} other {The listings on {name} are yours}}', {
    count,
    name: site.name,
  }),
  text: joinParagraphs(
    t('Hello,'),
    t(
      '{count, plural, one {The listing you accepted is now yours. Edit, pause or renew it} other {The # listings you accepted are now yours. Edit, pause or renew them}} anytime:',
      { count },
    ),
    toButton(t('Open your account'), toPageUrl(site, '/account')),
    t('If you didn’t accept {count, plural, one {it} other {them}}, contact {email}.', {
      count,
      email: site.supportEmail,
    }),
    site.name,
  ),
});

/** What an invitation was for, of which its sender is notified. */
interface Answer {
  to: string;
  recipient: string;
  role: MemberRole | 'owner';
  /** How many listings changed hands. */
  count?: number;
}

/** To the sender of an invitation that was accepted. */
export const acceptedEmail = (site: SiteInfo, { to, recipient, role, count = 1 }: Answer): Email => ({
  to,
  subject: t('Your invitation on {name} was accepted', { name: site.name }),
  text: joinParagraphs(
    t('Hello,'),
    role === 'owner'
      ? t(
          '{recipient} accepted. {count, plural, one {The listing now belongs} other {# listings now belong}} to them.',
          { recipient: quoteLine(recipient), count },
        )
      : t('{recipient} now helps with your listings as {role, select, manager {manager} other {viewer}}.', {
          recipient: quoteLine(recipient),
          role,
        }),
    role === 'owner'
      ? toButton(t('Open your account'), toPageUrl(site, '/account'))
      : toButton(t('See who helps you'), toPageUrl(site, '/account#people')),
    t('If you didn’t expect this, contact {email}.', { email: site.supportEmail }),
    site.name,
  ),
});

/** To the sender of an invitation that was declined. */
export const declinedEmail = (site: SiteInfo, { to, recipient, role }: Answer): Email => ({
  to,
  subject: t('Your invitation on {name} was declined', { name: site.name }),
  text: joinParagraphs(
    t('Hello,'),
    t(
      '{recipient} declined your invitation to {role, select, owner {take over what you offered} other {help with your listings}}. Nothing has changed.',
      { recipient: quoteLine(recipient), role },
    ),
    toButton(t('Open your account'), toPageUrl(site, '/account#people')),
    site.name,
  ),
});
