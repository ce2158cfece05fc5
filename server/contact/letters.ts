import type { ContactMessage } from '#contract/contact.ts';
import { INQUIRY_TYPES } from '#contract/inquiry-types.ts';
import type { LetterSite } from '../accounts/letters.ts';
import type { Letter } from '../mail/mail.ts';

/** To the mailbox for support: what somebody writes to us. An answer to it goes to the sender. */
export const messageLetter = (
  { name: site, origin, supportEmail }: LetterSite,
  { name, email, inquiryType, subject, message }: Omit<ContactMessage, 'homepage'>,
): Letter => ({
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

/** To whoever wrote to us: the administrator's answer, with their own words below it. */
export const answerLetter = (
  { name: site, supportEmail }: LetterSite,
  answered: { name: string; email: string; subject: string; message: string; created_at: Date },
  answer: string,
): Letter => ({
  to: answered.email,
  replyTo: supportEmail,
  subject: `Re: ${answered.subject}`,
  text: `${answer}

${site}

On ${day.format(answered.created_at)}, ${answered.name} wrote:

${answered.message.replace(/^/gm, '> ')}`,
});

const day = new Intl.DateTimeFormat('en-US', { timeZone: 'America/Los_Angeles', dateStyle: 'long' });
