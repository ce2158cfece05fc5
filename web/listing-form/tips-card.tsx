import { t } from '#contract/i18n/t.ts';
import { Card } from '#web/base/ui/card.tsx';

const tips = [
  [t('A clear title'), t('Name your main service, such as “Mobile dog grooming in Irvine.”')],
  [t('A complete description'), t('Say what sets you apart: selling points, prices, years in business.')],
  [t('Accurate contact information'), t('Double-check your phone number and address.')],
  [t('The most relevant category'), t('That’s where people look for you.')],
  [t('A high-quality image or logo'), t('People look first at a sharp photo of your place or your work.')],
] as const;

/** Tips for a listing that gets replies. */
export function TipsCard() {
  return (
    <Card as="section" aria-labelledby="tips" className="p-4 sm:p-6">
      <h2 id="tips" className="mb-4 text-xl">
        {t('Tips for a Great Ad')}
      </h2>
      <ul className="checked grid gap-3">
        {tips.map(([tip, why]) => (
          <li key={tip}>
            <span>
              <strong className="block font-semibold">{tip}</strong>
              <span className="text-muted text-sm">{why}</span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
