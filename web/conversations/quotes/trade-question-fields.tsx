import { type QuoteRequestForm, TIMINGS } from '#contract/conversations/quotes.ts';
import type { TradeSlug } from '#contract/conversations/trade-slugs.ts';
import { TRADES } from '#contract/conversations/trades.ts';
import { t } from '#contract/i18n/t.ts';
import { Select } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';
import { getFieldError, type SchemaForm } from '#web/base/ui/form/form.tsx';

/** When the work is needed, and the optional questions of the trade. */
export function TradeQuestionFields({ form, trade }: { form: SchemaForm<QuoteRequestForm>; trade: TradeSlug }) {
  const answers = form.watch('answers') ?? {};
  const answer = (id: string, option: string) => {
    const { [id]: _, ...rest } = answers;
    form.setValue('answers', option === '' ? rest : { ...rest, [id]: option });
  };
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <Field label={t('When?')} error={getFieldError(form, 'timing')}>
        {(control) => (
          <Select {...control} {...form.register('timing')} defaultValue="">
            <option value="" disabled>
              {t('Choose')}
            </option>
            {Object.entries(TIMINGS).map(([timing, label]) => (
              <option key={timing} value={timing}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {TRADES[trade].questions.map(({ id, label, options }) => (
        <Field key={id} label={label} optional>
          {(control) => (
            <Select {...control} value={answers[id] ?? ''} onChange={({ target }) => answer(id, target.value)}>
              <option value="">{t('No answer')}</option>
              {Object.entries(options).map(([option, text]) => (
                <option key={option} value={option}>
                  {text}
                </option>
              ))}
            </Select>
          )}
        </Field>
      ))}
    </div>
  );
}
