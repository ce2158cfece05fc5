import { defineMessage, t } from '#contract/i18n/t.ts';
import { toTokenPath } from '#server/platform/mail/write-email.ts';
import { newReviewEmail, reviewReportDecidedEmail } from '#server/reviews/business-emails.ts';
import {
  businessLeftEmail,
  codeEnteredEmail,
  reviewRepliedEmail,
  reviewShownEmail,
  reviewWithheldEmail,
} from '#server/reviews/emails.ts';
import { createSample, type EmailSample } from './email-sample.ts';
import { SAMPLE_TOKEN as token } from './sample-values.ts';

const business = 'Sunrise Plumbing';
const url = toTokenPath('/conversations/12', token);

/** The emails about reviews. */
export const REVIEW_SAMPLES: EmailSample[] = [
  createSample(codeEnteredEmail, defineMessage('To somebody who entered a receipt code'), (template, to) =>
    template({ to, id: 12, token }),
  ),
  createSample(reviewShownEmail, defineMessage('To the author of a review that is shown'), (template, to) =>
    template({ to, business, url }),
  ),
  createSample(
    reviewRepliedEmail,
    defineMessage('To the author of a review that the business replied to'),
    (template, to) =>
      template({ to, business, url, text: t('Thank you, Maria! See you in spring.'), token, oneClickToken: token }),
  ),
  createSample(
    businessLeftEmail,
    defineMessage('To the author of a review whose business deleted its account'),
    (template, to) => template({ to, business, page: '/ads/12' }),
  ),
  createSample(reviewWithheldEmail, defineMessage('To the author of a review that is not shown'), (template, to) =>
    template({
      to,
      business,
      url,
      rule: 'advertising',
      decision: 'first',
      reason: t('It links to the shop of somebody else.'),
    }),
  ),
  createSample(newReviewEmail, defineMessage('To a business that was reviewed'), (template, to) =>
    template({ to, business, stars: 5, text: t('They came the same day, and the heater works again.') }),
  ),
  createSample(reviewReportDecidedEmail, defineMessage('To a business that reported a review'), (template, to) =>
    template({ to, business, isWithheld: false }),
  ),
];
