import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import { send } from '#web/base/api/api.ts';
import { toFailure } from '#web/base/api/run-mutation.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Dialog } from '#web/base/ui/dialog.tsx';
import { TextArea } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';
import { FormAlert } from '#web/base/ui/form/form-alert.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import { invalidateEverything } from './desk-queries.ts';

/** A question before an action, with the text that the action needs. */
export interface Question {
  title: string;
  description: ReactNode;
  /** The text: its label, a hint, and its name in the API. Without it, nothing is asked. */
  text?: { label: string; hint: string; name: string };
  /** The path of the request. */
  path: string;
  body?: object;
  confirmLabel: string;
  busyLabel: string;
  /** The title of the toast. */
  done: string;
  danger?: boolean;
}

/** Asks a question, sends the action, and shows a failure in place. What was typed stays until it succeeds. */
export function ReasonDialog({ question, onClose }: { question: Question | null; onClose: () => void }) {
  const client = useQueryClient();
  const [text, setText] = useState('');
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const formId = useId();
  const isMissing = question?.text !== undefined && text.trim() === '';
  const close = () => {
    setFailure(undefined);
    onClose();
  };
  const submit = async () => {
    if (!question || busy || isMissing) return;
    setBusy(true);
    const failed = await toFailure(t('That didn’t work'), () =>
      send('POST', question.path, { ...question.body, ...(question.text && { [question.text.name]: text.trim() }) }),
    );
    setBusy(false);
    // Also after a failure, because it may mean that what is shown is out of date.
    void invalidateEverything(client);
    if (failed) return setFailure(failed.message);
    setText('');
    close();
    toast({ title: question.done, tone: 'success' });
  };
  return (
    <Dialog
      open={question !== null}
      onClose={close}
      title={question?.title ?? ''}
      actions={
        <>
          <Button
            type="submit"
            form={formId}
            variant={question?.danger ? 'danger' : 'primary'}
            busy={busy}
            disabled={isMissing}
          >
            {busy ? question?.busyLabel : question?.confirmLabel}
          </Button>
          <Button variant="secondary" disabled={busy} onClick={close}>
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
          void submit();
        }}
      >
        <div className="typed">{question?.description}</div>
        {question?.text && (
          <Field label={question.text.label} hint={question.text.hint}>
            {(control) => (
              <TextArea
                {...control}
                ref={setAutofocus}
                rows={3}
                maxLength={1000}
                value={text}
                onChange={(event) => setText(event.target.value)}
              />
            )}
          </Field>
        )}
        {failure && <FormAlert>{failure}</FormAlert>}
      </form>
    </Dialog>
  );
}

// A dialog that opens focuses the element with this attribute, which React does not write to the DOM.
const setAutofocus = (field: HTMLTextAreaElement | null) => field?.setAttribute('autofocus', '');
