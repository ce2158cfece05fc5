import type { SendMailOptions } from 'nodemailer';
import type { Sender } from '#server/env.ts';
import type { Letter } from './mail.ts';

/** A letter as nodemailer takes it. It may neither read files nor fetch addresses that the text names. */
export function messageOf({ id, to, subject, text, replyTo }: Letter & { id: string }, from: Sender): SendMailOptions {
  return {
    messageId: `<${id}${from.address.slice(from.address.lastIndexOf('@'))}>`,
    from,
    to,
    subject,
    text,
    replyTo,
    // No out-of-office notice answers what nobody wrote (RFC 3834); a letter with an address for answers is somebody's.
    headers: replyTo === undefined ? { 'Auto-Submitted': 'auto-generated' } : {},
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
