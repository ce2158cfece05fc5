import type { ConfirmSubscription, Envelope, InboundMail, MailRefused } from './inbound-mail.ts';
import { type MailSource, openMail, type ReadOptions } from './open-mail.ts';

// The process that parses one email: see `mail-process.ts`. It answers a task, and then, if it is asked for that, the content.

/** The first message. */
export interface MailTask {
  source: MailSource & { bytes: Buffer };
  options: ReadOptions;
}

/** The answer to the first message: null if there is no email. */
export type OpenAnswer = { envelope: Envelope } | ConfirmSubscription | Refusal | null;

/** The answer to the second message. */
export type ReadAnswer = { mail: InboundMail } | Refusal;

/** The answer to either message when the email is refused. */
export interface Refusal {
  refused: MailRefused['reason'];
  cause: string;
}

process.once('message', async ({ source, options }: MailTask) => {
  const opened = await openMail(source, options).catch(toRefusal);
  if (opened === null || !('read' in opened)) return answer(opened);
  process.once('message', async () => answer(await opened.read().then((mail) => ({ mail }), toRefusal)));
  answer({ envelope: opened.envelope });
});

const answer = (message: OpenAnswer | ReadAnswer) => process.send?.(message);

const toRefusal = ({ reason, cause }: MailRefused): Refusal => ({ refused: reason, cause: String(cause) });
