import { t } from '#contract/i18n/t.ts';
import { Button } from '#web/base/ui/button.tsx';
import { TextInput } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';

/** What payments are looked for by, as the URL has it. */
export const PAYMENT_SEARCH_FIELDS = ['find', 'from', 'to'] as const;
export type PaymentSearch = Partial<Record<(typeof PAYMENT_SEARCH_FIELDS)[number], string>>;

/** One box that understands numbers, amounts, cards, days, email addresses and names, and the days from and to. */
export function PaymentSearchForm({
  search,
  onSearch,
}: {
  search: PaymentSearch;
  onSearch: (search: PaymentSearch) => void;
}) {
  return (
    <search>
      {/* New values from the URL, as after 'Back', make new fields. */}
      <form
        key={JSON.stringify(search)}
        className="mb-6 grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_auto_auto]"
        onSubmit={(event) => {
          event.preventDefault();
          const form = new FormData(event.currentTarget);
          const typed = PAYMENT_SEARCH_FIELDS.map((name) => [name, String(form.get(name) ?? '').trim()]);
          onSearch(Object.fromEntries(typed.filter(([, value]) => value !== '')));
        }}
      >
        <Field
          label={t('Find payments')}
          optional
          hint={t(
            'Words in any order: a receipt or invoice number, a name (of the account, its business, a listing, on the card or the invoice), an email, an amount, the card’s last four digits or a date',
          )}
        >
          {(control) => (
            <TextInput
              {...control}
              name="find"
              type="search"
              maxLength={200}
              placeholder={t('Name, receipt, email, card, amount or date')}
              defaultValue={search.find ?? ''}
            />
          )}
        </Field>
        <Field label={t('From', null, 'date')} optional>
          {(control) => <TextInput {...control} name="from" type="date" defaultValue={search.from ?? ''} />}
        </Field>
        <Field label={t('To', null, 'date')} optional>
          {(control) => <TextInput {...control} name="to" type="date" defaultValue={search.to ?? ''} />}
        </Field>
        <p className="flex flex-wrap gap-3 sm:col-span-full">
          <Button type="submit">{t('Search')}</Button>
          {Object.keys(search).length > 0 && (
            <Button variant="ghost" onClick={() => onSearch({})}>
              {t('Clear search')}
            </Button>
          )}
        </p>
      </form>
    </search>
  );
}
