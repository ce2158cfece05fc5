import { useState } from 'react';
import type { z } from 'zod';
import { passwordResetRequestSchema } from '#contract/accounts.ts';
import { send } from '../app/api.ts';
import { runMutation } from '../app/run-mutation.ts';
import { ResultMessage } from '../session/email-link-layout.tsx';
import { Button } from '../ui/button.tsx';
import { Form, FormInput, SubmitButton, useSchemaForm } from '../ui/form/form.tsx';
import { Icon } from '../ui/icon.tsx';

/** Requests a reset link. The confirmation is the same for unknown addresses, so that it reveals no accounts. */
export function ResetRequestForm() {
  const [sentTo, setSentTo] = useState<string>();
  const form = useSchemaForm<z.infer<typeof passwordResetRequestSchema>>({
    schema: passwordResetRequestSchema,
    onSubmit: (request) =>
      runMutation('Mail not sent', async () => {
        await send('POST', '/api/password-resets', request);
        setSentTo(request.email);
      }),
  });
  if (sentTo) {
    return (
      <ResultMessage title="Look into your mail" icon={<Icon name="mail-check" />}>
        <p>
          If an account belongs to <strong className="wrap-anywhere font-semibold">{sentTo}</strong>, a link to choose a
          new password is on its way there. It works once, for 30 minutes.
        </p>
        <p className="text-muted">
          Nothing after a few minutes? Look among the unwanted mail, or check that the address is the one of your
          account.
        </p>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <Button variant="secondary" onClick={() => setSentTo(undefined)}>
            Use another address
          </Button>
          <a href="/auth" className="link inline-flex min-h-11 items-center">
            Back to sign in
          </a>
        </div>
      </ResultMessage>
    );
  }
  return (
    <ResultMessage title="Forgotten your password?">
      <p className="text-muted">Tell us the e-mail address of your account. We mail you a link to choose a new one.</p>
      <Form
        form={form}
        actions={
          <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
            <SubmitButton form={form} busyLabel="Sending...">
              Mail me a link
            </SubmitButton>
            <a href="/auth" className="link inline-flex min-h-11 items-center">
              Back to sign in
            </a>
          </div>
        }
      >
        <FormInput form={form} name="email" label="Email" type="email" autoComplete="email" />
      </Form>
    </ResultMessage>
  );
}
