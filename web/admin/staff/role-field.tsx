import type { FieldValues, Path } from 'react-hook-form';
import { ROLE_LABELS, ROLES, type Role } from '#contract/admin/roles.ts';
import { t } from '#contract/i18n/t.ts';
import { Select } from '#web/base/ui/form/controls.tsx';
import { FormControl, type SchemaForm } from '#web/base/ui/form/form.tsx';
import { ROLE_SUMMARIES } from './roles.ts';

/** The choice of a role, with what it is for. */
export function RoleField<Input extends FieldValues>({ form, name }: { form: SchemaForm<Input>; name: Path<Input> }) {
  return (
    <FormControl form={form} name={name} label={t('Role')} hint={ROLE_SUMMARIES[form.watch(name) as Role]}>
      {(control) => (
        <Select {...control}>
          {ROLES.map((role) => (
            <option key={role} value={role}>
              {ROLE_LABELS[role]}
            </option>
          ))}
        </Select>
      )}
    </FormControl>
  );
}
