import { type FieldError, type FieldPathValue, type FieldValues, get, type Path } from 'react-hook-form';
import type { SchemaForm } from './form.tsx';
import { useFormField } from './use-form-field.ts';

/**
 * A field of a form with several inputs. `ref` is for the element around them: when the form focuses it, the first invalid input
 * is focused, or the first input. Call `onBlur` when one of them loses the focus. `errorAt` returns the error message of a part
 * ('monday.0.opens') or of the whole value ('').
 */
export function useFormGroup<Input extends FieldValues, Name extends Path<Input>>(form: SchemaForm<Input>, name: Name) {
  const { field, fieldState } = useFormField(form, name);
  return {
    value: field.value,
    onChange: field.onChange as (value: FieldPathValue<Input, Name>) => void,
    onBlur: field.onBlur,
    errorAt: (part: string) => {
      const { error } = fieldState;
      // `get` resolves paths only in objects, and the errors of an array are an array.
      return (get({ error }, part ? `error.${part}` : 'error') as FieldError | undefined)?.message;
    },
    ref: (group: HTMLElement | null) => {
      const find = (selector: string) => group?.querySelector<HTMLElement>(selector);
      field.ref(group && { focus: () => (find('[aria-invalid="true"]') ?? find('input, select, button'))?.focus() });
    },
  };
}
