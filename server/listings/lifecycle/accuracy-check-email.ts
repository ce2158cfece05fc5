import { t } from '#contract/i18n/t.ts';
import type { SiteInfo } from '#server/accounts/emails.ts';
import type { EmailListing } from '#server/listings/emails.ts';
import type { Email } from '#server/platform/mail/mailer.ts';
import { quoteLine } from '#server/platform/mail/quote.ts';
import { joinParagraphs, toButton, toPageUrl, toTokenUrl } from '#server/platform/mail/write-email.ts';

// Owners of more listings find the others in their account.
const MAX_CHECKED = 20;

/** The email that asks an owner whether listings are still right. `token` confirms them, and stops these emails; `oneClickToken` only stops them. */
export function accuracyCheckEmail(
  site: SiteInfo,
  {
    to,
    token,
    oneClickToken,
    listings,
  }: { to: string; token: string; oneClickToken: string; listings: EmailListing[] },
): Email {
  const count = listings.length;
  const rest = count - MAX_CHECKED;
  return {
    to,
    subject: t('{count, plural, one {Is your listing} other {Are your listings}} on {name} still right?', {
      count,
      name: site.name,
    }),
    text: joinParagraphs(
      t('Hello,'),
      t(
        'Customers rely on your hours, phone number and address. Please take a moment to check {count, plural, one {your listing} other {your listings}}:',
        { count },
      ),
      ...listings.slice(0, MAX_CHECKED).map(({ id, title }) => `${quoteLine(title)}\n${toPageUrl(site, `/ads/${id}`)}`),
      rest > 0 && `${t('And {rest} more, in your account:', { rest })}\n${toPageUrl(site, '/account')}`,
      t(
        'Everything is right? Confirm it with one click, and {count, plural, one {the page says} other {the pages say}} so:',
        { count },
      ),
      toButton(t('Everything is right'), toTokenUrl(site, '/still-right', token)),
      t('Something changed? Edit it in your account: {url}', { url: toPageUrl(site, '/account') }),
      `${t('You get this email twice a year at most. Unsubscribe with one click:')}\n${toTokenUrl(site, '/unsubscribe?of=accuracy-check', token)}`,
      site.name,
    ),
    unsubscribe: `${site.origin}/api/unsubscribe/${oneClickToken}`,
  };
}
