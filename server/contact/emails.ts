import type { ContactMessage } from '#contract/contact/contact.ts';
import { INQUIRY_TYPES } from '#contract/contact/inquiry-types.ts';
import type { SiteInfo } from '../accounts/emails.ts';
import type { Email } from '../mail/mailer.ts';
import { disarmLine, quoteLine, quoteLines } from '../mail/quote.ts';

const MAX_QUOTED_LENGTH = 2000;
const MAX_ADDRESS_LENGTH = 254;

/** A message that the administrator answers. */
interface AnsweredMessage {
  name: string;
  email: string;
  /** Whether the sender was signed in to an account that has confirmed this email. */
  isConfirmed: boolean;
  subject: string;
  message: string;
  created_at: Date;
}

/** A contact message to the support mailbox. Replies go to the sender. */
export const contactMessageEmail = (
  { name: site, origin, supportEmail }: SiteInfo,
  { name, email, inquiryType, subject, message }: Omit<ContactMessage, 'homepage'>,
): Email => ({
  to: supportEmail,
  replyTo: email,
  subject: `Contact form: ${disarmLine(subject)}`,
  text: `${quoteLine(name)} sent a message to ${site}. Their email address, which may not be confirmed: ${disarmLine(email, MAX_ADDRESS_LENGTH)}

Inquiry type: ${INQUIRY_TYPES[inquiryType]}
Subject: ${quoteLine(subject)}

${quoteLines(message, MAX_QUOTED_LENGTH)}

--
Links are disabled in this email. Read the full message: ${origin}/admin
If you reply to this email, your reply goes to the sender. If you reply from the site, the message is also marked as answered.`,
});

/**
 * The administrator's answer to the sender. The original message is below it if the address is known to be the sender's: anybody
 * else could have had it sent to a stranger.
 */
export const answerEmail = (
  { name: site, supportEmail }: SiteInfo,
  answered: AnsweredMessage,
  answer: string,
): Email => ({
  to: answered.email,
  replyTo: supportEmail,
  subject: answered.isConfirmed ? `Re: ${disarmLine(answered.subject)}` : `Your message to ${site}`,
  text: `${answer}

${site}

${quoteOriginal(answered)}`,
});

function quoteOriginal({ isConfirmed, name, message, created_at }: AnsweredMessage) {
  const day = dayFormat.format(created_at);
  if (!isConfirmed) return `This is a reply to a message sent with this email address on ${day}.`;
  return `On ${day}, ${quoteLine(name)} wrote:\n\n${quoteLines(message, MAX_QUOTED_LENGTH)}`;
}

const dayFormat = new Intl.DateTimeFormat('en-US', { timeZone: 'America/Los_Angeles', dateStyle: 'long' });
