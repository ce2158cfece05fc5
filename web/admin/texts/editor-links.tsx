import type { AdminText } from '#contract/admin/texts.ts';
import { t } from '#contract/i18n/t.ts';
import { nameLanguage } from '#web/base/i18n/name-language.ts';
import { listTranslations, toEditorPath } from './editor-path.ts';
import { useEmailSamples } from './email-samples.ts';

const LINK_CLASS = 'link inline-flex min-h-11 items-center text-sm';

/** Below the title of a text: the subject of its email, the page that shows it, and the same text in the other languages. */
export function EditorLinks({ text }: { text: AdminText }) {
  const isEmail = text.kind === 'email';
  const isShown = text.state === 'release' || text.state === 'edited';
  return (
    <>
      {isEmail && <EmailSubject text={text} />}
      <p className="flex flex-wrap gap-x-5">
        {isEmail ? (
          // The page of the staff is in their language, whatever that of the text is.
          <a href="/admin?tab=emails" className={LINK_CLASS}>
            {t('All emails')}
          </a>
        ) : (
          isShown && (
            <a href={text.path} hrefLang={text.language} className={LINK_CLASS}>
              {t('View the page')}
            </a>
          )
        )}
        {listTranslations(text).map(({ key, language }) => (
          <a key={key} href={toEditorPath(key)} className={LINK_CLASS}>
            {t('This text in {language}', { language: nameLanguage(language) })}
          </a>
        ))}
      </p>
    </>
  );
}

function EmailSubject({ text: { key, language } }: { text: AdminText }) {
  const { data } = useEmailSamples(language);
  const subjects = (data?.emails ?? []).flatMap(({ textKey, subject }) => (textKey === key ? [subject] : []));
  return subjects.length > 0 ? (
    <p className="wrap-anywhere text-muted text-sm">
      {t('Subject: {subject}', { subject: [...new Set(subjects)].join(' · ') })}
    </p>
  ) : null;
}
