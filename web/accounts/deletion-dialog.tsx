import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { z } from 'zod';
import { accountDeletionSchema } from '#contract/accounts.ts';
import { send } from '../app/api.ts';
import { useRunMutation } from '../app/use-run-mutation.ts';
import { clearUser } from '../session/session.ts';
import { useSchemaForm } from '../ui/form/form.tsx';
import { FormDialog } from '../ui/form/form-dialog.tsx';
import { toast } from '../ui/toast.tsx';
import { PasswordField } from './password-field.tsx';

/** Lists what is deleted with the account, asks for the password, and deletes the account. */
export function DeletionDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { runMutation } = useRunMutation();
  const form = useSchemaForm<z.infer<typeof accountDeletionSchema>>({
    schema: accountDeletionSchema,
    onSubmit: (deletion) =>
      runMutation('Couldn’t delete your account', async () => {
        await send('DELETE', '/api/user', deletion);
        await navigate('/');
        clearUser(client);
        toast({
          title: 'Account deleted',
          description: 'Your account and listings have been deleted.',
          tone: 'success',
        });
      }),
  });

  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      title="Delete your account?"
      focus="password"
      submitLabel="Delete account"
      busyLabel="Deleting..."
      danger
      cancelLabel="Keep my account"
      intro={<DeletionConsequences />}
    >
      {open && <PasswordField form={form} name="password" label="Password" autoComplete="current-password" />}
    </FormDialog>
  );
}

function DeletionConsequences() {
  return (
    <>
      <p>This can’t be undone. You’ll lose:</p>
      <ul className="my-3 list-disc space-y-1 pl-5">
        <li>your listings, with their photos and analytics, right away</li>
        <li>any time left on paid plans</li>
        <li>your profile and username, on every device</li>
      </ul>
      <p className="mb-5 text-muted">We keep payment records for 7 years.</p>
    </>
  );
}
