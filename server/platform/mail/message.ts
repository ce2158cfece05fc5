import type { SendMailOptions } from 'nodemailer';
import type { Sender } from '#server/platform/env/environment-schema.ts';
import type { Email } from './mailer.ts';

/** The email as a nodemailer message, which may neither read files nor fetch URLs. */
export function toMessage(
  { id, to, subject, text, senderName, replyTo, replyAddress, bounceAddress, unsubscribe }: Email & { id: string },
  from: Sender,
): SendMailOptions {
  return {
    messageId: `<${id}${from.address.slice(from.address.lastIndexOf('@'))}>`,
    from: { address: replyAddress ?? from.address, name: senderName ?? from.name },
    envelope: { from: bounceAddress ?? from.address, to },
    to,
    subject,
    text,
    replyTo,
    headers: {
      // Prevents automatic replies (RFC 3834). An email with a Reply-To address was written by a person.
      ...(replyTo === undefined && { 'Auto-Submitted': 'auto-generated' }),
      ...(unsubscribe !== undefined && {
        // On one line, because some mail programs ignore a header whose value begins on the next.
        'List-Unsubscribe': { prepared: true, value: `<${unsubscribe}>` },
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
