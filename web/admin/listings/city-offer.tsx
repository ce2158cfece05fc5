import { t } from '#contract/i18n/t.ts';
import { Button } from '#web/base/ui/button.tsx';
import { normalizeText } from '#web/base/ui/form/match-options.ts';
import { useCityOptions } from './city-options.ts';

/** Offers the filter by city where the words are the name of one. */
export function CityOffer({
  filter,
  onChange,
}: {
  filter: URLSearchParams;
  onChange: (next: URLSearchParams) => void;
}) {
  const words = normalizeText(filter.get('words') ?? '');
  const [slug, city] = useCityOptions()?.find(([, name]) => normalizeText(name) === words) ?? [];
  if (!slug || !city || filter.has('city')) return null;
  return (
    <p className="flex flex-wrap items-center gap-3">
      {t('{city} is also the name of a city.', { city })}
      <Button
        variant="secondary"
        size="sm"
        onClick={() => {
          const next = new URLSearchParams(filter);
          next.delete('words');
          next.set('city', slug);
          onChange(next);
        }}
      >
        {t('Show all listings in {city}', { city })}
      </Button>
    </p>
  );
}
