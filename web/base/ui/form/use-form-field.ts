import {
  type Control,
  type FieldValues,
  type Path,
  type UseControllerReturn,
  type UseFormGetValues,
  useController,
} from 'react-hook-form';

interface FormField<Input extends FieldValues, Name extends Path<Input>> {
  field: Omit<UseControllerReturn<Input, Name>['field'], 'disabled'>;
  fieldState: Pick<UseControllerReturn<Input, Name>['fieldState'], 'error'>;
}

/** A controlled field of a form, as `useController` answers it. */
export const useFormField: <Input extends FieldValues, Name extends Path<Input>>(
  form: { control: Control<Input>; getValues: UseFormGetValues<Input> },
  name: Name,
) => FormField<Input, Name> = import.meta.env.SSR
  ? // Nothing changes on the server. What the library makes to follow changes takes longer than the rest of the field, and stays in memory
    // until V8 collects all of it: each of its getters becomes part of a hidden class.
    ({ getValues }, name) => ({ field: { ...IDLE, name, value: getValues(name) }, fieldState: {} })
  : ({ control }, name) => useController({ control, name });

const ignore = () => {};
const IDLE = { onChange: ignore, onBlur: ignore, ref: ignore };
