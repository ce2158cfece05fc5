import { ANNOUNCEMENT_PLACEHOLDERS, type AnnouncementTexts } from '#contract/admin/emails/announcements.ts';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language, toLanguage } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import type { SiteInfo } from '#server/accounts/emails.ts';
import { Invalid } from '#server/platform/http/errors.ts';
import { inLanguage } from '#server/platform/http/request-language.ts';
import { defangLine } from '#server/platform/mail/quote.ts';
import { type WrittenEmail, writeEmail } from '#server/platform/mail/write-email.ts';
import { announcementEmail } from './email.ts';

/** What an announcement fills in about who gets it. */
export interface RecipientFacts {
  email: string;
  language: string;
  username: string;
  /** The title of a listing; null if it was deleted meanwhile. */
  listing: string | null;
}

/** Writes an announcement to a recipient: in their language, or in English, which it says then. */
export function composeAnnouncement(
  site: SiteInfo,
  texts: AnnouncementTexts,
  { email: to, language: stored, ...facts }: RecipientFacts,
  stop?: { token: string; oneClickToken: string },
): WrittenEmail {
  const wanted = toLanguage(stored);
  const language: Language = texts[wanted] ? wanted : DEFAULT_LANGUAGE;
  const { subject, body } = texts[language] ?? texts.en;
  const remark = language === wanted ? null : inLanguage(wanted, () => t('This email is available in English only.'));
  const values = { username: defangLine(facts.username), listing: defangLine(facts.listing ?? '') };
  return writeEmail(language, () =>
    announcementEmail(site, { to, subject: fill(subject, values), body: fill(body, values), remark, stop }),
  );
}

const PLACEHOLDER = /\{([^{}]*)\}/g;

const fill = (text: string, values: Record<(typeof ANNOUNCEMENT_PLACEHOLDERS)[number], string>) =>
  text.replace(PLACEHOLDER, (whole, name: string) => (Object.hasOwn(values, name) ? values[name as 'listing'] : whole));

/** @throws {Invalid} for a placeholder that nothing stands for, with its name */
export function checkPlaceholders(texts: AnnouncementTexts): void {
  const known: readonly string[] = ANNOUNCEMENT_PLACEHOLDERS;
  const issues = LANGUAGES.flatMap((language) =>
    (['subject', 'body'] as const).flatMap((field) =>
      [...(texts[language]?.[field] ?? '').matchAll(PLACEHOLDER)]
        .filter(([, name = '']) => !known.includes(name))
        .slice(0, 1)
        .map(([whole]) => ({
          path: `texts.${language}.${field}`,
          message: t('There’s no placeholder {placeholder}. Use {known}.', {
            placeholder: whole,
            known: known.map((name) => `{${name}}`).join(', '),
          }),
        })),
    ),
  );
  if (issues[0]) throw new Invalid(issues[0].message, issues);
}
