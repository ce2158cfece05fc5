import { zodResolver } from '@hookform/resolvers/zod';
import { type ComponentProps, type MouseEvent, type ReactNode, useEffect, useId } from 'react';
import {
  type Control,
  type DefaultValues,
  type FieldPathValue,
  type FieldValues,
  type Path,
  type RefCallBack,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import { countCharacters } from '#contract/values/visible-characters.ts';
import { Button } from '#web/base/ui/button.tsx';
import { preloadToasts } from '#web/base/ui/toast.tsx';
import { TextInput } from './controls.tsx';
import { Field, type FieldControl } from './field.tsx';
import { FormAlert } from './form-alert.tsx';
import { type Issue, isRendered, toIssues } from './form-issues.ts';
import { useFormField } from './use-form-field.ts';
import { useHydrated } from './use-hydrated.ts';

/** A failed submission: a message for the user, and the invalid fields. */
export interface FormFailure {
  message: string;
  issues?: Issue[];
}

/** A form created by `useSchemaForm`, for `Form` and its fields. */
export interface SchemaForm<Input extends FieldValues>
  extends Pick<
    UseFormReturn<Input>,
    | 'register'
    | 'formState'
    | 'getFieldState'
    | 'getValues'
    | 'setValue'
    | 'setError'
    | 'setFocus'
    | 'trigger'
    | 'reset'
    | 'watch'
  > {
  control: Control<Input>;
  id: string;
  busy: boolean;
  submit: ComponentProps<'form'>['onSubmit'];
}

/**
 * A form with the fields of a schema. A field is validated when it loses the focus, and on submit, when the first invalid field is
 * focused. The values stay until the form is reset.
 * @param onSubmit receives the parsed values; resolves to the failure, or to undefined on success
 */
export function useSchemaForm<Input extends FieldValues, Output = Input>({
  schema,
  defaultValues,
  onSubmit,
}: {
  schema: Schema<Input, Output>;
  defaultValues?: DefaultValues<Input>;
  onSubmit: (values: Output) => Promise<FormFailure | undefined>;
}): SchemaForm<Input> {
  const id = useId();
  const form = useForm<Input, unknown, Output>({ resolver: createResolver(schema), mode: 'onTouched', defaultValues });
  const submit = form.handleSubmit(
    async (values) => {
      const failure = await onSubmit(values);
      if (!failure) return;
      const { message, issues = [] } = failure;
      const fieldIssues = issues.filter(({ path }) => (path.split('.')[0] as string) in form.getValues());
      for (const [index, issue] of fieldIssues.entries())
        form.setError(issue.path as Path<Input>, { message: issue.message }, { shouldFocus: index === 0 });
      if (issues.length === 0) form.setError('root', { message });
      else showUnplaced(issues);
    },
    (errors) => showUnplaced(toIssues(errors)),
  );
  // An issue of what has no field, or none that is rendered, would not be seen: the form would seem dead.
  const showUnplaced = (issues: Issue[]) => {
    const unplaced = issues.filter(({ path }) => !isRendered(form.control, path)).map(({ message }) => message);
    if (unplaced.length > 0) form.setError('root', { message: [...new Set(unplaced)].join(' ') });
  };
  // Only `submit` depends on the output type of the schema.
  const control = form.control as unknown as Control<Input>;
  return { ...form, control, id, submit, busy: form.formState.isSubmitting };
}

type Schema<Input extends FieldValues, Output> = Parameters<typeof zodResolver<Input, unknown, Output>>[0];

// react-hook-form drops an object of nested errors unless it has a `type`, as an error has.
function createResolver<Input extends FieldValues, Output>(
  schema: Schema<Input, Output>,
): Resolver<Input, unknown, Output> {
  const resolve = zodResolver<Input, unknown, Output>(schema);
  return async (...parameters) => {
    const result = await resolve(...parameters);
    for (const error of Object.values(result.errors)) {
      if (error && !Array.isArray(error)) error.type ??= 'nested';
    }
    return result;
  };
}

/** The form element, with the error of the whole form below its fields. */
export function Form<Input extends FieldValues>({
  form,
  children,
  actions,
}: {
  form: SchemaForm<Input>;
  children: ReactNode;
  /** The submit button and other buttons. */
  actions?: ReactNode;
}) {
  const { errors, submitCount } = form.formState;
  const failure = errors.root?.message;
  useEffect(preloadToasts, []);
  // A field that has the focus already is not scrolled to by focusing it.
  useEffect(() => {
    if (submitCount > 0) scrollToFocusedFault();
  }, [submitCount]);
  return (
    // 'post', because a form that is submitted before hydration must not put a password into the URL.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard works on what has the focus already.
    <form
      id={form.id}
      method="post"
      noValidate
      onSubmit={form.submit}
      onMouseDown={preventFocusLoss}
      onClick={focusChoice}
      className="grid grid-cols-1 gap-5"
    >
      {children}
      {failure && <FormAlert>{failure}</FormAlert>}
      {actions}
    </form>
  );
}

/** Scrolls to the focused field and its message, if it is invalid. */
function scrollToFocusedFault() {
  const field = document.activeElement;
  if (!field?.matches('[aria-invalid="true"]')) return;
  const [noteId = ''] = field.getAttribute('aria-describedby')?.split(' ') ?? [];
  for (const element of [field, document.getElementById(noteId)]) element?.scrollIntoView({ block: 'nearest' });
}

/** The submit button of a form, also outside of its element. Disabled until hydration, before which submitting has no effect. */
export function SubmitButton<Input extends FieldValues>({
  form,
  busyLabel,
  children,
  ...look
}: {
  form: SchemaForm<Input>;
  busyLabel: string;
} & Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'className' | 'children'>) {
  const ready = useHydrated();
  return (
    <Button type="submit" form={form.id} busy={form.busy} disabled={!ready} onMouseDown={preventFocusLoss} {...look}>
      {form.busy ? busyLabel : children}
    </Button>
  );
}

/** A text input of a form, with its label, hint and error. */
export function FormInput<Input extends FieldValues>({
  form,
  name,
  label,
  hint,
  ...input
}: {
  form: SchemaForm<Input>;
  name: Path<Input>;
  label: string;
  hint?: ReactNode;
} & Pick<ComponentProps<'input'>, 'type' | 'autoComplete' | 'autoCapitalize' | 'spellCheck' | 'inputMode'>) {
  return (
    <Field label={label} hint={hint} error={getFieldError(form, name)}>
      {(control) => <TextInput {...control} {...input} {...form.register(name)} />}
    </Field>
  );
}

/**
 * A controlled field of a form: its control receives `value` and `onChange`. For values other than text, and for text that other
 * components read while it is typed; only this field is rendered again.
 * @param maxLength in characters; adds a counter below the control
 */
export function FormControl<Input extends FieldValues, Name extends Path<Input>>({
  form,
  name,
  maxLength,
  children,
  ...field
}: {
  form: SchemaForm<Input>;
  name: Name;
  label: string;
  hint?: ReactNode;
  optional?: boolean;
  className?: string;
  maxLength?: number;
  children: (
    control: FieldControl & {
      name: Name;
      value: FieldPathValue<Input, Name>;
      // biome-ignore lint/suspicious/noExplicitAny: a value or an event, as react-hook-form accepts them.
      onChange: (value: any) => void;
      onBlur: () => void;
      ref: RefCallBack;
    },
  ) => ReactNode;
}) {
  const { field: bound, fieldState } = useFormField(form, name);
  const counter =
    maxLength === undefined ? undefined : { length: countCharacters(String(bound.value ?? '')), max: maxLength };
  return (
    <Field error={fieldState.error?.message} counter={counter} {...field}>
      {(described) => children({ ...described, ...bound })}
    </Field>
  );
}

/** The error message of a field, if any. */
export function getFieldError<Input extends FieldValues>(
  form: SchemaForm<Input>,
  name: Path<Input>,
): string | undefined {
  return form.getFieldState(name, form.formState).error?.message;
}

const CHOICE = 'input:is([type="checkbox"], [type="radio"])';

// A blur may show an error, which would move what is below away from the click.
function preventFocusLoss(event: MouseEvent) {
  if ((event.target as Element).closest(`button, a, ${CHOICE}, label:has(${CHOICE})`)) event.preventDefault();
}

/** What was clicked has the focus after all. */
function focusChoice({ target }: MouseEvent) {
  if (target instanceof HTMLInputElement && target.matches(CHOICE)) target.focus();
}
