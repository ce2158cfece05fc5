import { LANGUAGE_NAMES } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import { toEditorPath } from '#web/admin/texts/editor-path.ts';
import { useTexts } from '#web/admin/texts/text-queries.ts';
import { toLang } from '#web/base/i18n/language.ts';

/** Which texts name in figures what a plan costs: they stay as they are when its price changes. */
export function TextsWithAmounts() {
  const { data } = useTexts();
  const texts = data?.texts.filter(({ namesAmounts }) => namesAmounts) ?? [];
  if (texts.length === 0) return null;
  return (
    <div>
      <p>{t('These texts name amounts in figures. Change them too:')}</p>
      <ul className="list-disc ps-5">
        {texts.map(({ key, title, language }) => (
          <li key={key}>
            <a href={toEditorPath(key)} className="link" target="_blank" rel="noopener" lang={toLang(language)}>
              {title} ({LANGUAGE_NAMES[language]})
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
