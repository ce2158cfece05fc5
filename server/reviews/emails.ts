import { REVIEW_RULES, type ReviewRule } from '#contract/reviews/rules.ts';
import type { SiteInfo } from '../accounts/emails.ts';
import type { Email } from '../mail/mailer.ts';
import { disarmLine, quoteLine, quoteLines } from '../mail/quote.ts';

const MAX_QUOTED = 1000;

/** To who entered a receipt code: where they write the review. */
export const codeEnteredEmail = (
  { name, origin }: SiteInfo,
  { to, id, business, token }: { to: string; id: number; business: string; token: string },
): Email => ({
  to,
  purpose: 'requested',
  subject: `Write your review of ${disarmLine(business)}`,
  text: `Hello,

You entered a receipt code of ${quoteLine(business)} on ${name}. Write your review here:

${origin}/receipt-codes/${id}?token=${token}

The business doesn’t see your email address, or who used which code. The link works for 14 days, and afterwards to change your review.

If you didn’t enter it, ignore this email.

${name}`,
});

/** To the author of a review that visitors can read now. `url` is the path of the page on which the review can be changed. */
export const reviewShownEmail = (
  { name, origin }: SiteInfo,
  { to, business, url }: { to: string; business: string; url: string },
): Email => ({
  to,
  subject: `Your review of ${disarmLine(business)} is live`,
  text: `Hello,

Thank you. Visitors of ${name} can read your review of ${quoteLine(business)} now.

You can change or delete it here: ${origin}${url}

${name}`,
});

/** To the author of a review, or of a change of one, that is not shown: the rule, the reason, the time and how to appeal. */
export const reviewWithheldEmail = (
  { name, origin }: SiteInfo,
  {
    to,
    business,
    rule,
    reason,
    decision,
    url,
  }: {
    to: string;
    business: string;
    rule: ReviewRule;
    reason: string;
    /** Whether it is the first one, answers an appeal, or is about a change, in place of which the earlier text stays. */
    decision: 'first' | 'appeal' | 'change';
    url: string;
  },
): Email => ({
  to,
  subject:
    decision === 'appeal'
      ? `We looked again at your review of ${disarmLine(business)}`
      : `Your ${decision === 'change' ? 'change of the ' : ''}review of ${disarmLine(business)} is not shown`,
  text: `Hello,

A person on our team read your ${decision === 'change' ? 'change of the ' : ''}review of ${quoteLine(business)} ${WITHHELD[decision].decided}.

Rule: ${REVIEW_RULES[rule]}
Reason: ${quoteLine(reason, 500)}

${WITHHELD[decision].next}: ${origin}${url}

The page of the business says how many reviews are not shown, and why. Businesses can’t hide, delete or order reviews, and what they pay for changes nothing.

${name}`,
});

const WITHHELD = {
  first: {
    decided: 'and decided not to show it',
    next: 'You can change your review, or appeal. A person answers within two business days',
  },
  appeal: { decided: 'again, and it stays hidden', next: 'You can change your review' },
  change: { decided: 'and decided not to show it. The earlier text stays', next: 'You can change your review again' },
};

/** To a business: somebody reviewed it. */
export const newReviewEmail = (
  { name, origin }: SiteInfo,
  { to, business, stars, text }: { to: string; business: string; stars: number; text: string },
): Email => ({
  to,
  subject: `A customer reviewed ${disarmLine(business)}`,
  text: `Hello,

A customer reviewed ${quoteLine(business)}: ${stars} of 5 stars.

${quoteLines(text, MAX_QUOTED)}

You can reply once, in public, and report a review that breaks a rule: ${origin}/account#reviews

${name}`,
});

/** To a business that reported a review: what the staff decided. */
export const reviewReportDecidedEmail = (
  { name }: SiteInfo,
  { to, business, isWithheld }: { to: string; business: string; isWithheld: boolean },
): Email => ({
  to,
  subject: `We looked at the review of ${disarmLine(business)}`,
  text: `Hello,

Thank you for your report. A person on our team read the review of ${quoteLine(business)}. ${isWithheld ? 'It breaks a rule, and is not shown any more.' : 'It breaks no rule, and stays.'}

${name}`,
});
