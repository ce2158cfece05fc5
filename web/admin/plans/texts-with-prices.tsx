import type { TextSummary } from '#contract/admin/texts.ts';
import { LANGUAGE_NAMES } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import { toEditorPath } from '#web/admin/texts/editor-path.ts';
import { useTexts } from '#web/admin/texts/text-queries.ts';
import { toLang } from '#web/base/i18n/language.ts';
import { Card } from '#web/base/ui/card.tsx';

/** Which texts mention what plans cost: those that follow a new price, and those in which somebody has to change it. Nothing for roles that may not read texts. */
export function TextsWithPrices() {
  const { data } = useTexts();
  if (!data) return null;
  const byHand = data.texts.filter(({ namesAmounts }) => namesAmounts);
  const following = data.texts.filter(({ hasPrices, namesAmounts }) => hasPrices && !namesAmounts);
  return (
    <section className="mt-8">
      <h3 className="mb-3 text-lg">{t('Texts that mention prices')}</h3>
      <Card className="grid gap-4 p-4 sm:p-5">
        <div>
          <h4 className="font-sans font-semibold text-base">{t('You change them yourself')}</h4>
          {byHand.length === 0 ? (
            <p className="text-muted">{t('None: no text names a price in figures.')}</p>
          ) : (
            <TextLinks texts={byHand} />
          )}
        </div>
        <div>
          <h4 className="font-sans font-semibold text-base">{t('They follow a new price by themselves')}</h4>
          {following.length === 0 ? <p className="text-muted">{t('None.')}</p> : <TextLinks texts={following} />}
        </div>
      </Card>
    </section>
  );
}

/** Links to the editor, which opens in a new tab where a form is open here. */
export const TextLinks = ({ texts, newTab = false }: { texts: TextSummary[]; newTab?: boolean }) => (
  <ul className="list-disc ps-5">
    {texts.map(({ key, title, language }) => (
      <li key={key}>
        <a
          href={toEditorPath(key)}
          className="link"
          lang={toLang(language)}
          {...(newTab && { target: '_blank', rel: 'noopener' })}
        >
          {title} ({LANGUAGE_NAMES[language]})
        </a>
      </li>
    ))}
  </ul>
);
