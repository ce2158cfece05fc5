import { useQueryClient } from '@tanstack/react-query';
import {
  type InboxSettings,
  type InboxSettingsForm,
  inboxSettingsChangeSchema,
} from '#contract/conversations/inbox-settings.ts';
import { t } from '#contract/i18n/t.ts';
import { send } from '#web/base/api/api.ts';
import { toFailure } from '#web/base/api/run-mutation.ts';
import { useSchemaForm } from '#web/base/ui/form/form.tsx';
import { FormDialog } from '#web/base/ui/form/form-dialog.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import { inboxSettingsQuery } from '#web/conversations/conversation-queries.ts';
import { AwayFields } from './away-fields.tsx';
import { SavedAnswerFields } from './saved-answer-fields.tsx';

/** The answers to insert into replies, and the automatic one. */
export default function SettingsDialog({ settings, onClose }: { settings: InboxSettings; onClose: () => void }) {
  const client = useQueryClient();
  const form = useSchemaForm<InboxSettingsForm, InboxSettings>({
    schema: inboxSettingsChangeSchema,
    defaultValues: settings,
    onSubmit: (changed) =>
      toFailure(t('We couldn’t save your answers'), async () => {
        const saved = await send<InboxSettings>('PUT', '/api/user/inbox-settings', changed);
        client.setQueryData(inboxSettingsQuery.queryKey, saved);
        toast({ title: t('Answers saved'), tone: 'success' });
        onClose();
      }),
  });
  return (
    <FormDialog
      form={form}
      open
      onClose={onClose}
      title={t('Saved answers')}
      focus="answers"
      submitLabel={t('Save')}
      busyLabel={t('Saving...')}
      intro={
        <p className="mb-5 text-muted">
          {t('Insert them when you answer a customer, and change them before you send.')}
        </p>
      }
    >
      <SavedAnswerFields form={form} />
      <AwayFields form={form} />
    </FormDialog>
  );
}
