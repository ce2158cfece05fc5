import type { SiteInfo } from '../accounts/emails.ts';
import { REPLY_LINE } from '../mail/inbound/reply-text.ts';
import type { Email } from '../mail/mailer.ts';
import { disarmLine, quoteLine, quoteLines } from '../mail/quote.ts';
import type { StoredQuote } from './quotes/details.ts';

/** How much of a message an email quotes, in characters. */
const MAX_QUOTED = 1500;

/** How long the link of an unconfirmed message works, in hours. */
export const CONFIRMATION_HOURS = 48;

/** What an email says of how to answer it: by email too, if there is an address for that. */
const answering = (replyAddress: string | undefined) =>
  replyAddress === undefined
    ? { top: '', how: 'Answer here' }
    : { top: `${REPLY_LINE}\n\n`, how: 'Reply to this email, with pictures if you like, or answer here' };

/** To the address that a customer typed: one click sends their message. */
export const confirmMessageEmail = (
  { name, origin }: SiteInfo,
  { to, id, business, token }: { to: string; id: number; business: string; token: string },
): Email => ({
  to,
  purpose: 'requested',
  subject: `Send your message to ${disarmLine(business)}`,
  text: `Hello,

You wrote a message to ${quoteLine(business)} on ${name}. Open this link to send it:

${origin}/conversations/${id}?token=${token}

The link sends it within ${CONFIRMATION_HOURS} hours, and shows you the answer later. The business doesn’t see your email address.

If you didn’t write it, ignore this email. Nothing is sent.

${name}`,
});

/** To the owner of a listing, and who manages it: a customer wrote. */
export const customerWroteEmail = (
  { name, origin }: SiteInfo,
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
  const { top, how } = answering(replyAddress);
  return {
    to,
    replyAddress,
    senderName: `${disarmLine(customer, 60)} via ${name}`,
    subject: isFirst ? `New message for ${disarmLine(business)}` : `${disarmLine(customer, 60)} wrote again`,
    text: `${top}Hello,

${quoteLine(customer)} wrote to ${quoteLine(business)}:

${quoteLines(text, MAX_QUOTED)}

${how}: ${origin}/conversations/${id}

Your email address stays private. You can stop or report a conversation on the same page.

${name}`,
  };
};

/** What an email says of a quote request. */
type EmailedQuote = Pick<StoredQuote, 'trade' | 'place' | 'timing' | 'answers' | 'body' | 'asked'>;

const toLines = ({
  trade,
  place,
  timing,
  answers,
  body,
}: EmailedQuote): string => `${quoteLine(trade)} in or near ${quoteLine(place)}
When: ${timing}
${answers.map(({ question, answer }) => `${question} ${answer}\n`).join('')}
${quoteLines(body, MAX_QUOTED)}`;

/** To the owner of a listing, and who manages it: a customer asks several businesses for a quote. */
export const quoteAskedEmail = (
  { name, origin }: SiteInfo,
  {
    to,
    id,
    customer,
    business,
    quote,
    replyAddress,
  }: { to: string; id: number; customer: string; business: string; quote: EmailedQuote; replyAddress?: string },
): Email => {
  const { top, how } = answering(replyAddress);
  return {
    to,
    replyAddress,
    senderName: `${disarmLine(customer, 60)} via ${name}`,
    subject: `Quote request for ${disarmLine(business)}: ${disarmLine(quote.trade)} in ${disarmLine(quote.place)}`,
    text: `${top}Hello,

${quoteLine(customer)} asks ${quoteLine(business)} for a quote${
      quote.asked > 1
        ? `, and ${quote.asked - 1} other ${quote.asked === 2 ? 'business' : 'businesses'} that they picked`
        : ''
    }. Nobody else gets the request, and nobody pays for it.

${toLines(quote)}

Answer with a price or a question. ${how}: ${origin}/conversations/${id}

Your email address stays private. You can stop or report a conversation on the same page.

${name}`,
  };
};

/** To the address that a customer typed: one click sends their quote request. */
export const confirmQuoteEmail = (
  { name, origin }: SiteInfo,
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
  subject: `Send your quote request to ${businesses.length} ${businesses.length === 1 ? 'business' : 'businesses'}`,
  text: `Hello,

You asked for quotes on ${name}:

${toLines(quote)}

Open this link to send it to exactly these businesses:

${businesses.map((business) => `- ${quoteLine(business)}`).join('\n')}

${origin}/quotes/${id}?token=${token}

The link sends it within ${CONFIRMATION_HOURS} hours, and shows you all answers side by side later. The businesses don’t see your email address.

If you didn’t write it, ignore this email. Nothing is sent.

${name}`,
});

/** To a customer: the business answered. */
export const businessAnsweredEmail = (
  { name, origin }: SiteInfo,
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
  const { top, how } = answering(replyAddress);
  return {
    to,
    replyAddress,
    senderName: `${disarmLine(business, 60)} via ${name}`,
    subject: isAutomatic ? `${disarmLine(business)} is away` : `${disarmLine(business)} answered you`,
    text: `${top}Hello,

${quoteLine(business)} ${isAutomatic ? 'has your message, and answered automatically' : 'answered your message'}:

${quoteLines(text, MAX_QUOTED)}

${how}: ${origin}/conversations/${id}?token=${token}

The business doesn’t see your email address. You can stop the conversation on the same page; then nobody can write to you in it.

${name}`,
  };
};

/** To who answered by email: why it was not passed on, or what of it was not. */
export const replyRefusedEmail = (
  { name, origin }: SiteInfo,
  { to, business, reason, path }: { to: string; business: string; reason: string; path: string },
): Email => ({
  to,
  purpose: 'requested',
  subject: `Your email about ${disarmLine(business)}`,
  text: `Hello,

We received your email in the conversation about ${quoteLine(business)}. ${reason}

Open the conversation: ${origin}${path}

${name}`,
});

/** To a customer whose message the staff did not let through. */
export const messageWithheldEmail = (
  { name, supportEmail }: SiteInfo,
  { to, business, reason }: { to: string; business: string; reason: string },
): Email => ({
  to,
  subject: `Your message to ${disarmLine(business)} was not sent`,
  text: `Hello,

We looked at your message to ${quoteLine(business)} and didn’t pass it on.

Reason: ${quoteLine(reason)}

If you think that’s wrong, write to ${supportEmail}. A person reads it.

${name}`,
});
