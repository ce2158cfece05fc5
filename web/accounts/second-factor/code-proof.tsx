import { t } from '#contract/i18n/t.ts';
import { z } from '#contract/zod.ts';
import type { MutationFailure } from '#web/base/api/run-mutation.ts';
import { Form, FormInput, SubmitButton, useSchemaForm } from '#web/base/ui/form/form.tsx';

const codeSchema = z.object({ code: z.string().trim().min(1, t('Enter the code')).max(60, t('Enter the code')) });

/** A field for a code, and a button. */
export function CodeProof({
  label,
  hint,
  isNumeric = false,
  submitLabel = t('Verify'),
  send,
}: {
  label: string;
  hint: string;
  isNumeric?: boolean;
  submitLabel?: string;
  send: (code: string) => Promise<MutationFailure | undefined>;
}) {
  const form = useSchemaForm<{ code: string }>({
    schema: codeSchema,
    defaultValues: { code: '' },
    onSubmit: async ({ code }) => {
      const failure = await send(code);
      if (!failure) return undefined;
      const { message } = failure.issues?.[0] ?? failure;
      return { message, issues: [{ path: 'code', message }] };
    },
  });
  return (
    <Form
      form={form}
      actions={
        <SubmitButton form={form} busyLabel={t('Checking...')} className="justify-self-start">
          {submitLabel}
        </SubmitButton>
      }
    >
      <FormInput
        form={form}
        name="code"
        label={label}
        hint={hint}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        inputMode={isNumeric ? 'numeric' : undefined}
      />
    </Form>
  );
}
