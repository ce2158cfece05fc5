import type { SettingValues } from '#contract/admin/settings.ts';
import type { Env } from '../env.ts';
import type { Mailer } from './mailer.ts';

/**
 * A mailer that adds the footer of the settings below the text of every email. A sender that has the name of the site follows
 * that name too.
 * @param settings they may change
 */
export function addFooter(
  mailer: Mailer,
  settings: Pick<SettingValues, 'emailFooter' | 'siteName'>,
  { MAIL_FROM, SITE_NAME }: Pick<Env, 'MAIL_FROM' | 'SITE_NAME'>,
): Mailer {
  const isNamedAfterSite = MAIL_FROM.name === SITE_NAME;
  return {
    send: (email) =>
      mailer.send({
        ...email,
        ...(settings.emailFooter && { text: `${email.text}\n\n--\n${settings.emailFooter}` }),
        ...(isNamedAfterSite && settings.siteName !== SITE_NAME && { senderName: settings.siteName }),
      }),
    close: () => mailer.close(),
  };
}
