import { useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { ReviewRule } from '#contract/reviews/rules.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Dialog } from '#web/base/ui/dialog.tsx';
import { TextArea } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';
import { RuleField } from '#web/reviews/rule-field.tsx';

/** Asks for the rule that a review breaks, and for the reason. `onWithhold` resolves to the message of a failure. */
export function WithholdDialog({
  onClose,
  onWithhold,
}: {
  onClose: () => void;
  onWithhold: (decision: { rule: ReviewRule | ''; reason: string }) => Promise<string | undefined>;
}) {
  const [rule, setRule] = useState<ReviewRule | ''>('');
  const [reason, setReason] = useState('');
  const [state, setState] = useState<{ busy?: boolean; failure?: string }>({});
  const submit = async () => {
    setState({ busy: true });
    setState({ failure: await onWithhold({ rule, reason }) });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Withhold this review?')}
      actions={
        <>
          <Button
            variant="danger"
            busy={state.busy ?? false}
            disabled={rule === '' || reason.trim() === ''}
            onClick={() => void submit()}
          >
            {t('Withhold')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('Cancel')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p>
          {t(
            'The page of the listing counts it by this rule. Its author is emailed the rule and the reason, and can appeal.',
          )}
        </p>
        <RuleField label={t('Rule')} value={rule} onChange={setRule} />
        <Field label={t('Reason')} hint={t('The author will see this.')} error={state.failure}>
          {(control) => (
            <TextArea
              {...control}
              rows={3}
              maxLength={500}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
      </div>
    </Dialog>
  );
}
