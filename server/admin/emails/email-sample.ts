import type { SiteInfo } from '#server/accounts/emails.ts';
import { type EmailWords, withEmailWords } from '#server/platform/email-words.ts';
import type { Email } from '#server/platform/mail/mailer.ts';

/** A template of emails with what a sample of it is made from. */
export interface EmailSample {
  id: string;
  /** The name of the function that writes it. */
  template: string;
  /** When the email is sent, and to whom. */
  about: string;
  write: (site: SiteInfo, to: string) => Email;
}

/**
 * A sample of a template.
 * @param about when it is sent, and to whom: 'After a payment'
 * @param write calls the template, which has the site already, for an address
 * @param variant distinguishes several samples of a template
 */
export const createSample = <Values extends unknown[]>(
  template: (site: SiteInfo, ...values: Values) => Email,
  about: string,
  write: (template: (...values: Values) => Email, to: string) => Email,
  variant?: string,
): EmailSample => ({
  id: toId(template.name) + (variant ? `-${variant}` : ''),
  template: template.name,
  about,
  write: (site, to) => write((...values) => observed(() => template(site, ...values)), to),
});

/** 'passwordResetEmail' is 'password-reset'. */
export const toId = (name: string) =>
  name.replace(/Email$/, '').replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

let observer: EmailWords | undefined;
const observed = (write: () => Email) => (observer ? withEmailWords(write, observer) : write());

/** The messages of a template, without those of its sample data, by key. */
export function findMessages({ write }: EmailSample, site: SiteInfo, to: string): Map<string, string> {
  const messages = new Map<string, string>();
  observer = (key, _language, text) => {
    messages.set(key, text);
    return undefined;
  };
  try {
    write(site, to);
    return messages;
  } finally {
    observer = undefined;
  }
}
