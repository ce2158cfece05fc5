import { t } from '#contract/i18n/t.ts';
import type { SiteInfo } from '#server/accounts/emails.ts';
import type { Email } from '#server/platform/mail/mailer.ts';
import { defangLine, quoteLine, quoteLines } from '#server/platform/mail/quote.ts';
import { joinParagraphs, toButton, toPageUrl } from '#server/platform/mail/write-email.ts';

const MAX_QUOTED = 1000;

/** To a business: somebody reviewed it. */
export const newReviewEmail = (
  site: SiteInfo,
  { to, business, stars, text }: { to: string; business: string; stars: number; text: string },
): Email => ({
  to,
  subject: t('A customer reviewed {business}', { business: defangLine(business) }),
  text: joinParagraphs(
    t('Hello,'),
    t('A customer reviewed {business}: {stars} of 5 stars.', { business: quoteLine(business), stars }),
    quoteLines(text, MAX_QUOTED),
    t('You can reply once, in public, and report a review that breaks a rule.'),
    toButton(t('Read and reply'), toPageUrl(site, '/account#reviews')),
    site.name,
  ),
});

/** To a business that reported a review: what the staff decided. */
export const reviewReportDecidedEmail = (
  site: SiteInfo,
  { to, business, isWithheld }: { to: string; business: string; isWithheld: boolean },
): Email => ({
  to,
  subject: t('We looked at the review of {business}', { business: defangLine(business) }),
  text: joinParagraphs(
    t('Hello,'),
    isWithheld
      ? t(
          'Thank you for your report. A person on our team read the review of {business}. It breaks a rule, and is not shown any more.',
          { business: quoteLine(business) },
        )
      : t(
          'Thank you for your report. A person on our team read the review of {business}. It breaks no rule, and stays.',
          { business: quoteLine(business) },
        ),
    toButton(t('See your reviews'), toPageUrl(site, '/account#reviews')),
    site.name,
  ),
});
