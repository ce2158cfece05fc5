import { useEffect, useLayoutEffect } from 'react';
import { type ContactMessage, contactFormSchema, type ContactForm as Values } from '#contract/contact/contact.ts';
import { INQUIRY_TYPES } from '#contract/contact/inquiry-types.ts';
import { t } from '#contract/i18n/t.ts';
import { send } from '#web/base/api/api.ts';
import { runMutation } from '#web/base/api/run-mutation.ts';
import { useSite } from '#web/base/api/site.tsx';
import { useStoredDraft } from '#web/base/api/stored-draft.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { useUser } from '#web/base/session/user.ts';
import { Select, TextArea } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';
import {
  Form,
  FormInput,
  getFieldError,
  type SchemaForm,
  SubmitButton,
  useSchemaForm,
} from '#web/base/ui/form/form.tsx';
import { HumanCheck } from '#web/base/ui/form/human-check.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import { contactDraft, EMPTY_MESSAGE, pickTexts, readQuestion } from './contact-draft.ts';

const TYPES = Object.entries(INQUIRY_TYPES);

/** The form of `/contact`. What was typed is discarded only after the server has stored it. */
export function ContactForm() {
  const { supportEmail } = useSite();
  // Without default values: they would replace what was typed before hydration.
  const form = useSchemaForm<Values, ContactMessage>({
    schema: contactFormSchema,
    onSubmit: (message) =>
      runMutation(t('Message Not Sent'), async () => {
        const { message: thanks } = await send<{ message: string }>('POST', '/api/contact', message);
        form.reset({ ...EMPTY_MESSAGE, leaveEmpty: '' });
        contactDraft.remove();
        toast({ title: t('Message Sent'), description: thanks, tone: 'success' });
      }),
  });
  useContactDraft(form);

  return (
    <>
      <Form
        form={form}
        actions={
          <SubmitButton form={form} busyLabel={t('Submitting...')} size="lg" className="justify-self-start">
            {t('Send Message')}
          </SubmitButton>
        }
      >
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <FormInput form={form} name="name" label={t('Your Name')} autoComplete="name" />
          <FormInput form={form} name="email" label={t('Email Address')} type="email" autoComplete="email" />
        </div>
        <Field label={t('Inquiry Type')} error={getFieldError(form, 'inquiryType')}>
          {(control) => (
            // HTML allows `required` only where the first option is empty.
            <Select {...control} required={false} {...form.register('inquiryType')}>
              {TYPES.map(([type, label]) => (
                <option key={type} value={type}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <FormInput form={form} name="subject" label={t('Subject')} />
        <Field
          label={t('Message')}
          hint={t('If it’s about a listing, paste its link. Never send a card number.')}
          error={getFieldError(form, 'message')}
        >
          {(control) => <TextArea {...control} {...form.register('message')} rows={7} />}
        </Field>
        <HumanCheck form={form} />
      </Form>
      <noscript>
        <p className="mt-4 font-semibold">
          {rich('This form needs JavaScript. You can also email {address}.', {
            address: (
              <a href={`mailto:${supportEmail}`} className="link">
                {supportEmail}
              </a>
            ),
          })}
        </p>
      </noscript>
    </>
  );
}

/**
 * Restores the message that was begun in this tab, else the question of the URL, stores it while it is typed, and fills in the user's
 * email address.
 */
function useContactDraft({ reset, watch, getValues, setValue }: SchemaForm<Values>) {
  const { user } = useUser();
  // A layout effect, so that the first paint shows the restored fields.
  useLayoutEffect(() => {
    const draft = contactDraft.read();
    if (draft) reset(draft, { keepDefaultValues: true });
    const question = readQuestion(location.search);
    if (question && !getValues('message')) setValue('message', question);
  }, [reset, getValues, setValue]);
  useStoredDraft(watch, contactDraft, () => pickTexts(getValues()));
  useEffect(() => {
    if (user?.email && !getValues('email')) setValue('email', user.email);
  }, [user, getValues, setValue]);
}
