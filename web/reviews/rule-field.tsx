import { t } from '#contract/i18n/t.ts';
import { REVIEW_RULES, type ReviewRule } from '#contract/reviews/rules.ts';
import { Select } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';

/** The choice of the rule that a review breaks; empty until one is chosen. */
export function RuleField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: ReviewRule | '';
  onChange: (rule: ReviewRule) => void;
}) {
  return (
    <Field label={label}>
      {(control) => (
        <Select {...control} value={value} onChange={(event) => onChange(event.target.value as ReviewRule)}>
          <option value="">{t('Choose a rule')}</option>
          {Object.entries(REVIEW_RULES).map(([rule, text]) => (
            <option key={rule} value={rule}>
              {text}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
