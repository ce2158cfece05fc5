import { join } from 'node:path';
import MailComposer from 'nodemailer/lib/mail-composer';
import { writeDurably } from '#server/platform/storage/write-file.ts';
import type { MailerEnv, Transport } from './mailer.ts';
import { toMessage } from './message.ts';

/**
 * Writes each email to `DATA_DIR/outbox/<id>.eml` (RFC 5322): the newest sorts last, and an email that is sent twice is one
 * file. Only the user of the process may read the files, because they contain links with tokens.
 */
export function createOutboxTransport({ DATA_DIR, MAIL_FROM }: MailerEnv): Transport {
  const folder = join(DATA_DIR, 'outbox');
  return {
    async send(email) {
      const node = new MailComposer(toMessage({ ...email, text: '' }, MAIL_FROM)).compile();
      // 8bit leaves links whole: people and tests read this file directly.
      node.setHeader({ 'Content-Type': 'text/plain; charset=utf-8', 'Content-Transfer-Encoding': '8bit' });
      const text = email.text.replace(/\r?\n/g, '\r\n');
      await writeDurably(join(folder, `${email.id}.eml`), `${node.buildHeaders()}\r\n\r\n${text}\r\n`);
    },
    close: async () => {},
  };
}
