import { useState } from 'react';
import type { Audience } from '#contract/admin/emails/announcements.ts';
import { t } from '#contract/i18n/t.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Dialog } from '#web/base/ui/dialog.tsx';
import type { SchemaForm } from '#web/base/ui/form/form.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import { type AnnouncementContent, type AnnouncementInput, toField } from './announcement-form.ts';
import { useAnnouncementActions } from './announcement-queries.ts';

/** Asks before an email goes to owners, with their number. */
export function StartDialog({
  formKey,
  content,
  audience: { recipients, perHour },
  form,
  onClose,
  onStarted,
}: {
  formKey: string;
  content: AnnouncementContent;
  audience: Audience;
  form: SchemaForm<AnnouncementInput>;
  onClose: () => void;
  onStarted: () => void;
}) {
  const { start } = useAnnouncementActions();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const confirm = async () => {
    setBusy(true);
    const failed = await start({ ...content, key: formKey, recipients });
    setBusy(false);
    if (!failed) {
      toast({ title: t('The email is being sent'), tone: 'success' });
      return onStarted();
    }
    for (const { path, message } of failed.issues ?? [])
      form.setError(toField(path) as keyof AnnouncementInput, { message });
    setFailure(failed.issues?.[0]?.message ?? failed.message);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Send to {count, plural, one {# owner} other {{count, number} owners}}?', { count: recipients })}
      actions={
        <>
          <Button busy={busy} onClick={confirm}>
            {t('Send to {count, number}', { count: recipients })}
          </Button>
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            {t('Cancel')}
          </Button>
        </>
      }
    >
      <p className="wrap-anywhere font-semibold">{content.texts.en.subject}</p>
      <p className="mt-3 text-muted">
        {t('At most {perHour, number} are sent in an hour. You can stop it, but what was sent can’t be taken back.', {
          perHour,
        })}
      </p>
      {failure && (
        <p role="alert" className="mt-3 text-danger">
          {failure}
        </p>
      )}
    </Dialog>
  );
}
