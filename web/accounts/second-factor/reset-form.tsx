import { useQueryClient } from '@tanstack/react-query';
import { t } from '#contract/i18n/t.ts';
import { z } from '#contract/zod.ts';
import { send } from '#web/base/api/api.ts';
import { toFailure } from '#web/base/api/run-mutation.ts';
import { Disclosure } from '#web/base/ui/disclosure.tsx';
import { Form, FormInput, SubmitButton, useSchemaForm } from '#web/base/ui/form/form.tsx';

const reasonSchema = z.object({
  reason: z.string().trim().min(1, t('Say why')).max(300, t('The reason can have at most 300 characters')),
});

/** Lets an administrator remove the second factor of somebody who lost it. `accountPath` is the API path of the account. */
export function ResetForm({ accountPath }: { accountPath: string }) {
  const client = useQueryClient();
  const form = useSchemaForm<{ reason: string }>({
    schema: reasonSchema,
    defaultValues: { reason: '' },
    onSubmit: (reset) =>
      toFailure(t('Couldn’t reset two-step verification'), async () => {
        await send('POST', `${accountPath}/second-factor/reset`, reset);
        await client.invalidateQueries({ queryKey: [accountPath] });
      }),
  });
  return (
    <Disclosure summary={t('Reset two-step verification')}>
      <p className="mb-4 text-muted">
        {t(
          'For somebody who lost their phone or key. Make sure that it’s them, in person or by a call to a number you know. They’re signed out everywhere, and get a link by email to set a new password.',
        )}
      </p>
      <Form
        form={form}
        actions={
          <SubmitButton form={form} busyLabel={t('Resetting...')} variant="danger" className="justify-self-start">
            {t('Reset', null, 'verb')}
          </SubmitButton>
        }
      >
        <FormInput form={form} name="reason" label={t('Reason')} hint={t('For the audit log.')} />
      </Form>
    </Disclosure>
  );
}
