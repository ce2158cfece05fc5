import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import type { z } from 'zod';
import type { User } from '#contract/accounts.ts';
import { type SavedSearchForm, savedSearchFormSchema } from '#contract/saved.ts';
import { LONGEST_SEARCH_NAME } from '#contract/saved-limits.ts';
import { refusalOf } from '../app/run-mutation.ts';
import { send } from '../app/send.ts';
import { type Search, searchPath, without } from '../search/sought.ts';
import { wordsOf } from '../search/words.ts';
import { askUserAgain } from '../session/session.ts';
import { useUser } from '../session/user.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field, Select } from '../ui/form/field.tsx';
import { Form, FormInput, faultOf, SubmitButton, useSchemaForm } from '../ui/form/form.tsx';
import { toast } from '../ui/toast.tsx';
import { MAILS, SEARCHES } from './own-searches.ts';
import { SAVE_HASH } from './save-search.tsx';

interface Saving {
  search: Search;
  open: boolean;
  onClose: () => void;
}

/** Saves a search for who is signed in and has confirmed an email; leads everybody else there. */
export default function SaveSearchDialog(saving: Saving) {
  const { user } = useUser();
  if (user === null) return <SignInFirst {...saving} />;
  if (user && !user.emailConfirmed) return <ConfirmFirst user={user} {...saving} />;
  // Another search is another form: what was typed for one is not for the next.
  return <SearchForm key={searchPath(saving.search)} {...saving} />;
}

function SearchForm({ search, open, onClose }: Saving) {
  const client = useQueryClient();
  // Whether a business is open now is no matter of days, nor how results are shown.
  const saved = without(search, 'open', 'sort', 'view');
  const form = useSchemaForm<SavedSearchForm, z.output<typeof savedSearchFormSchema>>({
    schema: savedSearchFormSchema,
    defaultValues: {
      name: wordsOf(saved).replace(/[“”]/g, '').slice(0, LONGEST_SEARCH_NAME),
      search: new URLSearchParams(saved).toString(),
      mails: 'daily',
    },
    save: async (values) => {
      const refusal = await refusalOf('Your search could not be saved', async () => {
        await send('POST', SEARCHES, values);
        await client.invalidateQueries({ queryKey: [SEARCHES] });
        onClose();
        toast({ title: 'Search saved', description: 'It is in your account, under Searches.', tone: 'success' });
      });
      if (refusal?.status === 401) void askUserAgain(client);
      return refusal;
    },
  });
  const { setFocus } = form;
  useEffect(() => {
    if (open) setFocus('name');
  }, [open, setFocus]);
  const unsaid = faultOf(form, 'search');
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Save this search"
      actions={
        <>
          <SubmitButton form={form} busyLabel="Saving...">
            Save search
          </SubmitButton>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <p className="mb-5 text-muted">We mail you what is new in it, and nothing when nothing is.</p>
      <Form form={form}>
        <FormInput form={form} name="name" label="Name" hint="What the mails and your account call it." />
        <Field label="Mail me new listings" hint="Each mail has a link that stops it." error={faultOf(form, 'mails')}>
          {(control) => (
            <Select {...control} {...form.register('mails')}>
              {Object.entries(MAILS).map(([mails, words]) => (
                <option key={mails} value={mails}>
                  {words}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {unsaid && <p className="text-danger">{unsaid}</p>}
      </Form>
    </Dialog>
  );
}

function SignInFirst({ search, open, onClose }: Saving) {
  const next = encodeURIComponent(searchPath(search) + SAVE_HASH);
  return (
    <FirstThis
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
      We mail you what is new in it, daily or weekly. You come back to this search.
    </FirstThis>
  );
}

function ConfirmFirst({ user, open, onClose }: Saving & { user: User }) {
  return (
    <FirstThis
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
          We mail only to confirmed addresses. The link is in our mail to{' '}
          <strong className="wrap-anywhere font-semibold">{user.email}</strong>; your account sends it once more.
        </>
      ) : (
        'Your account has no email yet. Give it one there, and open the link that we mail to it.'
      )}
    </FirstThis>
  );
}

function FirstThis({
  title,
  open,
  onClose,
  action,
  children,
}: Omit<Saving, 'search'> & { title: string; action: ReactNode; children: ReactNode }) {
  return (
    <Dialog open={open} onClose={onClose} title={title} actions={action}>
      <p>{children}</p>
    </Dialog>
  );
}
