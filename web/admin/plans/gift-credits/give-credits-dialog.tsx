import { t } from '#contract/i18n/t.ts';
import { type GiftForm, giftFormSchema } from '#contract/plans/gift-credits.ts';
import { PAID_PLANS, type PaidPlanId } from '#contract/plans/plans.ts';
import { z } from '#contract/zod.ts';
import { boundsHint } from '#web/admin/bounds-hint.ts';
import { Select, TextArea, TextInput } from '#web/base/ui/form/controls.tsx';
import { FormControl, useSchemaForm } from '#web/base/ui/form/form.tsx';
import { FormDialog } from '#web/base/ui/form/form-dialog.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import { useGiftActions } from './gift-queries.ts';

/** The form, with the number of credits as typed. */
const formSchema = giftFormSchema.extend({
  count: z
    .string()
    .transform((typed) => (typed.trim() === '' ? Number.NaN : Number(typed)))
    .pipe(giftFormSchema.shape.count),
});

/** Gives an account credits. @param username whose form it opens with; '' for nobody's */
export function GiveCreditsDialog({ username, onClose }: { username: string; onClose: () => void }) {
  const { give } = useGiftActions();
  const form = useSchemaForm<z.input<typeof formSchema>, GiftForm>({
    schema: formSchema,
    defaultValues: { username, plan: 'monthly' satisfies PaidPlanId, count: '1', reason: '' },
    onSubmit: async (gift) => {
      const failure = await give(gift);
      if (failure) return failure;
      toast({
        title: t('Credits given'),
        description: t('{count, plural, one {{username} can use it now.} other {{username} can use them now.}}', {
          username: gift.username,
          count: gift.count,
        }),
        tone: 'success',
      });
      onClose();
      return undefined;
    },
  });
  return (
    <FormDialog
      form={form}
      open
      onClose={onClose}
      title={t('Give credits')}
      intro={<p className="mb-4 text-muted">{t('The owner gets an email. Unused credits can be taken back.')}</p>}
      focus={username ? 'count' : 'username'}
      submitLabel={t('Give credits')}
      busyLabel={t('Giving...')}
    >
      <FormControl form={form} name="username" label={t('Username or email')}>
        {(control) => <TextInput {...control} autoComplete="off" autoCapitalize="none" spellCheck={false} />}
      </FormControl>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <FormControl form={form} name="plan" label={t('Plan')}>
          {(control) => (
            <Select {...control}>
              {PAID_PLANS.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </FormControl>
        <FormControl
          form={form}
          name="count"
          label={t('Number', null, 'count')}
          hint={`${boundsHint(giftFormSchema.shape.count)}. ${t('One for each listing and term.')}`}
        >
          {(control) => <TextInput {...control} inputMode="numeric" autoComplete="off" />}
        </FormControl>
      </div>
      <FormControl
        form={form}
        name="reason"
        label={t('Reason')}
        hint={t('Kept in the audit log. The owner doesn’t see it.')}
      >
        {(control) => <TextArea {...control} rows={3} maxLength={1000} />}
      </FormControl>
    </FormDialog>
  );
}
