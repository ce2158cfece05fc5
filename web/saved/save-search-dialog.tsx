import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { User } from '#contract/accounts.ts';
import { MAX_SEARCH_NAME_LENGTH } from '#contract/limits.ts';
import { type SavedSearchForm, savedSearchFormSchema } from '#contract/saved.ts';
import { send } from '../app/api.ts';
import { toFailure } from '../app/run-mutation.ts';
import { searchLabel } from '../search/labels.ts';
import { omitParams, type SearchParams, searchPath } from '../search/search-params.ts';
import { invalidateUser } from '../session/session.ts';
import { useUser } from '../session/user.ts';
import { buttonClass } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Select } from '../ui/form/controls.tsx';
import { Field } from '../ui/form/field.tsx';
import { FormInput, getFieldError, useSchemaForm } from '../ui/form/form.tsx';
import { FormDialog } from '../ui/form/form-dialog.tsx';
import { toast } from '../ui/toast.tsx';
import { SAVE_HASH } from './save-search-hash.ts';
import { EMAIL_FREQUENCIES, SAVED_SEARCHES_PATH } from './saved-searches.ts';

interface SaveSearchDialogProps {
  search: SearchParams;
  open: boolean;
  onClose: () => void;
}

/** Saves a search of a signed-in user with a confirmed email; leads other visitors to signing in or confirming. */
export default function SaveSearchDialog(props: SaveSearchDialogProps) {
  const { user } = useUser();
  if (user === null) return <SignInFirst {...props} />;
  if (user && !user.emailConfirmed) return <ConfirmFirst user={user} {...props} />;
  // The key resets the form when the search changes.
  return <SaveSearchForm key={searchPath(props.search)} {...props} />;
}

function SaveSearchForm({ search, open, onClose }: SaveSearchDialogProps) {
  const client = useQueryClient();
  // 'Open now', the sort order and the map view mean nothing for daily or weekly emails.
  const saved = omitParams(search, 'open', 'sort', 'view');
  const form = useSchemaForm<SavedSearchForm, z.output<typeof savedSearchFormSchema>>({
    schema: savedSearchFormSchema,
    defaultValues: {
      name: searchLabel(saved).replace(/[“”]/g, '').slice(0, MAX_SEARCH_NAME_LENGTH),
      search: new URLSearchParams(saved).toString(),
      mails: 'daily',
    },
    onSubmit: async (values) => {
      const failure = await toFailure('We couldn’t save your search', async () => {
        await send('POST', SAVED_SEARCHES_PATH, values);
        await client.invalidateQueries({ queryKey: [SAVED_SEARCHES_PATH] });
        onClose();
        toast({ title: 'Search saved', description: 'Find it in your account, under Searches.', tone: 'success' });
      });
      if (failure?.status === 401) void invalidateUser(client);
      return failure;
    },
  });
  const searchError = getFieldError(form, 'search');
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      title="Save this search"
      focus="name"
      submitLabel="Save search"
      busyLabel="Saving..."
      intro={<p className="mb-5 text-muted">We’ll email you when there are new listings.</p>}
    >
      <FormInput form={form} name="name" label="Name" hint="Shown in your account and in emails." />
      <Field
        label="Email me new listings"
        hint="You can unsubscribe from any email."
        error={getFieldError(form, 'mails')}
      >
        {(control) => (
          // HTML allows `required` only where the first option is empty.
          <Select {...control} required={false} {...form.register('mails')}>
            {Object.entries(EMAIL_FREQUENCIES).map(([mails, label]) => (
              <option key={mails} value={mails}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {searchError && <p className="text-danger">{searchError}</p>}
    </FormDialog>
  );
}

function SignInFirst({ search, open, onClose }: SaveSearchDialogProps) {
  const next = encodeURIComponent(searchPath(search) + SAVE_HASH);
  return (
    <PrerequisiteDialog
      title="Sign in to save this search"
      open={open}
      onClose={onClose}
      action={
        <>
          <a href={`/auth?next=${next}`} className={buttonClass()}>
            Sign In
          </a>
          <a href={`/auth?register=true&next=${next}`} className={buttonClass({ variant: 'secondary' })}>
            Create Account
          </a>
        </>
      }
    >
      We’ll email you new listings, daily or weekly. After you sign in, you’ll come back to this search.
    </PrerequisiteDialog>
  );
}

function ConfirmFirst({ user, open, onClose }: SaveSearchDialogProps & { user: User }) {
  return (
    <PrerequisiteDialog
      title="Confirm your email first"
      open={open}
      onClose={onClose}
      action={
        <a href="/account" className={buttonClass()}>
          Go to your account
        </a>
      }
    >
      {user.email ? (
        <>
          We only send to confirmed addresses. Open the link in our email to{' '}
          <strong className="wrap-anywhere font-semibold">{user.email}</strong>. You can resend it from your account.
        </>
      ) : (
        'Your account has no email yet. Add one there, then open the link we send to it.'
      )}
    </PrerequisiteDialog>
  );
}

function PrerequisiteDialog({
  title,
  open,
  onClose,
  action,
  children,
}: Omit<SaveSearchDialogProps, 'search'> & { title: string; action: ReactNode; children: ReactNode }) {
  return (
    <Dialog open={open} onClose={onClose} title={title} actions={action}>
      <p>{children}</p>
    </Dialog>
  );
}
