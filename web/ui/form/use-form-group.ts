import { type FieldError, type FieldPathValue, type FieldValues, get, type Path, useController } from 'react-hook-form';
import type { SchemaForm } from './form.tsx';

/**
 * A field of a form whose value has several inputs. `ref` belongs on what holds them all: when the form sends the focus
 * there, it goes to the first invalid input, else to the first. Call `onBlur` when the focus has left one of them.
 * `errorAt` returns the error message of a part ('monday.0.opens'), or of the whole value ('').
 */
export function useFormGroup<Input extends FieldValues, Name extends Path<Input>>(form: SchemaForm<Input>, name: Name) {
  const { field, fieldState } = useController({ control: form.control, name });
  return {
    value: field.value,
    onChange: field.onChange as (value: FieldPathValue<Input, Name>) => void,
    onBlur: field.onBlur,
    errorAt: (part: string) => {
      const { error } = fieldState;
      // `get` looks into objects alone, and what is wrong within a list is a list.
      return (get({ error }, part ? `error.${part}` : 'error') as FieldError | undefined)?.message;
    },
    ref: (group: HTMLElement | null) => {
      const find = (selector: string) => group?.querySelector<HTMLElement>(selector);
      field.ref(group && { focus: () => (find('[aria-invalid="true"]') ?? find('input, select, button'))?.focus() });
    },
  };
}
