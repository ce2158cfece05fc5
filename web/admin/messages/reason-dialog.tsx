import { useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Dialog } from '#web/base/ui/dialog.tsx';
import { TextInput } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';
import { VERBS, type Verb } from './decision-verbs.ts';

/** Asks for the reason of a decision. `onDecide` resolves to the message of a failure. */
export function ReasonDialog({
  verb,
  onClose,
  onDecide,
}: {
  verb: Verb;
  onClose: () => void;
  onDecide: (reason: string) => Promise<string | undefined>;
}) {
  const [reason, setReason] = useState('');
  const [state, setState] = useState<{ busy?: boolean; failure?: string }>({});
  const submit = async () => {
    setState({ busy: true });
    setState({ failure: await onDecide(reason) });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={verb === 'withhold' ? t('Withhold this message?') : t('Stop this conversation?')}
      actions={
        <>
          <Button
            variant="danger"
            busy={state.busy ?? false}
            disabled={reason.trim() === ''}
            onClick={() => void submit()}
          >
            {verb === 'withhold' ? t('Withhold') : t('Stop')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('Cancel')}
          </Button>
        </>
      }
    >
      <Field label={t('Reason')} hint={VERBS[verb].asks} error={state.failure}>
        {(control) => (
          <TextInput {...control} maxLength={300} value={reason} onChange={(event) => setReason(event.target.value)} />
        )}
      </Field>
    </Dialog>
  );
}
