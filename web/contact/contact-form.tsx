import { useEffect, useLayoutEffect } from 'react';
import { type ContactMessage, contactFormSchema, type ContactForm as Values } from '#contract/contact.ts';
import { INQUIRY_TYPES } from '#contract/inquiry-types.ts';
import { send } from '../app/api.ts';
import { runMutation } from '../app/run-mutation.ts';
import { useSite } from '../layout/site.tsx';
import { useUser } from '../session/user.ts';
import { Select, TextArea } from '../ui/form/controls.tsx';
import { Field } from '../ui/form/field.tsx';
import { Form, FormInput, getFieldError, type SchemaForm, SubmitButton, useSchemaForm } from '../ui/form/form.tsx';
import { toast } from '../ui/toast.tsx';
import { clearDraft, EMPTY_MESSAGE, readDraft, saveDraft } from './contact-draft.ts';

const TYPES = Object.entries(INQUIRY_TYPES);

/** Writes to those who run the site. What was typed is lost only when it was stored. */
export function ContactForm() {
  const { supportEmail } = useSite();
  // Without default values, so that what was typed before the page's script came stays.
  const form = useSchemaForm<Values, ContactMessage>({
    schema: contactFormSchema,
    save: (message) =>
      runMutation('Message Not Sent', async () => {
        const { message: thanks } = await send<{ message: string }>('POST', '/api/contact', message);
        form.reset({ ...EMPTY_MESSAGE, homepage: '' });
        clearDraft();
        toast({ title: 'Message Sent', description: thanks, tone: 'success' });
      }),
  });
  useDraft(form);

  return (
    <>
      <Form
        form={form}
        actions={
          <SubmitButton form={form} busyLabel="Submitting..." size="lg" className="justify-self-start">
            Send Message
          </SubmitButton>
        }
      >
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <FormInput form={form} name="name" label="Your Name" autoComplete="name" />
          <FormInput form={form} name="email" label="Email Address" type="email" autoComplete="email" />
        </div>
        <Field label="Inquiry Type" error={getFieldError(form, 'inquiryType')}>
          {(control) => (
            <Select {...control} {...form.register('inquiryType')}>
              {TYPES.map(([type, words]) => (
                <option key={type} value={type}>
                  {words}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <FormInput form={form} name="subject" label="Subject" />
        <Field
          label="Message"
          hint="If it is about a listing, paste its address. Never send a card number."
          error={getFieldError(form, 'message')}
        >
          {(control) => <TextArea {...control} {...form.register('message')} rows={7} />}
        </Field>
        <Honeypot form={form} />
      </Form>
      <noscript>
        <p className="mt-4 font-semibold">
          The form needs JavaScript. Without it, write to{' '}
          <a href={`mailto:${supportEmail}`} className="link">
            {supportEmail}
          </a>
          .
        </p>
      </noscript>
    </>
  );
}

/** A field that people neither see nor reach, and programs that fill in forms do. */
function Honeypot({ form }: { form: SchemaForm<Values> }) {
  return (
    <div aria-hidden="true" className="sr-only">
      <label>
        Leave this empty
        <input type="text" tabIndex={-1} autoComplete="off" {...form.register('homepage')} />
      </label>
    </div>
  );
}

/** Brings the message back that was begun in this tab, and keeps it as it is typed. */
function useDraft({ reset, watch, getValues, setValue }: SchemaForm<Values>) {
  const { user } = useUser();
  // Before the first paint: the fields then hold at once what they held.
  useLayoutEffect(() => {
    const draft = readDraft();
    if (draft) reset(draft, { keepDefaultValues: true });
  }, [reset]);
  useEffect(() => {
    const { unsubscribe } = watch(() => saveDraft(getValues()));
    return unsubscribe;
  }, [watch, getValues]);
  useEffect(() => {
    if (user?.email && !getValues('email')) setValue('email', user.email);
  }, [user, getValues, setValue]);
}
