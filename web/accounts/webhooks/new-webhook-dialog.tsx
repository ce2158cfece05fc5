import { t } from '#contract/i18n/t.ts';
import {
  WEBHOOK_EVENTS,
  type WebhookCreation,
  type WebhookSecret,
  webhookCreationSchema,
} from '#contract/ownership/webhooks.ts';
import { send } from '#web/base/api/api.ts';
import { toFailure } from '#web/base/api/run-mutation.ts';
import { FormControl, useSchemaForm } from '#web/base/ui/form/form.tsx';
import { FormChecklist } from '#web/base/ui/form/form-checklist.tsx';
import { FormDialog } from '#web/base/ui/form/form-dialog.tsx';
import { UrlInput } from '#web/base/ui/form/url-input.tsx';
import { EVENT_LABELS, WEBHOOKS_PATH } from './webhook-values.ts';

/** Asks where a new webhook is sent, and of what, and creates it. */
export function NewWebhookDialog({
  onClose,
  onCreated,
}: {
  onClose: () => void;
  onCreated: (created: WebhookSecret) => void;
}) {
  const form = useSchemaForm<WebhookCreation>({
    schema: webhookCreationSchema,
    defaultValues: { url: '', events: ['lead.created'] },
    onSubmit: (values) =>
      toFailure(t('Couldn’t create the webhook'), async () => {
        onCreated(await send<WebhookSecret>('POST', WEBHOOKS_PATH, values));
      }),
  });
  return (
    <FormDialog
      form={form}
      open
      onClose={onClose}
      title={t('Create a webhook')}
      focus="url"
      submitLabel={t('Create')}
      busyLabel={t('Creating...')}
      intro={null}
    >
      <FormControl
        form={form}
        name="url"
        label={t('Address')}
        hint={t('Where your program takes POST requests, such as https://crm.example/hooks.')}
      >
        {(control) => <UrlInput {...control} />}
      </FormControl>
      <FormChecklist
        form={form}
        name="events"
        label={t('What it is sent')}
        options={WEBHOOK_EVENTS.map((value) => ({ value, label: EVENT_LABELS[value] }))}
      />
    </FormDialog>
  );
}
