import { t, translateDefined } from '#contract/i18n/t.ts';
import { REVIEW_RULES, type ReviewRule } from '#contract/reviews/rules.ts';
import type { SiteInfo } from '#server/accounts/emails.ts';
import type { Email } from '#server/platform/mail/mailer.ts';
import { defangLine, quoteLine, quoteLines } from '#server/platform/mail/quote.ts';
import { joinParagraphs, toButton, toPageUrl, toTokenUrl } from '#server/platform/mail/write-email.ts';

const MAX_QUOTED = 1000;

/** To the address that somebody typed with a receipt code: where they write the review. Nothing in it was typed, the name of the business neither. */
export const codeEnteredEmail = (
  site: SiteInfo,
  { to, id, token }: { to: string; id: number; token: string },
): Email => ({
  to,
  purpose: 'requested',
  subject: t('Write your review on {name}', { name: site.name }),
  text: joinParagraphs(
    t('Hello,'),
    t('You entered a receipt code on {name}. Write your review here:', { name: site.name }),
    toButton(t('Write your review'), toTokenUrl(site, `/receipt-codes/${id}`, token)),
    t(
      'The business doesn’t see your email address, or who used which code. Write the review within 14 days; you can change it later.',
    ),
    t('If you didn’t enter it, ignore this email.'),
    site.name,
  ),
});

/** To the author of a review that visitors can read now. `url` is the path of the page on which the review can be changed. */
export const reviewShownEmail = (
  site: SiteInfo,
  { to, business, url }: { to: string; business: string; url: string },
): Email => ({
  to,
  subject: t('Your review of {business} is live', { business: defangLine(business) }),
  text: joinParagraphs(
    t('Hello,'),
    t('Thank you. Visitors of {name} can read your review of {business} now.', {
      name: site.name,
      business: quoteLine(business),
    }),
    t('You can change or delete it anytime.'),
    toButton(t('Open your review'), toPageUrl(site, url)),
    site.name,
  ),
});

/** To the author of a review: the business replied. `text` is null where its owner has not confirmed an address; the tokens are an account's. */
export const reviewRepliedEmail = (
  site: SiteInfo,
  {
    to,
    business,
    url,
    text,
    token,
    oneClickToken,
  }: { to: string; business: string; url: string; text: string | null; token?: string; oneClickToken?: string },
): Email => ({
  to,
  subject: t('{business} replied to your review', { business: defangLine(business) }),
  text: joinParagraphs(
    t('Hello,'),
    t('{business} replied to your review, where visitors of {name} read it:', {
      business: quoteLine(business),
      name: site.name,
    }),
    text !== null && quoteLines(text, MAX_QUOTED),
    toButton(t('Open your review'), toPageUrl(site, url)),
    t('If the reply changes later, we won’t email you again.'),
    token !== undefined &&
      `${t('Unsubscribe with one click:')}\n${toTokenUrl(site, '/unsubscribe?of=review-reply', token)}`,
    site.name,
  ),
  ...(oneClickToken !== undefined && { unsubscribe: `${site.origin}/api/unsubscribe/${oneClickToken}` }),
});

/** To the author of a review: the account of the business was deleted. `page` is the path of the page on which the review stays; null if it went too. */
export const businessLeftEmail = (
  site: SiteInfo,
  { to, business, page }: { to: string; business: string; page: string | null },
): Email => ({
  to,
  subject: t('Your review of {business}: its owner left', { business: defangLine(business) }),
  text: joinParagraphs(
    t('Hello,'),
    t('The owner of {business} left {name} and deleted the account.', {
      business: quoteLine(business),
      name: site.name,
    }),
    page === null
      ? t('The page of the business went with it, and so did your review: we deleted it.')
      : t(
          'The page of the business stays, without an owner. Your review stays as it is, and what the owner replied to it is gone.',
        ),
    page !== null && toButton(t('Open the page'), toPageUrl(site, page)),
    site.name,
  ),
});

/** To the author of a review, or of a change of one, that is not shown: the rule, the reason, the time and how to appeal. */
export const reviewWithheldEmail = (
  site: SiteInfo,
  {
    to,
    business,
    rule,
    reason,
    decision,
    url,
  }: { to: string; business: string; rule: ReviewRule; reason: string; decision: WithheldDecision; url: string },
): Email => {
  const { subject, decided, next } = describeDecision(decision, business);
  return {
    to,
    subject,
    text: joinParagraphs(
      t('Hello,'),
      decided,
      [
        t('Rule: {rule}', { rule: translateDefined(REVIEW_RULES[rule]) }),
        t('Reason: {reason}', { reason: quoteLine(reason, 500) }),
      ].join('\n'),
      next,
      toButton(t('Open your review'), toPageUrl(site, url)),
      t(
        'The page of the business says how many reviews are not shown, and why. Businesses can’t hide, delete or order reviews, and what they pay for changes nothing.',
      ),
      site.name,
    ),
  };
};

/** Whether it is the first one, answers an appeal, or is about a change, in place of which the earlier text stays. */
type WithheldDecision = 'first' | 'appeal' | 'change';

function describeDecision(decision: WithheldDecision, reviewed: string) {
  const [business, quoted] = [defangLine(reviewed), quoteLine(reviewed)];
  if (decision === 'appeal')
    return {
      subject: t('We looked again at your review of {business}', { business }),
      decided: t('A person on our team read your review of {business} again, and it stays hidden.', {
        business: quoted,
      }),
      next: t('You can change your review.'),
    };
  if (decision === 'change')
    return {
      subject: t('Your change of the review of {business} is not shown', { business }),
      decided: t(
        'A person on our team read your change of the review of {business} and decided not to show it. The earlier text stays.',
        { business: quoted },
      ),
      next: t('You can change your review again.'),
    };
  return {
    subject: t('Your review of {business} is not shown', { business }),
    decided: t('A person on our team read your review of {business} and decided not to show it.', {
      business: quoted,
    }),
    next: t('You can change your review, or appeal. A person answers within two business days.'),
  };
}
