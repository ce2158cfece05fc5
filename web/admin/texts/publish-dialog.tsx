import { useState } from 'react';
import type { AdminText, TextSource } from '#contract/admin/texts.ts';
import { t } from '#contract/i18n/t.ts';
import { z } from '#contract/zod.ts';
import { fromLocalInput } from '#web/admin/notices/los-angeles-input.ts';
import { Disclosure } from '#web/base/ui/disclosure.tsx';
import { TextInput } from '#web/base/ui/form/controls.tsx';
import { FormControl, type FormFailure, useSchemaForm } from '#web/base/ui/form/form.tsx';
import { FormDialog } from '#web/base/ui/form/form-dialog.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import { TextDifference } from './text-difference.tsx';
import { useTextActions } from './text-queries.ts';

const formSchema = z.object({
  publishAt: z
    .string()
    .transform((value) => (value === '' ? null : fromLocalInput(value)))
    .refine((at) => at === null || Date.parse(at) > Date.now(), t('Choose a time that is not past')),
  note: z.string().max(300, t('Use at most 300 characters')),
});
type FormInput = z.input<typeof formSchema>;

/** Publishes a text now or at a time, with what changes. */
export function PublishDialog({
  text,
  source,
  version,
  onClose,
  onPublished,
}: {
  text: AdminText;
  source: TextSource;
  version: number;
  onClose: () => void;
  onPublished: (text: AdminText) => void;
}) {
  const { publish } = useTextActions(text.key);
  const [defaultValues] = useState<FormInput>({ publishAt: '', note: '' });
  const form = useSchemaForm<FormInput, z.output<typeof formSchema>>({
    schema: formSchema,
    defaultValues,
    onSubmit: async (values): Promise<FormFailure | undefined> => {
      const { text: changed, failure } = await publish({ ...source, ...values, version });
      if (!changed) return failure;
      toast({
        title: values.publishAt === null ? t('Published') : t('Scheduled'),
        description: values.publishAt === null ? t('Every page has it within a minute.') : t('It appears by itself.'),
        tone: 'success',
      });
      onPublished(changed);
      return undefined;
    },
  });
  const isLater = form.watch('publishAt') !== '';
  return (
    <FormDialog
      form={form}
      open
      onClose={onClose}
      title={t('Publish “{title}”?', { title: text.title })}
      intro={
        text.published && (
          <Disclosure summary={t('What changes')} className="mb-5">
            <TextDifference kind={text.kind} before={text.published} after={source} />
          </Disclosure>
        )
      }
      focus="note"
      submitLabel={isLater ? t('Schedule', null, 'verb') : t('Publish now')}
      busyLabel={t('Publishing...')}
    >
      <FormControl
        form={form}
        name="note"
        label={t('Note')}
        optional
        hint={t('What changed, for the others of the staff.')}
      >
        {(control) => <TextInput {...control} autoComplete="off" />}
      </FormControl>
      <FormControl
        form={form}
        name="publishAt"
        label={t('Time')}
        optional
        hint={t('Los Angeles time. Empty means now.')}
      >
        {(control) => <TextInput {...control} type="datetime-local" />}
      </FormControl>
    </FormDialog>
  );
}
