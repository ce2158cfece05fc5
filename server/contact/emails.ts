import type { ContactMessage } from '#contract/contact.ts';
import { INQUIRY_TYPES } from '#contract/inquiry-types.ts';
import type { SiteInfo } from '../accounts/emails.ts';
import type { Email } from '../mail/mailer.ts';

/** A contact message to the support mailbox. Replies go to the sender. */
export const contactMessageEmail = (
  { name: site, origin, supportEmail }: SiteInfo,
  { name, email, inquiryType, subject, message }: Omit<ContactMessage, 'homepage'>,
): Email => ({
  to: supportEmail,
  replyTo: email,
  subject,
  text: `${name} <${email}> wrote to ${site}.

Inquiry type: ${INQUIRY_TYPES[inquiryType]}
Subject: ${subject}

${message}

--
An answer to this mail goes to ${email}. Answered from the site, it is also marked as answered: ${origin}/admin`,
});

/** The administrator's answer to the sender, with the original message below. */
export const answerEmail = (
  { name: site, supportEmail }: SiteInfo,
  answered: { name: string; email: string; subject: string; message: string; created_at: Date },
  answer: string,
): Email => ({
  to: answered.email,
  replyTo: supportEmail,
  subject: `Re: ${answered.subject}`,
  text: `${answer}

${site}

On ${dayFormat.format(answered.created_at)}, ${answered.name} wrote:

${answered.message.replace(/^/gm, '> ')}`,
});

const dayFormat = new Intl.DateTimeFormat('en-US', { timeZone: 'America/Los_Angeles', dateStyle: 'long' });
