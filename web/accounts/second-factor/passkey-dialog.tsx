import type { AddedFactor } from '#contract/admin/second-factor.ts';
import { t } from '#contract/i18n/t.ts';
import { z } from '#contract/zod.ts';
import { send } from '#web/base/api/api.ts';
import { toFailure } from '#web/base/api/run-mutation.ts';
import { FormInput, useSchemaForm } from '#web/base/ui/form/form.tsx';
import { FormDialog } from '#web/base/ui/form/form-dialog.tsx';
import { createPasskey, PasskeyFailure, type PasskeyOptions } from './passkeys.ts';
import { SECOND_FACTOR_PATH } from './second-factor-queries.ts';

const nameSchema = z.object({
  name: z
    .string()
    .trim()
    .min(1, t('Give it a name, such as “My phone”'))
    .max(60, t('The name can have at most 60 characters')),
});

/** Asks for the name of a new passkey, and lets the browser create it. */
export function PasskeyDialog({
  open,
  onClose,
  onAdded,
}: {
  open: boolean;
  onClose: () => void;
  onAdded: (added: AddedFactor) => void;
}) {
  const form = useSchemaForm<{ name: string }>({
    schema: nameSchema,
    defaultValues: { name: '' },
    onSubmit: async ({ name }) => {
      try {
        return await toFailure(t('Couldn’t add the passkey'), async () => {
          const options = await send<PasskeyOptions>('POST', `${SECOND_FACTOR_PATH}/passkeys/options`);
          const response = await createPasskey(options);
          const added = await send<AddedFactor>('POST', `${SECOND_FACTOR_PATH}/passkeys`, { name, response });
          form.reset();
          onAdded(added);
        });
      } catch (error) {
        if (!(error instanceof PasskeyFailure)) throw error;
        return { message: error.message };
      }
    },
  });
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      title={t('Add a passkey')}
      focus="name"
      submitLabel={t('Continue')}
      busyLabel={t('Waiting for your device...')}
      intro={
        <p className="mb-5 text-muted">
          {t('Your device asks for your fingerprint, face, screen lock or security key.')}
        </p>
      }
    >
      <FormInput
        form={form}
        name="name"
        label={t('Name')}
        hint={t('So that you recognize it later, such as “My phone”.')}
      />
    </FormDialog>
  );
}

/** Asks for another name of a passkey. */
export function RenameDialog({
  passkey,
  onClose,
  onRenamed,
}: {
  passkey: { id: number; name: string };
  onClose: () => void;
  onRenamed: () => void;
}) {
  const form = useSchemaForm<{ name: string }>({
    schema: nameSchema,
    defaultValues: { name: passkey.name },
    onSubmit: (change) =>
      toFailure(t('Couldn’t rename the passkey'), async () => {
        await send('PATCH', `${SECOND_FACTOR_PATH}/passkeys/${passkey.id}`, change);
        onRenamed();
      }),
  });
  return (
    <FormDialog
      form={form}
      open
      onClose={onClose}
      title={t('Rename passkey')}
      focus="name"
      submitLabel={t('Save')}
      busyLabel={t('Saving...')}
      intro={null}
    >
      <FormInput form={form} name="name" label={t('Name')} />
    </FormDialog>
  );
}
