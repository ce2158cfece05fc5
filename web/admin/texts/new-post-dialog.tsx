import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type NewPost, newPostSchema } from '#contract/admin/text-changes.ts';
import { type Language, toLocalPath } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import type { z } from '#contract/zod.ts';
import { nameLanguage } from '#web/base/i18n/name-language.ts';
import { TextInput } from '#web/base/ui/form/controls.tsx';
import { FormControl, useSchemaForm } from '#web/base/ui/form/form.tsx';
import { FormDialog } from '#web/base/ui/form/form-dialog.tsx';
import { toEditorPath } from './editor-path.ts';
import { useAddPost } from './text-queries.ts';

/** Adds a post in a language and opens its editor. The address follows the title until somebody types another one. */
export function NewPostDialog({ language, onClose }: { language: Language; onClose: () => void }) {
  const addPost = useAddPost();
  const navigate = useNavigate();
  const [isOwnSlug, setIsOwnSlug] = useState(false);
  const form = useSchemaForm<z.input<typeof newPostSchema>, NewPost>({
    schema: newPostSchema,
    defaultValues: { language, title: '', slug: '' },
    onSubmit: async (post) => {
      const added = await addPost(post);
      if ('failure' in added) return added.failure;
      void navigate(toEditorPath(added.key));
      return undefined;
    },
  });
  return (
    <FormDialog
      form={form}
      open
      onClose={onClose}
      title={t('Add post')}
      intro={
        <p className="mb-4 text-muted">
          {t('It starts as a draft that only the staff sees.')}{' '}
          {t('Its language: {language}.', { language: nameLanguage(language) })}
        </p>
      }
      focus="title"
      submitLabel={t('Add post')}
      busyLabel={t('Adding...')}
    >
      <FormControl form={form} name="title" label={t('Title')} maxLength={100}>
        {({ onChange, ...control }) => (
          <TextInput
            {...control}
            autoComplete="off"
            onChange={(event) => {
              onChange(event);
              if (!isOwnSlug) form.setValue('slug', toSlug(event.target.value));
            }}
          />
        )}
      </FormControl>
      <FormControl
        form={form}
        name="slug"
        label={t('Web address')}
        hint={t('{address} It can’t be changed later.', {
          address: toLocalPath(`/blog/${form.watch('slug') || '…'}`, language),
        })}
      >
        {({ onChange, ...control }) => (
          <TextInput
            {...control}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => {
              setIsOwnSlug(true);
              onChange(event);
            }}
          />
        )}
      </FormControl>
    </FormDialog>
  );
}

const MAX_LENGTH = 80;

/** 'How to get reviews' is 'how-to-get-reviews'. */
const toSlug = (title: string) =>
  title
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[\u0300-\u036f'’]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_LENGTH)
    .replaceAll(/^-|-$/g, '');
