import type { ContactMessage } from '#contract/contact/contact.ts';
import { INQUIRY_TYPES } from '#contract/contact/inquiry-types.ts';
import { t, translateDefined } from '#contract/i18n/t.ts';
import type { SiteInfo } from '#server/accounts/emails.ts';
import type { Email } from '#server/platform/mail/mailer.ts';
import { defangLine, quoteLine, quoteLines } from '#server/platform/mail/quote.ts';
import { formatDay, joinParagraphs, toButton, toPageUrl } from '#server/platform/mail/write-email.ts';

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
  site: SiteInfo,
  { name, email, inquiryType, subject, message }: Omit<ContactMessage, 'leaveEmpty'>,
): Email => ({
  to: site.supportEmail,
  replyTo: email,
  subject: t('Contact form: {subject}', { subject: defangLine(subject) }),
  text: joinParagraphs(
    t('{sender} sent a message to {name}. Their email address, which may not be confirmed: {email}', {
      sender: quoteLine(name),
      name: site.name,
      email: defangLine(email, MAX_ADDRESS_LENGTH),
    }),
    [
      t('Inquiry type: {type}', { type: translateDefined(INQUIRY_TYPES[inquiryType]) }),
      t('Subject: {subject}', { subject: quoteLine(subject) }),
    ].join('\n'),
    quoteLines(message, MAX_QUOTED_LENGTH),
    toButton(t('Read the full message'), toPageUrl(site, '/admin?tab=messages')),
    [
      '--',
      t('Links are disabled in this email.'),
      t(
        'If you reply to this email, your reply goes to the sender. If you reply from the site, the message is also marked as answered.',
      ),
    ].join('\n'),
  ),
});

/**
 * The administrator's answer to the sender. The original message is below it if the address is known to be the sender's: anybody
 * else could have had it sent to a stranger.
 */
export const answerEmail = (site: SiteInfo, answered: AnsweredMessage, answer: string): Email => ({
  to: answered.email,
  replyTo: site.supportEmail,
  subject: answered.isConfirmed
    ? `Re: ${defangLine(answered.subject)}`
    : t('Your message to {name}', { name: site.name }),
  text: joinParagraphs(answer, site.name, quoteOriginal(answered)),
});

function quoteOriginal({ isConfirmed, name, message, created_at }: AnsweredMessage) {
  const day = formatDay(created_at);
  if (!isConfirmed) return t('This is a reply to a message sent with this email address on {day}.', { day });
  return `${t('On {day}, {sender} wrote:', { day, sender: quoteLine(name) })}\n\n${quoteLines(message, MAX_QUOTED_LENGTH)}`;
}
