import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { z } from 'zod';
import { accountDeletionSchema } from '#contract/accounts.ts';
import { send } from '../app/api.ts';
import { useRunMutation } from '../app/run-mutation.ts';
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
      runMutation('Account not deleted', async () => {
        await send('DELETE', '/api/user', deletion);
        await navigate('/');
        clearUser(client);
        toast({ title: 'Account deleted', description: 'Your account and your listings are gone.', tone: 'success' });
      }),
  });

  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      title="Delete your account?"
      focus="password"
      submitLabel="Delete for good"
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
      <p>This cannot be undone. You lose</p>
      <ul className="my-3 list-disc space-y-1 pl-5">
        <li>your listings, which disappear from the site at once, with their pictures and figures;</li>
        <li>what is left of plans that you paid for;</li>
        <li>your profile, your username and every place where you are signed in.</li>
      </ul>
      <p className="mb-5 text-muted">Records of payments are kept as long as the law asks for it.</p>
    </>
  );
}
