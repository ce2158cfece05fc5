import { useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { t } from '#contract/i18n/t.ts';
import { MAX_SEARCH_NAME_LENGTH } from '#contract/limits.ts';
import { type SavedSearchForm, savedSearchFormSchema } from '#contract/saved.ts';
import { send } from '#web/base/api/api.ts';
import { toFailure } from '#web/base/api/run-mutation.ts';
import { omitParams, searchPath } from '#web/base/search-box/search-params.ts';
import { invalidateUser } from '#web/base/session/session.ts';
import { useUser } from '#web/base/session/user.ts';
import { Select } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';
import { FormInput, getFieldError, useSchemaForm } from '#web/base/ui/form/form.tsx';
import { FormDialog } from '#web/base/ui/form/form-dialog.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import { EMAIL_FREQUENCIES, SAVED_SEARCHES_PATH } from '#web/saved/saved-searches.ts';
import { searchLabel } from '#web/search/labels.ts';
import { ConfirmFirst, type SaveSearchDialogProps, SignInFirst } from './save-search-prerequisites.tsx';

/** Saves a search of a signed-in user with a confirmed email; leads other visitors to signing in or confirming. */
export default function SaveSearchDialog(props: SaveSearchDialogProps) {
  const { user } = useUser();
  if (user === null) return <SignInFirst {...props} />;
  if (user && !user.emailConfirmed) return <ConfirmFirst user={user} {...props} />;
  // The key resets the form when the search changes.
  return <SaveSearchForm key={searchPath(props.search)} {...props} />;
}

function SaveSearchForm({ search, open, onClose }: SaveSearchDialogProps) {
  const client = useQueryClient();
  // 'Open now', the sort order and the map view mean nothing for daily or weekly emails.
  const saved = omitParams(search, 'open', 'sort', 'view');
  const form = useSchemaForm<SavedSearchForm, z.output<typeof savedSearchFormSchema>>({
    schema: savedSearchFormSchema,
    defaultValues: {
      name: searchLabel(saved).replace(/[“”]/g, '').slice(0, MAX_SEARCH_NAME_LENGTH),
      search: new URLSearchParams(saved).toString(),
      mails: 'daily',
    },
    onSubmit: async (values) => {
      const failure = await toFailure(t('We couldn’t save your search'), async () => {
        await send('POST', SAVED_SEARCHES_PATH, values);
        await client.invalidateQueries({ queryKey: [SAVED_SEARCHES_PATH] });
        onClose();
        toast({
          title: t('Search saved'),
          description: t('Find it in your account, under Searches.'),
          tone: 'success',
        });
      });
      if (failure?.status === 401) void invalidateUser(client);
      return failure;
    },
  });
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      title={t('Save this search')}
      focus="name"
      submitLabel={t('Save search')}
      busyLabel={t('Saving...')}
      intro={<p className="mb-5 text-muted">{t('We’ll email you when there are new listings.')}</p>}
    >
      <FormInput form={form} name="name" label={t('Name')} hint={t('Shown in your account and in emails.')} />
      <Field
        label={t('Email me new listings')}
        hint={t('You can unsubscribe from any email.')}
        error={getFieldError(form, 'mails')}
      >
        {(control) => (
          // HTML allows `required` only where the first option is empty.
          <Select {...control} required={false} {...form.register('mails')}>
            {Object.entries(EMAIL_FREQUENCIES).map(([mails, label]) => (
              <option key={mails} value={mails}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </FormDialog>
  );
}
