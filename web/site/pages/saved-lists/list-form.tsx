import { t } from '#contract/i18n/t.ts';
import { type ListForm as ListFormValues, listFormSchema } from '#contract/saved-lists.ts';
import { FormInput, useSchemaForm } from '#web/base/ui/form/form.tsx';
import { FormDialog } from '#web/base/ui/form/form-dialog.tsx';

/**
 * Asks for the name of a list.
 * @param onSubmit saves it; resolves to the failure, or to undefined on success
 */
export function ListForm({
  title,
  submitLabel,
  name = '',
  onSubmit,
  onClose,
}: {
  title: string;
  submitLabel: string;
  name?: string;
  onSubmit: (name: string) => Promise<{ message: string } | undefined>;
  onClose: () => void;
}) {
  const form = useSchemaForm<ListFormValues>({
    schema: listFormSchema,
    defaultValues: { name },
    onSubmit: async (values) => {
      const failure = await onSubmit(values.name);
      if (!failure) onClose();
      return failure;
    },
  });
  return (
    <FormDialog
      form={form}
      open
      onClose={onClose}
      title={title}
      intro={null}
      focus="name"
      submitLabel={submitLabel}
      busyLabel={t('Saving...')}
    >
      <FormInput form={form} name="name" label={t('Name')} hint={t('Whoever has the link of a list sees its name.')} />
    </FormDialog>
  );
}
