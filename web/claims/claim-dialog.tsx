import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import type { z } from 'zod';
import { t } from '#contract/i18n/t.ts';
import type { ListingPage } from '#contract/listings.ts';
import { type Claim, type ClaimForm, claimFormSchema } from '#contract/ownership/claims.ts';
import { send } from '#web/base/api/api.ts';
import { toFailure } from '#web/base/api/run-mutation.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { invalidateUser } from '#web/base/session/session.ts';
import { Button, buttonClass } from '#web/base/ui/button.tsx';
import { Dialog } from '#web/base/ui/dialog.tsx';
import { TextArea, TextInput } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';
import { Form, getFieldError, SubmitButton, useSchemaForm } from '#web/base/ui/form/form.tsx';
import { Icon } from '#web/base/ui/icon.tsx';

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
      const failure = await toFailure(t('We couldn’t send your claim'), async () =>
        setClaim(await send<Claim>('POST', `/api/ads/${listing.id}/claims`, proof)),
      );
      if (failure?.status === 401) void invalidateUser(client);
      return failure;
    },
  });
  const { setFocus } = form;
  const { hasWebsite } = listing;
  useEffect(() => {
    if (open && !claim) setFocus(hasWebsite ? 'email' : 'note');
  }, [open, claim, hasWebsite, setFocus]);

  if (claim) {
    return (
      <Dialog
        open={open}
        onClose={onClose}
        title={claim.status === 'mailed' ? t('Check your email') : t('Claim received')}
        actions={
          <>
            <Button onClick={onClose}>{t('Done')}</Button>
            <a href="/account" className={buttonClass({ variant: 'secondary' })}>
              {t('Go to your account')}
            </a>
          </>
        }
      >
        <ClaimResult claim={claim} gaveEmail={Boolean(form.getValues('email'))} />
      </Dialog>
    );
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('Is this your business?')}
      actions={
        <>
          <SubmitButton form={form} busyLabel={t('Sending...')}>
            {t('Claim this listing')}
          </SubmitButton>
          <Button variant="secondary" onClick={onClose}>
            {t('Cancel')}
          </Button>
        </>
      }
    >
      <p className="typed mb-5">
        {rich(
          'Claim <b>{business}</b> to edit its description, contact details and hours. It’s free. Photos, a logo and a link to your website show on paid listings.',
          { b: (text) => <strong className="font-semibold">{text}</strong>, business: listing.businessName },
        )}
      </p>
      <Form form={form}>
        {hasWebsite && (
          <Field
            label={t('An email address at the business’s website domain')}
            hint={t(
              'For example, info@ plus the website’s name. We’ll email a link there. Open it, and the listing is yours.',
            )}
            optional
            error={getFieldError(form, 'email')}
          >
            {(control) => <TextInput {...control} {...form.register('email')} type="email" autoComplete="email" />}
          </Field>
        )}
        <Field
          label={hasWebsite ? t('Or tell us how we can verify it') : t('Tell us how we can verify that it’s yours')}
          hint={t(
            'Your role, a page that names you, or a good time to reach you at the business’s phone. We review these by hand.',
          )}
          optional={hasWebsite}
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
        {rich('We emailed a link to <b>{email}</b>. Open it while you’re signed in here, and the listing is yours.', {
          b: (text) => <strong className="wrap-anywhere font-semibold">{text}</strong>,
          email,
        })}
      </Result>
    );
  }
  return (
    <Result icon="clock">
      {gaveEmail && t('We can’t match that address to the business’s website. ')}
      {t('We’ll review your claim and email you when we decide. Until then, your account shows it as “In review.”')}
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
