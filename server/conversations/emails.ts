import type { SiteInfo } from '../accounts/emails.ts';
import type { Email } from '../mail/mailer.ts';
import { disarmLine, quoteLine, quoteLines } from '../mail/quote.ts';

/** How much of a message an email quotes, in characters. */
const MAX_QUOTED = 1500;

/** How long the link of an unconfirmed message works, in hours. */
export const CONFIRMATION_HOURS = 48;

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
  }: { to: string; id: number; customer: string; business: string; text: string; isFirst: boolean },
): Email => ({
  to,
  senderName: `${disarmLine(customer, 60)} via ${name}`,
  subject: isFirst ? `New message for ${disarmLine(business)}` : `${disarmLine(customer, 60)} wrote again`,
  text: `Hello,

${quoteLine(customer)} wrote to ${quoteLine(business)}:

${quoteLines(text, MAX_QUOTED)}

Answer here: ${origin}/conversations/${id}

Your email address stays private. You can stop or report a conversation on the same page.

${name}`,
});

/** To a customer: the business answered. */
export const businessAnsweredEmail = (
  { name, origin }: SiteInfo,
  { to, id, business, text, token }: { to: string; id: number; business: string; text: string; token: string },
): Email => ({
  to,
  senderName: `${disarmLine(business, 60)} via ${name}`,
  subject: `${disarmLine(business)} answered you`,
  text: `Hello,

${quoteLine(business)} answered your message:

${quoteLines(text, MAX_QUOTED)}

Read it and answer here: ${origin}/conversations/${id}?token=${token}

The business doesn’t see your email address. You can stop the conversation on the same page; then nobody can write to you in it.

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
