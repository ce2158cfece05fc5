import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { MailerEnv, Transport } from './mailer.ts';
import { toMessage } from './message.ts';

/**
 * Writes every mail to a file of its own, `DATA_DIR/outbox/<id>.eml` (RFC 5322), so that the newest has the last name and
 * the same one sent twice is one file. Only the user of the program may read them: they hold links that open accounts.
 */
export function createOutboxTransport({ DATA_DIR, MAIL_FROM }: MailerEnv): Transport {
  const folder = join(DATA_DIR, 'outbox');
  return {
    async send(email) {
      const node = new MailComposer(toMessage({ ...email, text: '' }, MAIL_FROM)).compile();
      // nodemailer would fold the links: a person or a test reads this file as it is, and it travels nowhere.
      node.setHeader({ 'Content-Type': 'text/plain; charset=utf-8', 'Content-Transfer-Encoding': '8bit' });
      const text = email.text.replace(/\r?\n/g, '\r\n');
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const unfinished = join(folder, `.${email.id}`);
      await writeFile(unfinished, `${node.buildHeaders()}\r\n\r\n${text}\r\n`, { mode: 0o600 });
      await rename(unfinished, join(folder, `${email.id}.eml`));
    },
    close: async () => {},
  };
}
