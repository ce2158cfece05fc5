import { t, translateDefined } from '#contract/i18n/t.ts';
import type { SiteInfo } from '../accounts/emails.ts';
import { REPLY_LINE } from '../mail/inbound/reply-text.ts';
import { toPageUrl } from '../mail/language.ts';
import type { Email } from '../mail/mailer.ts';
import { joinParagraphs } from '../mail/paragraphs.ts';
import { disarmLine, quoteLine, quoteLines } from '../mail/quote.ts';
import type { toShownQuote } from './quotes/details.ts';

/** How much of a message an email quotes, in characters. */
const MAX_QUOTED = 1500;

/** How long the link of an unconfirmed message works, in hours. */
export const CONFIRMATION_HOURS = 48;

/** The lines of an email that can be answered: by email too, if there is an address for that. */
const describeAnswering = (replyAddress: string | undefined, url: string) =>
  replyAddress === undefined
    ? { top: null, how: t('Answer here: {url}', { url }) }
    : {
        top: translateDefined(REPLY_LINE),
        how: t('Reply to this email, with pictures if you like, or answer here: {url}', { url }),
      };

const toSenderName = (site: SiteInfo, person: string) =>
  t('{sender} via {name}', { sender: disarmLine(person, 60), name: site.name });

/** To the address that a customer typed: one click sends their message. */
export const confirmMessageEmail = (
  site: SiteInfo,
  { to, id, business, token }: { to: string; id: number; business: string; token: string },
): Email => ({
  to,
  purpose: 'requested',
  subject: t('Send your message to {business}', { business: disarmLine(business) }),
  text: joinParagraphs(
    t('Hello,'),
    t('You wrote a message to {business} on {name}. Open this link to send it:', {
      business: quoteLine(business),
      name: site.name,
    }),
    toPageUrl(site, `/conversations/${id}?token=${token}`),
    t(
      'The link sends it within {hours} hours, and shows you the answer later. The business doesn’t see your email address.',
      { hours: CONFIRMATION_HOURS },
    ),
    t('If you didn’t write it, ignore this email. Nothing is sent.'),
    site.name,
  ),
});

/** To the owner of a listing, and who manages it: a customer wrote. */
export const customerWroteEmail = (
  site: SiteInfo,
  {
    to,
    id,
    customer,
    business,
    text,
    isFirst,
    replyAddress,
  }: {
    to: string;
    id: number;
    customer: string;
    business: string;
    text: string;
    isFirst: boolean;
    replyAddress?: string;
  },
): Email => {
  const { top, how } = describeAnswering(replyAddress, toPageUrl(site, `/conversations/${id}`));
  return {
    to,
    replyAddress,
    senderName: toSenderName(site, customer),
    subject: isFirst
      ? t('New message for {business}', { business: disarmLine(business) })
      : t('{customer} wrote again', { customer: disarmLine(customer, 60) }),
    text: joinParagraphs(
      top,
      t('Hello,'),
      t('{customer} wrote to {business}:', { customer: quoteLine(customer), business: quoteLine(business) }),
      quoteLines(text, MAX_QUOTED),
      how,
      describeBusinessPrivacy(),
      site.name,
    ),
  };
};

const describeBusinessPrivacy = () =>
  t('Your email address stays private. You can stop or report a conversation on the same page.');

/** What an email says of a quote request. */
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
    business,
    quote,
    replyAddress,
  }: { to: string; id: number; customer: string; business: string; quote: EmailedQuote; replyAddress?: string },
): Email => {
  const { top, how } = describeAnswering(replyAddress, toPageUrl(site, `/conversations/${id}`));
  return {
    to,
    replyAddress,
    senderName: toSenderName(site, customer),
    subject: t('Quote request for {business}: {trade} in {place}', {
      business: disarmLine(business),
      trade: disarmLine(quote.trade),
      place: disarmLine(quote.place),
    }),
    text: joinParagraphs(
      top,
      t('Hello,'),
      t(
        '{customer} asks {business} for a quote{others, plural, =0 {} one {, and # other business that they picked} other {, and # other businesses that they picked}}. Nobody else gets the request, and nobody pays for it.',
        { customer: quoteLine(customer), business: quoteLine(business), others: Math.max(0, quote.asked - 1) },
      ),
      ...toParagraphs(quote),
      `${t('Answer with a price or a question.')} ${how}`,
      describeBusinessPrivacy(),
      site.name,
    ),
  };
};

/** To the address that a customer typed: one click sends their quote request. */
export const confirmQuoteEmail = (
  site: SiteInfo,
  {
    to,
    id,
    businesses,
    quote,
    token,
  }: { to: string; id: number; businesses: string[]; quote: EmailedQuote; token: string },
): Email => ({
  to,
  purpose: 'requested',
  subject: t('Send your quote request to {count, plural, one {# business} other {# businesses}}', {
    count: businesses.length,
  }),
  text: joinParagraphs(
    t('Hello,'),
    t('You asked for quotes on {name}:', { name: site.name }),
    ...toParagraphs(quote),
    t('Open this link to send it to exactly these businesses:'),
    businesses.map((business) => `- ${quoteLine(business)}`).join('\n'),
    toPageUrl(site, `/quotes/${id}?token=${token}`),
    t(
      'The link sends it within {hours} hours, and shows you all answers side by side later. The businesses don’t see your email address.',
      { hours: CONFIRMATION_HOURS },
    ),
    t('If you didn’t write it, ignore this email. Nothing is sent.'),
    site.name,
  ),
});

/** To a customer: the business answered. */
export const businessAnsweredEmail = (
  site: SiteInfo,
  {
    to,
    id,
    business,
    text,
    token,
    isAutomatic = false,
    replyAddress,
  }: {
    to: string;
    id: number;
    business: string;
    text: string;
    token: string;
    isAutomatic?: boolean;
    replyAddress?: string;
  },
): Email => {
  const { top, how } = describeAnswering(replyAddress, toPageUrl(site, `/conversations/${id}?token=${token}`));
  return {
    to,
    replyAddress,
    senderName: toSenderName(site, business),
    subject: isAutomatic
      ? t('{business} is away', { business: disarmLine(business) })
      : t('{business} answered you', { business: disarmLine(business) }),
    text: joinParagraphs(
      top,
      t('Hello,'),
      isAutomatic
        ? t('{business} has your message, and answered automatically:', { business: quoteLine(business) })
        : t('{business} answered your message:', { business: quoteLine(business) }),
      quoteLines(text, MAX_QUOTED),
      how,
      t(
        'The business doesn’t see your email address. You can stop the conversation on the same page; then nobody can write to you in it.',
      ),
      site.name,
    ),
  };
};

/** To who answered by email: why it was not passed on, or what of it was not. */
export const replyRefusedEmail = (
  site: SiteInfo,
  { to, business, reason, path }: { to: string; business: string; reason: string; path: string },
): Email => ({
  to,
  purpose: 'requested',
  subject: t('Your email about {business}', { business: disarmLine(business) }),
  text: joinParagraphs(
    t('Hello,'),
    `${t('We received your email in the conversation about {business}.', { business: quoteLine(business) })} ${reason}`,
    t('Open the conversation: {url}', { url: toPageUrl(site, path) }),
    site.name,
  ),
});

/** To a customer whose message the staff did not let through. */
export const messageWithheldEmail = (
  site: SiteInfo,
  { to, business, reason }: { to: string; business: string; reason: string },
): Email => ({
  to,
  subject: t('Your message to {business} was not sent', { business: disarmLine(business) }),
  text: joinParagraphs(
    t('Hello,'),
    t('We looked at your message to {business} and didn’t pass it on.', { business: quoteLine(business) }),
    t('Reason: {reason}', { reason: quoteLine(reason) }),
    t('If you think that’s wrong, write to {email}. A person reads it.', { email: site.supportEmail }),
    site.name,
  ),
});
