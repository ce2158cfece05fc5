import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { z } from 'zod';
import { t } from '#contract/i18n/t.ts';
import {
  type Claim,
  type ClaimForm as ClaimFormValues,
  claimFormSchema,
  websitelessClaimFormSchema,
} from '#contract/ownership/claims.ts';
import { send } from '#web/base/api/api.ts';
import { toFailure } from '#web/base/api/run-mutation.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { invalidateUser } from '#web/base/session/session.ts';
import { Button } from '#web/base/ui/button.tsx';
import { TextArea, TextInput } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';
import { Form, getFieldError, SubmitButton, useSchemaForm } from '#web/base/ui/form/form.tsx';
import { ClaimDocument } from './claim-document.tsx';
import { ClaimStep, type ClaimStepProps } from './claim-step.tsx';

/** Claims by an email address at the website, or by what the staff can check. */
export function ClaimForm({
  listing,
  open,
  onClose,
  isAgain,
  onClaimed,
}: ClaimStepProps & {
  /** Whether it replaces a claim that waits. */
  isAgain: boolean;
  onClaimed: (claim: Claim, gaveEmail: boolean) => void;
}) {
  const { hasWebsite } = listing;
  const client = useQueryClient();
  const [isUploading, setUploading] = useState(false);
  const form = useSchemaForm<ClaimFormValues, z.output<typeof claimFormSchema>>({
    schema: hasWebsite ? claimFormSchema : websitelessClaimFormSchema,
    onSubmit: async (proof) => {
      if (isUploading) return { message: t('Your document is still uploading. Try again in a moment.') };
      const failure = await toFailure(t('We couldn’t send your claim'), async () =>
        onClaimed(await send<Claim>('POST', `/api/ads/${listing.id}/claims`, proof), Boolean(proof.email)),
      );
      if (failure?.status === 401) void invalidateUser(client);
      return failure;
    },
  });
  const { setFocus } = form;
  useEffect(() => {
    // After the dialog has opened, which takes the focus.
    if (open) queueMicrotask(() => setFocus(hasWebsite ? 'email' : 'note'));
  }, [open, hasWebsite, setFocus]);

  return (
    <ClaimStep
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
      {isAgain && (
        <p className="mb-5">{t('What you send now replaces your claim that’s in review, with its document.')}</p>
      )}
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
          optional
          error={getFieldError(form, 'note')}
        >
          {(control) => <TextArea {...control} {...form.register('note')} rows={3} maxLength={1000} />}
        </Field>
        <ClaimDocument
          onChange={(name) => {
            form.setValue('document', name);
            // It is enough by itself.
            if (name) void form.trigger('note');
          }}
          onUpload={setUploading}
          error={getFieldError(form, 'document')}
        />
      </Form>
    </ClaimStep>
  );
}
