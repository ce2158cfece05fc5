import { t } from '#contract/i18n/t.ts';
import type { SiteInfo } from '#server/accounts/emails.ts';
import {
  CONFIRMATION_HOURS,
  describeAnswering,
  describeBusinessPrivacy,
  describePhone,
  MAX_QUOTED,
  toSenderName,
} from '#server/conversations/emails.ts';
import type { Email } from '#server/platform/mail/mailer.ts';
import { defangLine, quoteLine, quoteLines } from '#server/platform/mail/quote.ts';
import { joinParagraphs, toButton, toPageUrl, toTokenUrl } from '#server/platform/mail/write-email.ts';
import type { toShownQuote } from './details.ts';

type EmailedQuote = Omit<ReturnType<typeof toShownQuote>, 'id' | 'createdAt'>;

const toParagraphs = ({ trade, place, timing, answers, body }: EmailedQuote): string[] => [
  [
    t('{trade} in or near {place}', { trade: quoteLine(trade), place: quoteLine(place) }),
    t('When: {timing}', { timing }),
    ...answers.map(({ question, answer }) => `${question} ${answer}`),
  ].join('\n'),
  quoteLines(body, MAX_QUOTED),
];

/** To the owner of a listing, and who manages it: a customer asks several businesses for a quote. */
export const quoteAskedEmail = (
  site: SiteInfo,
  {
    to,
    id,
    customer,
    phone,
    business,
    quote,
    replyAddress,
  }: {
    to: string;
    id: number;
    customer: string;
    phone: string | null;
    business: string;
    quote: EmailedQuote;
    replyAddress?: string;
  },
): Email => {
  const { top, how } = describeAnswering(replyAddress, toPageUrl(site, `/conversations/${id}`));
  return {
    to,
    replyAddress,
    senderName: toSenderName(site, customer),
    subject: t('Quote request for {business}: {trade} in {place}', {
      business: defangLine(business),
      trade: defangLine(quote.trade),
      place: defangLine(quote.place),
    }),
    text: joinParagraphs(
      top,
      t('Hello,'),
      t(
        '{customer} asks {business} for a quote{others, plural, =0 {} one {, and # other business that they picked} other {, and # other businesses that they picked}}. Nobody else gets the request, and nobody pays for it.',
        { customer: quoteLine(customer), business: quoteLine(business), others: Math.max(0, quote.asked - 1) },
      ),
      ...toParagraphs(quote),
      describePhone(phone),
      t('Answer with a price or a question.'),
      how,
      describeBusinessPrivacy(),
      site.name,
    ),
  };
};

/** To the address that a customer typed: one click sends their quote request. Nothing in it was typed, see `confirmMessageEmail`. */
export const confirmQuoteEmail = (
  site: SiteInfo,
  { to, id, businesses, token }: { to: string; id: number; businesses: number; token: string },
): Email => ({
  to,
  purpose: 'requested',
  subject: t('Send your quote request to {count, plural, one {# business} other {# businesses}}', {
    count: businesses,
  }),
  text: joinParagraphs(
    t('Hello,'),
    t(
      'You asked {count, plural, one {# business} other {# businesses}} on {name} for a quote. Open this link to read your request again and send it:',
      { count: businesses, name: site.name },
    ),
    toButton(t('Read and send it'), toTokenUrl(site, `/quotes/${id}`, token)),
    t(
      'The link sends it within {hours} hours, and shows you all answers side by side later. The businesses don’t see your email address.',
      { hours: CONFIRMATION_HOURS },
    ),
    t('If you didn’t write it, ignore this email. Nothing is sent.'),
    site.name,
  ),
});
