import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import type { z } from 'zod';
import { accountDeletionSchema } from '#contract/accounts.ts';
import { send } from '../app/api.ts';
import { useRunMutation } from '../app/run-mutation.ts';
import { clearUser } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Form, SubmitButton, useSchemaForm } from '../ui/form/form.tsx';
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
  const { setFocus } = form;
  useEffect(() => {
    if (open) setFocus('password');
  }, [open, setFocus]);

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Delete your account?"
      actions={
        <>
          <SubmitButton form={form} busyLabel="Deleting..." variant="danger">
            Delete for good
          </SubmitButton>
          <Button variant="secondary" onClick={onClose}>
            Keep my account
          </Button>
        </>
      }
    >
      <p>This cannot be undone. You lose</p>
      <ul className="my-3 list-disc space-y-1 pl-5">
        <li>your listings, which disappear from the site at once, with their pictures and figures;</li>
        <li>what is left of plans that you paid for;</li>
        <li>your profile, your username and every place where you are signed in.</li>
      </ul>
      <p className="mb-5 text-muted">Records of payments are kept as long as the law asks for it.</p>
      {open && (
        <Form form={form}>
          <PasswordField form={form} name="password" label="Password" autoComplete="current-password" />
        </Form>
      )}
    </Dialog>
  );
}
