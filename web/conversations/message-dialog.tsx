import { useEffect, useState } from 'react';
import {
  type FirstMessage,
  type FirstMessageForm,
  firstMessageSchema,
  type SentMessage,
} from '#contract/conversations/conversations.ts';
import { TOPICS } from '#contract/conversations/topics.ts';
import { splitLocalPath } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import { MAX_MESSAGE_LENGTH } from '#contract/limits.ts';
import type { ListingPage } from '#contract/listings.ts';
import { readVisitSource } from '#contract/ownership/sharing/visit-source.ts';
import { send } from '#web/base/api/api.ts';
import { toFailure } from '#web/base/api/run-mutation.ts';
import { useUser } from '#web/base/session/user.ts';
import { Select, TextArea, TextInput } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';
import { getFieldError, useSchemaForm } from '#web/base/ui/form/form.tsx';
import { FormDialog } from '#web/base/ui/form/form-dialog.tsx';
import { HumanCheck } from '#web/base/ui/form/human-check.tsx';
import { PictureInput } from './picture-input.tsx';
import { SenderFields } from './sender-fields.tsx';
import { SentDialog } from './sent-dialog.tsx';

const TOPIC_OPTIONS = Object.entries(TOPICS);

interface MessageDialogProps {
  listing: ListingPage;
  open: boolean;
  onClose: () => void;
}

/** Writes to the business of a listing. */
export default function MessageDialog({ listing: { id, businessName }, open, onClose }: MessageDialogProps) {
  const { user } = useUser();
  const [sent, setSent] = useState<SentMessage & { email: string }>();
  const form = useSchemaForm<FirstMessageForm, FirstMessage>({
    schema: firstMessageSchema,
    defaultValues: { topic: 'question', key: crypto.randomUUID(), source: getSource() },
    onSubmit: (message) =>
      toFailure(t('We couldn’t send your message'), async () => {
        const result = await send<SentMessage>('POST', `/api/ads/${id}/messages`, message);
        setSent({ ...result, email: message.email ?? user?.email ?? '' });
        // The next text is another message.
        form.reset({ name: message.name, email: message.email, topic: 'question', key: crypto.randomUUID(), text: '' });
      }),
  });
  const { setValue, getValues } = form;
  useEffect(() => {
    if (user?.email && !getValues('email')) setValue('email', user.email);
  }, [user, getValues, setValue]);

  if (sent) {
    const close = () => {
      onClose();
      setSent(undefined);
    };
    return <SentDialog sent={sent} business={businessName} open={open} onClose={close} />;
  }
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      title={t('Message {business}', { business: businessName })}
      focus="name"
      submitLabel={t('Send message')}
      busyLabel={t('Sending...')}
      intro={
        <p className="mb-5 text-muted">
          {t('Only this business gets it. They don’t see your email address: the answer comes through us.')}
        </p>
      }
    >
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <SenderFields form={form} />
      </div>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field label={t('What’s it about?')} error={getFieldError(form, 'topic')}>
          {(control) => (
            <Select {...control} required={false} {...form.register('topic')}>
              {TOPIC_OPTIONS.map(([topic, label]) => (
                <option key={topic} value={topic}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field
          label={t('Phone')}
          optional
          hint={t('If you’d like a call. The business sees it.')}
          error={getFieldError(form, 'phone')}
        >
          {(control) => <TextInput {...control} {...form.register('phone')} type="tel" autoComplete="tel" />}
        </Field>
      </div>
      <Field label={t('Message')} error={getFieldError(form, 'text')}>
        {(control) => <TextArea {...control} {...form.register('text')} rows={5} maxLength={MAX_MESSAGE_LENGTH} />}
      </Field>
      <PictureInput
        error={getFieldError(form, 'pictures')}
        onChange={(names) => setValue('pictures', names, { shouldValidate: true })}
      />
      <HumanCheck form={form} />
    </FormDialog>
  );
}

/** Where the visitor came from, by the address, else by the page before this one. */
function getSource(): FirstMessage['source'] {
  const source = readVisitSource(location.search);
  if (source) return source;
  const path = document.referrer.startsWith(location.origin)
    ? splitLocalPath(new URL(document.referrer).pathname).path
    : '';
  if (path === '/search') return 'search';
  return /^\/(?:city|county|zip|category|browse|featured)/.test(path) ? 'list' : 'listing';
}
