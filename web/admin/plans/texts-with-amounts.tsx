import { t } from '#contract/i18n/t.ts';
import { useTexts } from '#web/admin/texts/text-queries.ts';
import { TextLinks } from './texts-with-prices.tsx';

/** Which texts name in figures what a plan costs: they stay as they are when its price changes. */
export function TextsWithAmounts() {
  const { data } = useTexts();
  if (!data) return null;
  const texts = data.texts.filter(({ namesAmounts }) => namesAmounts);
  if (texts.length === 0) return <p>{t('No text names a price in figures: the prices in texts follow too.')}</p>;
  return (
    <div>
      <p>{t('These texts name amounts in figures. Change them too:')}</p>
      <TextLinks texts={texts} newTab />
    </div>
  );
}
