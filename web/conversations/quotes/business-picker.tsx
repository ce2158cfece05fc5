import { MAX_QUOTE_BUSINESSES, type QuoteBusiness, type QuoteRequestForm } from '#contract/conversations/quotes.ts';
import type { TradeSlug } from '#contract/conversations/trade-slugs.ts';
import { TRADES } from '#contract/conversations/trades.ts';
import { t } from '#contract/i18n/t.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { FieldMessage } from '#web/base/ui/form/field-message.tsx';
import type { SchemaForm } from '#web/base/ui/form/form.tsx';
import { useFormGroup } from '#web/base/ui/form/use-form-group.ts';

/** The businesses that a quote request can go to, of which the customer picks some. */
export function BusinessPicker({
  form,
  businesses,
  trade,
  place,
  others,
}: {
  form: SchemaForm<QuoteRequestForm>;
  businesses: QuoteBusiness[];
  trade: TradeSlug;
  place: string;
  /** The path of all businesses of the trade. */
  others: string;
}) {
  const group = useFormGroup(form, 'listings');
  const picked = group.value as number[];
  const error = group.errorAt('');
  const toggle = (id: number, isPicked: boolean) =>
    group.onChange(isPicked ? [...picked, id] : picked.filter((other) => other !== id));
  return (
    <fieldset
      ref={group.ref}
      onBlur={group.onBlur}
      aria-describedby="picked-note"
      aria-invalid={error ? true : undefined}
    >
      <legend className="font-semibold">
        {t('Who should get it? Pick up to {max}.', { max: MAX_QUOTE_BUSINESSES })}
      </legend>
      <ul className="mt-2 grid gap-x-6 sm:grid-cols-2">
        {businesses.map(({ id, name, city, miles, licensed }) => (
          <li key={id}>
            <label className="flex min-h-12 cursor-pointer items-center gap-3 py-1.5">
              <input
                type="checkbox"
                className="size-5 shrink-0 accent-pacific"
                checked={picked.includes(id)}
                disabled={picked.length >= MAX_QUOTE_BUSINESSES && !picked.includes(id)}
                onChange={({ target }) => toggle(id, target.checked)}
              />
              <span className="typed min-w-0">
                <span className="font-semibold">{name}</span>
                <span className="block text-muted text-sm">
                  {city}
                  {miles !== null && ` · ${t('{miles} mi', { miles: miles.toFixed(1) })}`}
                  {licensed && ` · ${t('Licensed')}`}
                </span>
              </span>
            </label>
          </li>
        ))}
      </ul>
      <FieldMessage
        id="picked-note"
        error={error}
        hint={rich(
          'The nearest {trade} to {place} that answer messages here. Plans don’t change the order. <others>You can call the others</others>.',
          {
            trade: TRADES[trade].name,
            place,
            others: (text) => (
              <a href={others} className="link">
                {text}
              </a>
            ),
          },
        )}
      />
    </fieldset>
  );
}
