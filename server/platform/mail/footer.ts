import type { SettingValues } from '#contract/admin/settings.ts';
import type { Env } from '#server/platform/env/env.ts';
import type { Email, Mailer } from './mailer.ts';

type FooterSettings = Pick<SettingValues, 'emailFooter' | 'siteName'>;
type SenderEnv = Pick<Env, 'MAIL_FROM' | 'SITE_NAME'>;

/**
 * A mailer that adds the footer of the settings below the text of every email. A sender that has the name of the site follows
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
    ...(settings.emailFooter && { text: `${email.text}\n\n--\n${settings.emailFooter}` }),
    ...(isNamedAfterSite && settings.siteName !== SITE_NAME && { senderName: settings.siteName }),
  });
}
