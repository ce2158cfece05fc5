import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import { send } from '#web/base/api/api.ts';
import { useRunMutation } from '#web/base/session/use-run-mutation.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Dialog } from '#web/base/ui/dialog.tsx';
import { TextArea } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';
import { toast } from '#web/base/ui/toast.tsx';

/** Asks what is wrong with a change, and sends the objection. */
export function ObjectionDialog({
  open,
  path,
  list,
  onClose,
}: {
  open: boolean;
  path: string;
  /** The path of the list of changes. */
  list: string;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const { busy, runMutation } = useRunMutation();
  const [text, setText] = useState('');
  const formId = useId();
  const submit = async () => {
    const failure = await runMutation(t('Couldn’t send your objection'), () => send('POST', path, { text }));
    onClose();
    await client.invalidateQueries({ queryKey: [list] });
    if (!failure) toast({ title: t('Objection sent'), description: t('We’ll email you our answer.'), tone: 'success' });
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('Object to this change?')}
      actions={
        <>
          <Button type="submit" form={formId} busy={busy}>
            {busy ? t('Sending...') : t('Object')}
          </Button>
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            {t('Cancel')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void submit();
        }}
      >
        <p>
          {t('We’ll look at the change again, and email you whether it stays. Your listing stays as it is until then.')}
        </p>
        <Field label={t('What’s wrong with it?')} optional>
          {(control) => (
            <TextArea
              {...control}
              rows={3}
              maxLength={1000}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
