import type { SettingValues } from '#contract/admin/settings.ts';
import type { Env } from '#server/platform/env/env.ts';
import type { Email, Mailer } from './mailer.ts';

type FooterSettings = Pick<SettingValues, 'emailFooter' | 'postalAddress' | 'siteName'>;
type SenderEnv = Pick<Env, 'MAIL_FROM' | 'SITE_NAME'>;

/**
 * A mailer that adds the footer of the settings below the text of every email, with the postal address, which commercial email must
 * have (15 U.S.C. § 7704(a)(5)(A)(iii)). A sender that has the name of the site follows
 * that name too.
 * @param settings they may change
 */
export function addFooter(mailer: Mailer, settings: FooterSettings, env: SenderEnv): Mailer {
  const withFooter = createFooter(settings, env);
  return { send: (email) => mailer.send(withFooter(email)), close: () => mailer.close() };
}

/** Adds to an email what `addFooter` adds to every one. */
export function createFooter(settings: FooterSettings, { MAIL_FROM, SITE_NAME }: SenderEnv): (email: Email) => Email {
  const isNamedAfterSite = MAIL_FROM.name === SITE_NAME;
  return (email) => ({
    ...email,
    ...withText(email.text, toFooter(settings)),
    ...(isNamedAfterSite && settings.siteName !== SITE_NAME && { senderName: settings.siteName }),
  });
}

const withText = (text: string, footer: string) => footer !== '' && { text: `${text}\n\n--\n${footer}` };

/** The footer that was typed, and the postal address unless that footer has it. */
function toFooter({ emailFooter, postalAddress }: FooterSettings): string {
  const hasAddress = toWords(emailFooter).includes(toWords(postalAddress));
  return [emailFooter, !hasAddress && postalAddress].filter(Boolean).join('\n');
}

const toWords = (text: string) =>
  text
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
    ?.join(' ') ?? '';
