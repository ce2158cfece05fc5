import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { MAX_BULK_LISTINGS } from '#contract/admin/bulk-actions.ts';
import { hasPermission } from '#contract/admin/roles.ts';
import { t } from '#contract/i18n/t.ts';
import { PAID_PLANS, type PaidPlanId } from '#contract/plans/plans.ts';
import { invalidateAdminQueries } from '#web/admin/admin-actions.ts';
import { ADMIN_API_PREFIX } from '#web/admin/admin-queries.ts';
import { ApiError, send } from '#web/base/api/api.ts';
import { useUser } from '#web/base/session/user.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Select } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';
import { ReasonDialog } from '#web/base/ui/form/reason-dialog.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import { isLarge } from './bulk-queries.ts';
import { ChosenListings } from './chosen-listings.tsx';
import type { Refusal } from './refusals.tsx';
import type { Selected } from './use-selection.ts';

/**
 * Features the chosen listings that nobody owns for the term of a plan, as gifts, one after the other. Each can be ended among the gift
 * credits. Disabled, with the reason, for more than can be changed while one waits; nothing for roles that may not give any.
 */
export function FeatureButton({ selected, onDone }: { selected: Selected; onDone: (refused: Refusal[]) => void }) {
  const client = useQueryClient();
  const role = useUser().user?.role ?? null;
  const [isOpen, setOpen] = useState(false);
  const [plan, setPlan] = useState<PaidPlanId>('monthly');
  const [done, setDone] = useState(0);
  const reasonId = useId();
  if (!hasPermission(role, 'payments')) return null;
  if (isLarge(selected))
    return (
      <>
        <Button variant="secondary" size="sm" disabled aria-describedby={reasonId}>
          {t('Feature…')}
        </Button>
        <span id={reasonId} className="text-muted text-sm">
          {t('You can feature {max, number} listings at once: select them page by page.', { max: MAX_BULK_LISTINGS })}
        </span>
      </>
    );
  const listings = 'listings' in selected ? selected.listings : [];

  const submit = async (reason: string) => {
    const refused: Refusal[] = [];
    for (const [index, { id, title }] of listings.entries()) {
      try {
        await send('POST', `${ADMIN_API_PREFIX}ads/${id}/feature`, { plan, reason });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        // Neither who asks nor the reason is the fault of one listing.
        if (![404, 409].includes(error.status)) return { message: error.message };
        refused.push({ id, title, message: error.message });
      }
      setDone(index + 1);
    }
    invalidateAdminQueries(client);
    const count = listings.length - refused.length;
    toast({
      title: t('{count, plural, one {# listing featured} other {# listings featured}}', { count }),
      tone: refused.length > 0 ? 'danger' : 'success',
    });
    onDone(refused);
    return undefined;
  };
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        onClick={() => {
          setDone(0);
          setOpen(true);
        }}
      >
        {t('Feature…')}
      </Button>
      <ReasonDialog
        question={
          isOpen
            ? {
                title: t('{count, plural, one {Feature # listing as a gift?} other {Feature # listings as gifts?}}', {
                  count: listings.length,
                }),
                description: t(
                  '{count, plural, one {Visitors see it as a paid one, until the term ends. Nobody is charged. If it has an owner, or is featured already, it stays as it is. You can end it under Gift credits.} other {Visitors see them as paid ones, until the term ends. Nobody is charged. Listings with an owner, or that are featured already, stay as they are. You can end each one under Gift credits.}}',
                  { count: listings.length },
                ),
                reason: { label: t('Reason'), hint: t('Kept in the audit log.') },
                confirmLabel: t('{count, plural, one {Feature # listing} other {Feature # listings}}', {
                  count: listings.length,
                }),
                busyLabel: t('{done} of {count}...', { done, count: listings.length }),
              }
            : null
        }
        onSubmit={submit}
        onClose={() => setOpen(false)}
      >
        <ChosenListings listings={listings} />
        <p className="text-muted text-sm">
          {t('You can feature up to {max, number} listings at once.', { max: MAX_BULK_LISTINGS })}
        </p>
        <Field label={t('Plan')}>
          {(control) => (
            <Select {...control} value={plan} onChange={(event) => setPlan(event.target.value as PaidPlanId)}>
              {PAID_PLANS.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </ReasonDialog>
    </>
  );
}
