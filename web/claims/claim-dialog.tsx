import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import type { z } from 'zod';
import { type Claim, type ClaimForm, claimFormSchema } from '#contract/claims.ts';
import type { ListingPage } from '#contract/listings.ts';
import { send } from '../app/api.ts';
import { toFailure } from '../app/run-mutation.ts';
import { invalidateUser } from '../session/session.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextArea, TextInput } from '../ui/form/controls.tsx';
import { Field } from '../ui/form/field.tsx';
import { Form, getFieldError, SubmitButton, useSchemaForm } from '../ui/form/form.tsx';
import { Icon } from '../ui/icon.tsx';

/** Asks the signed-in user to prove that a business is theirs, and then says what happens next. */
export default function ClaimDialog({
  listing,
  open,
  onClose,
}: {
  listing: ListingPage;
  open: boolean;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const [claim, setClaim] = useState<Claim>();
  const form = useSchemaForm<ClaimForm, z.output<typeof claimFormSchema>>({
    schema: claimFormSchema,
    onSubmit: async (proof) => {
      const failure = await toFailure('Your claim could not be sent', async () =>
        setClaim(await send<Claim>('POST', `/api/ads/${listing.id}/claims`, proof)),
      );
      if (failure?.status === 401) void invalidateUser(client);
      return failure;
    },
  });
  const { setFocus } = form;
  useEffect(() => {
    if (open && !claim) setFocus('email');
  }, [open, claim, setFocus]);

  if (claim) {
    return (
      <Dialog
        open={open}
        onClose={onClose}
        title={claim.status === 'mailed' ? 'Check your mail' : 'We have your claim'}
        actions={
          <>
            <Button onClick={onClose}>Done</Button>
            <a href="/account" className={buttonClass({ variant: 'secondary' })}>
              Go to your account
            </a>
          </>
        }
      >
        <ClaimResult claim={claim} gaveEmail={form.getValues('email') !== ''} />
      </Dialog>
    );
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Is this your business?"
      actions={
        <>
          <SubmitButton form={form} busyLabel="Sending...">
            Claim this listing
          </SubmitButton>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <p className="typed mb-5">
        Claim <strong className="font-semibold">{listing.businessName}</strong>, and you can edit what it says, add
        hours and pictures. It costs nothing. Show us that it is yours in one of two ways:
      </p>
      <Form form={form}>
        <Field
          label="An email address at the business’s own website"
          hint="For example info@ and the website’s name. We mail a link there, and the listing is yours when you open it."
          optional
          error={getFieldError(form, 'email')}
        >
          {(control) => <TextInput {...control} {...form.register('email')} type="email" autoComplete="email" />}
        </Field>
        <Field
          label="Or tell us how we can check"
          hint="Your role, a page that names you, or when we can reach you at the business’s phone. We look at it ourselves."
          optional
          error={getFieldError(form, 'note')}
        >
          {(control) => <TextArea {...control} {...form.register('note')} rows={3} maxLength={1000} />}
        </Field>
      </Form>
    </Dialog>
  );
}

function ClaimResult({ claim: { status, email }, gaveEmail }: { claim: Claim; gaveEmail: boolean }) {
  if (status === 'mailed') {
    return (
      <Result icon="mail-check">
        We have mailed a link to <strong className="wrap-anywhere font-semibold">{email}</strong>. Open it while you are
        signed in here, and the listing is yours.
      </Result>
    );
  }
  return (
    <Result icon="clock">
      {gaveEmail && 'That address is not at a website that we know to be the business’s own. '}
      We look at your claim ourselves, and write to the address of your account when we know. Until then it stands there
      as ‘Being reviewed’.
    </Result>
  );
}

/** Takes the focus when it replaces the form, so that screen readers announce it. */
function Result({ icon, children }: { icon: string; children: ReactNode }) {
  return (
    <p ref={focusOn} tabIndex={-1} className="flex gap-3 outline-none">
      <Icon name={icon} className="mt-0.5 size-5 shrink-0 text-sage" />
      <span>{children}</span>
    </p>
  );
}

const focusOn = (element: HTMLElement | null) => element?.focus();
