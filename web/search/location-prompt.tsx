import { t } from '#contract/i18n/t.ts';
import type { SearchParams } from '#web/base/search-box/search-params.ts';
import { UseMyLocation } from '#web/base/search-box/use-my-location.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { TextInput } from '#web/base/ui/form/controls.tsx';

const FORM_ID = 'location-prompt';
const INPUT_ID = 'location-prompt-near';

/** Asks for a ZIP code or the current position, after a search such as 'tacos near me' that names no place. */
export default function LocationPrompt({ search: { near: _, ...search } }: { search: SearchParams }) {
  return (
    <section aria-labelledby="where" className="mb-6 rounded-card border bg-card p-5 sm:p-6">
      <h2 id="where" className="text-xl">
        {t('Where are you?')}
      </h2>
      <form id={FORM_ID} action="/search" className="mt-4 flex max-w-130 items-end gap-3">
        {Object.entries(search).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className="grid grow gap-1.5">
          <label htmlFor={INPUT_ID} className="font-semibold">
            {t('ZIP code or city')}
          </label>
          <TextInput id={INPUT_ID} required name="near" maxLength={80} autoComplete="postal-code" />
        </div>
        <Button type="submit" className="min-h-12">
          {t('Search')}
        </Button>
      </form>
      <UseMyLocation form={FORM_ID} className="mt-2" />
    </section>
  );
}
