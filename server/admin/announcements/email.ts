import { t } from '#contract/i18n/t.ts';
import type { SiteInfo } from '#server/accounts/emails.ts';
import type { Email } from '#server/platform/mail/mailer.ts';
import { joinParagraphs, toButton, toPageUrl, toTokenUrl } from '#server/platform/mail/write-email.ts';

/**
 * What the staff writes to owners. Lines that begin with `- ` are lists, as in all emails.
 * @param words.remark in the language of the recipient, where the text is in another one
 * @param words.stop the tokens that unsubscribe; without them it is about the listings of the recipient
 */
export const announcementEmail = (
  site: SiteInfo,
  {
    to,
    subject,
    body,
    remark,
    stop,
  }: {
    to: string;
    subject: string;
    body: string;
    remark: string | null;
    stop?: { token: string; oneClickToken: string } | undefined;
  },
): Email => ({
  to,
  subject,
  text: joinParagraphs(
    remark,
    body,
    toButton(t('Open your account'), toPageUrl(site, '/account')),
    stop
      ? `${t('You get this email because you have a listing on {name}. Unsubscribe with one click:', { name: site.name })}\n${toTokenUrl(site, '/unsubscribe?of=announcement', stop.token)}`
      : t('You get this email because it’s about your listings on {name}.', { name: site.name }),
    site.name,
  ),
  ...(stop && { unsubscribe: `${site.origin}/api/unsubscribe/${stop.oneClickToken}` }),
});
