import { useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { ReviewRule } from '#contract/reviews/rules.ts';
import type { FormFailure } from '#web/base/ui/form/form.tsx';
import { ReasonDialog } from '#web/base/ui/form/reason-dialog.tsx';
import { RuleField } from '#web/reviews/rule-field.tsx';

/** Asks for the rule that a review breaks, and for the reason. */
export function WithholdDialog({
  onClose,
  onWithhold,
}: {
  onClose: () => void;
  onWithhold: (decision: { rule: ReviewRule | ''; reason: string }) => Promise<FormFailure | undefined>;
}) {
  const [rule, setRule] = useState<ReviewRule | ''>('');
  return (
    <ReasonDialog
      question={{
        title: t('Withhold this review?'),
        description: t(
          'The page of the listing counts it by this rule. Its author is emailed the rule and the reason, and can appeal.',
        ),
        reason: { label: t('Reason'), hint: t('The author will see this.'), maxLength: 500 },
        confirmLabel: t('Withhold'),
        busyLabel: t('Withhold'),
        danger: true,
      }}
      isIncomplete={rule === ''}
      onSubmit={(reason) => onWithhold({ rule, reason })}
      onClose={onClose}
    >
      <RuleField label={t('Rule')} value={rule} onChange={setRule} />
    </ReasonDialog>
  );
}
