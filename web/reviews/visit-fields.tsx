import { t } from '#contract/i18n/t.ts';
import type { ReviewForm as Values } from '#contract/reviews/reviews.ts';
import { Select } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';
import { getFieldError, type SchemaForm } from '#web/base/ui/form/form.tsx';
import { formatMonth } from './format-month.ts';
import { StarsField } from './stars-field.tsx';

const MONTHS_BACK = 12;

/** The stars, and when the visit was: `visitedMonth` of a review that is changed is offered however old it is. */
export function VisitFields({ form, visitedMonth }: { form: SchemaForm<Values>; visitedMonth: string | undefined }) {
  const months = recentMonths();
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <StarsField form={form} />
      <Field label={t('Month of your visit')} error={getFieldError(form, 'visitedMonth')}>
        {(control) => (
          <Select {...control} required={false} {...form.register('visitedMonth')}>
            {(visitedMonth && !months.includes(visitedMonth) ? [...months, visitedMonth] : months).map((month) => (
              <option key={month} value={month}>
                {formatMonth(month)}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  );
}

/** This month and those before it: '2026-11'. */
export function recentMonths(): string[] {
  const now = new Date();
  return Array.from({ length: MONTHS_BACK }, (_, back) =>
    new Date(Date.UTC(now.getFullYear(), now.getMonth() - back, 1)).toISOString().slice(0, 7),
  );
}
