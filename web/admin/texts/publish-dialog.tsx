import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { AdminText, TextSource, TextSummary } from '#contract/admin/texts.ts';
import { splitLocalPath } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import { z } from '#contract/zod.ts';
import { fromLocalInput } from '#web/admin/notices/los-angeles-input.ts';
import { nameLanguage } from '#web/base/i18n/name-language.ts';
import { Disclosure } from '#web/base/ui/disclosure.tsx';
import { TextInput } from '#web/base/ui/form/controls.tsx';
import { FormControl, type FormFailure, useSchemaForm } from '#web/base/ui/form/form.tsx';
import { FormDialog } from '#web/base/ui/form/form-dialog.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import { toEditorPath } from './editor-path.ts';
import { TextDifference } from './text-difference.tsx';
import { useTextActions, useTexts } from './text-queries.ts';
import { describeUse } from './text-use.ts';

const formSchema = z.object({
  publishAt: z
    .string()
    .transform((value) => (value === '' ? null : fromLocalInput(value)))
    .refine((at) => at === null || Date.parse(at) > Date.now(), t('Choose a time that is not past')),
  note: z.string().max(300, t('Use at most 300 characters')),
});
type FormInput = z.input<typeof formSchema>;

/** The same text in the other language, also one that nobody has begun. */
function useTranslation({ key, language }: AdminText): TextSummary | undefined {
  const { data } = useTexts();
  const toName = (one: string) => splitLocalPath(`/${one}`).path;
  return data?.texts.find((other) => other.language !== language && toName(other.key) === toName(key));
}

/** What publishing a text means for its translation. */
function describeTranslation({ isBehind }: AdminText, { language, state }: TextSummary): string {
  const name = nameLanguage(language);
  if (state !== 'release' && state !== 'edited') return t('There’s no text in {language} yet.', { language: name });
  if (isBehind) return t('It counts as up to date with the text in {language} then.', { language: name });
  return t('The text in {language} is marked “Out of date” until somebody publishes it too.', { language: name });
}

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
  const navigate = useNavigate();
  const translation = useTranslation(text);
  const [defaultValues] = useState<FormInput>({ publishAt: '', note: '' });
  const form = useSchemaForm<FormInput, z.output<typeof formSchema>>({
    schema: formSchema,
    defaultValues,
    onSubmit: async (values): Promise<FormFailure | undefined> => {
      const { text: changed, failure } = await publish({ ...source, ...values, version });
      if (!changed) return failure;
      toast({
        title: values.publishAt === null ? t('Published') : t('Scheduled'),
        description: [
          values.publishAt === null ? describeUse(text.kind).published : t('It appears by itself.'),
          ...(translation ? [describeTranslation(text, translation)] : []),
        ].join(' '),
        tone: 'success',
        ...(translation && {
          action: {
            label: t('Open the other language'),
            altText: t('Choose the other language above the list of texts'),
            onClick: () => void navigate(toEditorPath(translation.key)),
          },
        }),
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
        <>
          {translation && (
            <p className="mb-4 text-muted">
              {describeTranslation(text, translation)}{' '}
              <a href={toEditorPath(translation.key)} className="link">
                {t('Open the other language')}
              </a>
            </p>
          )}
          {text.published && (
            <Disclosure summary={t('What changes')} className="mb-5">
              <TextDifference kind={text.kind} before={text.published} after={source} />
            </Disclosure>
          )}
        </>
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
