import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { emailSignInRequestSchema } from '#contract/accounts.ts';
import { t } from '#contract/i18n/t.ts';
import { send } from '#web/base/api/api.ts';
import { runMutation } from '#web/base/api/run-mutation.ts';
import { Form, FormInput, SubmitButton, useSchemaForm } from '#web/base/ui/form/form.tsx';

/**
 * Asks for an address, and sends a link to it.
 * @param path of the API that sends it
 * @param children the link beside the button
 */
export function EmailLinkForm({
  schema,
  path,
  onSent,
  children,
}: {
  schema: typeof emailSignInRequestSchema;
  path: string;
  onSent: (email: string) => void;
  children: ReactNode;
}) {
  const form = useSchemaForm<z.infer<typeof emailSignInRequestSchema>>({
    schema,
    onSubmit: (request) =>
      runMutation(t('Couldn’t send email'), async () => {
        await send('POST', path, request);
        onSent(request.email);
      }),
  });
  return (
    <Form
      form={form}
      actions={
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <SubmitButton form={form} busyLabel={t('Sending...')}>
            {t('Send link')}
          </SubmitButton>
          {children}
        </div>
      }
    >
      <FormInput form={form} name="email" label={t('Email')} type="email" autoComplete="email" />
    </Form>
  );
}
