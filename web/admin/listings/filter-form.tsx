import type { RefObject } from 'react';
import { t } from '#contract/i18n/t.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Disclosure } from '#web/base/ui/disclosure.tsx';
import { TextInput } from '#web/base/ui/form/controls.tsx';
import { LEVEL_NAMES } from '#web/owner-listings/status.ts';
import { Choice, Labeled, Text, toOptions } from './filter-fields.tsx';
import { MARK_LABELS, STATE_LABELS, toFilter } from './listing-filter.ts';
import { CategoryChoice, CityChoice, CountyChoice } from './loaded-choices.tsx';

/** The filters of the table: the words first, the rest in a disclosure, which is open while one of them is set. */
export function FilterForm({
  filter,
  words,
  onChange,
}: {
  filter: URLSearchParams;
  /** The field of the words, for the shortcut that focuses it. */
  words: RefObject<HTMLInputElement | null>;
  onChange: (filter: URLSearchParams) => void;
}) {
  const further = [...filter.keys()].filter((name) => name !== 'words' && name !== 'sort').length;
  const value = (name: string) => ({ name, defaultValue: filter.get(name) ?? '' });
  return (
    <search>
      {/* New values from the URL, as after 'Back', make new fields. */}
      <form
        key={filter.toString()}
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          onChange(toFilter(new FormData(event.currentTarget)));
        }}
      >
        <div className="flex flex-wrap items-end gap-3">
          <Labeled label={t('Name, street, city, ZIP code or number')} className="min-w-0 grow">
            <TextInput {...value('words')} ref={words} type="search" maxLength={200} />
          </Labeled>
          <Button type="submit" className="min-h-12">
            {t('Search')}
          </Button>
          {filter.size > 0 && (
            <Button variant="ghost" className="min-h-12" onClick={() => onChange(new URLSearchParams())}>
              {t('Clear filters')}
            </Button>
          )}
        </div>
        <Disclosure
          summary={further > 0 ? t('More filters ({count})', { count: further }) : t('More filters')}
          open={further > 0}
        >
          <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            <Choice label={t('State')} {...value('state')}>
              {toOptions(STATE_LABELS)}
            </Choice>
            <Choice label={t('Plan')} {...value('level')}>
              {toOptions(LEVEL_NAMES)}
            </Choice>
            <CategoryChoice {...value('category')} />
            <CountyChoice {...value('county')} />
            <CityChoice {...value('city')} />
            <Text label={t('ZIP code')} {...value('zip')} inputMode="numeric" maxLength={5} />
            <Text label={t('Listing ID')} {...value('id')} inputMode="numeric" maxLength={15} />
            <Text label={t('Owner’s username or email')} {...value('owner')} maxLength={200} autoComplete="off" />
            <Text label={t('Phone')} {...value('phone')} maxLength={40} autoComplete="off" />
            <Text label={t('Website’s domain')} {...value('domain')} maxLength={253} />
            <Text label={t('Source')} {...value('source')} maxLength={200} />
            <Text label={t('Posted from')} {...value('from')} type="date" />
            <Text label={t('Posted until')} {...value('to')} type="date" />
            <Choice
              label={t('Order', null, 'sorting')}
              name="sort"
              defaultValue={filter.get('sort') ?? 'newest'}
              any={null}
            >
              <option value="newest">{t('Newest first')}</option>
              <option value="oldest">{t('Oldest first')}</option>
            </Choice>
          </div>
          <MarkChoices filter={filter} />
        </Disclosure>
      </form>
    </search>
  );
}

function MarkChoices({ filter }: { filter: URLSearchParams }) {
  return (
    <fieldset className="mt-4 flex flex-wrap gap-x-6">
      <legend className="sr-only">{t('Only listings with these marks')}</legend>
      {Object.entries(MARK_LABELS).map(([name, label]) => (
        <label key={name} className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            name={name}
            value="true"
            defaultChecked={filter.get(name) === 'true'}
            className="size-5"
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
