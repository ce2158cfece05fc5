import type { SendMailOptions } from 'nodemailer';
import type { Sender } from '#server/env.ts';
import type { Email } from './mailer.ts';

/** A letter as nodemailer takes it. It may neither read files nor fetch addresses that the text names. */
export function toMessage(
  { id, to, subject, text, replyTo, unsubscribe }: Email & { id: string },
  from: Sender,
): SendMailOptions {
  return {
    messageId: `<${id}${from.address.slice(from.address.lastIndexOf('@'))}>`,
    from,
    to,
    subject,
    text,
    replyTo,
    headers: {
      // No out-of-office notice answers what nobody wrote (RFC 3834); a letter with an address for answers is somebody's.
      ...(replyTo === undefined && { 'Auto-Submitted': 'auto-generated' }),
      ...(unsubscribe !== undefined && {
        // In one line: not every mail program reads a header that begins on the next.
        'List-Unsubscribe': { prepared: true, value: `<${unsubscribe}>` },
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
