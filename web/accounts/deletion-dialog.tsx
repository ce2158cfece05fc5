import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { z } from 'zod';
import { accountDeletionSchema } from '#contract/accounts.ts';
import { t } from '#contract/i18n/t.ts';
import { send } from '#web/base/api/api.ts';
import { clearUser } from '#web/base/session/session.ts';
import { useRunMutation } from '#web/base/session/use-run-mutation.ts';
import { useSchemaForm } from '#web/base/ui/form/form.tsx';
import { FormDialog } from '#web/base/ui/form/form-dialog.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import { PasswordField } from './password-field.tsx';

/** Lists what is deleted with the account, asks for the password, and deletes the account. */
export function DeletionDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { runMutation } = useRunMutation();
  const form = useSchemaForm<z.infer<typeof accountDeletionSchema>>({
    schema: accountDeletionSchema,
    onSubmit: (deletion) =>
      runMutation(t('Couldn’t delete your account'), async () => {
        await send('DELETE', '/api/user', deletion);
        await navigate('/');
        await clearUser(client);
        toast({
          title: t('Account deleted'),
          description: t('Your account and listings have been deleted.'),
          tone: 'success',
        });
      }),
  });

  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      title={t('Delete your account?')}
      focus="password"
      submitLabel={t('Delete account')}
      busyLabel={t('Deleting...')}
      danger
      cancelLabel={t('Keep my account')}
      intro={<DeletionConsequences />}
    >
      {open && <PasswordField form={form} name="password" label={t('Password')} autoComplete="current-password" />}
    </FormDialog>
  );
}

function DeletionConsequences() {
  return (
    <>
      <p>{t('This can’t be undone. You’ll lose:')}</p>
      <ul className="my-3 list-disc space-y-1 pl-5">
        <li>{t('your listings, with their photos and analytics, right away')}</li>
        <li>{t('any time left on paid plans')}</li>
        <li>{t('your profile and username, on every device')}</li>
      </ul>
      <p className="mb-5 text-muted">{t('We keep payment records for 7 years.')}</p>
    </>
  );
}
