import { randomBytes } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { Mail, MailEnv } from './mail.ts';
import { messageOf } from './message.ts';

let lastTime = 0;

/**
 * Writes every mail to a file of its own, `DATA_DIR/outbox/<time>-<random>.eml` (RFC 5322), so that the newest has the
 * last name. Only the user of the program may read them: they hold links that open accounts.
 */
export function openOutbox({ DATA_DIR, MAIL_FROM }: MailEnv): Mail {
  const folder = join(DATA_DIR, 'outbox');
  return {
    async send(letter) {
      const name = `${nameNow()}-${randomBytes(4).toString('hex')}`;
      const node = new MailComposer(messageOf({ ...letter, text: '' }, MAIL_FROM)).compile();
      // nodemailer would fold the links: a person or a test reads this file as it is, and it travels nowhere.
      node.setHeader({ 'Content-Type': 'text/plain; charset=utf-8', 'Content-Transfer-Encoding': '8bit' });
      const text = letter.text.replace(/\r?\n/g, '\r\n');
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const unfinished = join(folder, `.${name}`);
      await writeFile(unfinished, `${node.buildHeaders()}\r\n\r\n${text}\r\n`, { mode: 0o600 });
      await rename(unfinished, join(folder, `${name}.eml`));
    },
    close: async () => {},
  };
}

/** The time as names of files take it; never the same twice, so that mails of one millisecond keep their order. */
function nameNow(): string {
  lastTime = Math.max(Date.now(), lastTime + 1);
  return new Date(lastTime).toISOString().replaceAll(':', '-');
}
