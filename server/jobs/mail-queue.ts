import { newLetterId } from '../mail/letter-id.ts';
import { checkLetter, type Letter, type Mail } from '../mail/mail.ts';
import { MailNotSent } from '../mail/smtp.ts';
import type { QueueWork } from './queue.ts';

/** A letter with the name that it keeps however often it is tried. */
type NamedLetter = Letter & { id: string };

/** The queue of letters, as pg-boss knows it. */
export const MAIL_QUEUE = {
  name: 'mail',
  // 15 s, 30 s, 1 min … 1 h, then every hour: a mail server may be away for three days.
  retryLimit: 80,
  retryDelay: 15,
  retryBackoff: true,
  retryDelayMax: 3600,
  // More than the mail server is given to answer for a batch; a process that died lets go of its letters after it.
  expireInSeconds: 120,
  // Addresses are not kept longer than they are needed.
  deleteAfterSeconds: 3600,
  deadLetter: 'mail-given-up',
};

/** Where the letters lie that were given up. Nobody takes them from there: they are for the administrator to see. */
export const GIVEN_UP_QUEUE = { name: MAIL_QUEUE.deadLetter, retentionSeconds: 14 * 86_400 };

/** How letters that wait in the database are sent. */
export const mailWork = (mail: Mail): QueueWork<NamedLetter> => ({
  queue: MAIL_QUEUE,
  // As many as the connections to the mail server send in two rounds.
  atOnce: 6,
  work: (letter) => mail.send(letter),
  isHopeless: (error) => error instanceof MailNotSent && error.isForNobody,
  failed: 'a mail was not sent',
  logged: ({ id }) => ({ letter: id }),
});

/** @throws {BadLetter} when an address is none, or the subject is more than one line */
export function nameLetter(letter: Letter): NamedLetter {
  checkLetter(letter);
  return { id: newLetterId(), ...letter };
}
