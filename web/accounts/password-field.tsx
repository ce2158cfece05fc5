import { type ReactNode, useState } from 'react';
import type { FieldValues, Path, RegisterOptions } from 'react-hook-form';
import { t } from '#contract/i18n/t.ts';
import { TextInput } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';
import { getFieldError, type SchemaForm } from '#web/base/ui/form/form.tsx';
import { Icon } from '#web/base/ui/icon.tsx';

/** A password field with a button to show the password. `children` are below the field. */
export function PasswordField<Input extends FieldValues>({
  form,
  name,
  label,
  hint,
  autoComplete,
  options,
  children,
}: {
  form: SchemaForm<Input>;
  name: Path<Input>;
  label: string;
  hint?: ReactNode;
  autoComplete: 'current-password' | 'new-password';
  options?: RegisterOptions<Input, Path<Input>>;
  children?: ReactNode;
}) {
  const [isVisible, setVisible] = useState(false);
  return (
    <div className="grid gap-2">
      <Field label={label} hint={hint} error={getFieldError(form, name)}>
        {(control) => (
          <div className="relative">
            <TextInput
              {...control}
              type={isVisible ? 'text' : 'password'}
              autoComplete={autoComplete}
              autoCapitalize={isVisible ? 'none' : undefined}
              spellCheck={false}
              className="pr-13"
              {...form.register(name, options)}
            />
            <button
              type="button"
              aria-label={t('Show password')}
              aria-pressed={isVisible}
              onClick={() => setVisible(!isVisible)}
              className="absolute inset-y-0 right-0 grid w-12 place-items-center rounded-field text-muted hover:text-ink"
            >
              {isVisible ? <Icon name="eye-off" className="size-5" /> : <Icon name="eye" className="size-5" />}
            </button>
          </div>
        )}
      </Field>
      {children}
    </div>
  );
}
