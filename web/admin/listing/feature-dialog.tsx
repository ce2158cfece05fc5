import { useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import { PAID_PLANS, type PaidPlanId, PLANS } from '#contract/plans/plans.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { Select } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';
import { LongDate } from '#web/base/ui/time.tsx';
import { deskPath } from './desk-queries.ts';
import { type Question, QuestionDialog } from './question-dialog.tsx';

/** Features a listing without an owner for the term of a plan, as a gift. */
export function FeatureDialog({ id, open, onClose }: { id: number; open: boolean; onClose: () => void }) {
  const [plan, setPlan] = useState<PaidPlanId>('monthly');
  const question: Question = {
    title: t('Feature this listing as a gift?'),
    description: t('Visitors see it as a paid one, labeled in the same way. It ends by itself, and nobody is charged.'),
    reason: { label: t('Reason'), hint: t('Kept in the audit log.') },
    path: `${deskPath(id)}/feature`,
    body: { plan },
    confirmLabel: t('Feature listing'),
    busyLabel: t('Saving...'),
    done: t('Listing featured'),
  };
  return (
    <QuestionDialog question={open ? question : null} onClose={onClose}>
      <Field label={t('Plan')}>
        {(control) => (
          <Select {...control} value={plan} onChange={(event) => setPlan(event.target.value as PaidPlanId)}>
            {PAID_PLANS.map(({ id: value, name }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <p className="text-muted text-sm">{rich('It lasts until {date}.', { date: <LongDate at={toEnd(plan)} /> })}</p>
    </QuestionDialog>
  );
}

/** When the term of a plan that starts now ends: the last day of a month that is shorter. */
function toEnd(plan: PaidPlanId): string {
  const end = new Date();
  const day = end.getUTCDate();
  end.setUTCMonth(end.getUTCMonth() + PLANS[plan].months);
  if (end.getUTCDate() !== day) end.setUTCDate(0);
  return end.toISOString();
}
