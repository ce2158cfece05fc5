import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { t } from '#contract/i18n/t.ts';
import type { EmailFrequency, SavedSearch } from '#contract/saved.ts';
import { type ApiError, type Page, send } from '#web/base/api/api.ts';
import { useRunMutation } from '#web/base/session/use-run-mutation.ts';
import { toast } from '#web/base/ui/toast.tsx';

/** The API path of the account's saved searches. */
export const SAVED_SEARCHES_PATH = '/api/user/searches';

/** The labels of the email frequencies. */
export const EMAIL_FREQUENCIES: Record<EmailFrequency, string> = {
  daily: t('Daily'),
  weekly: t('Weekly'),
  none: t('Never'),
};

/** The saved searches of the account, last saved first. */
export const savedSearchesQuery = queryOptions<Page<SavedSearch>, ApiError>({
  queryKey: [SAVED_SEARCHES_PATH],
  staleTime: 0,
});

/** Changes and deletes saved searches, with a toast after each; `busy` while a request runs. */
export function useSavedSearchActions() {
  const client = useQueryClient();
  const { runMutation, busy } = useRunMutation();
  const runAction = (
    failureTitle: string,
    request: () => Promise<unknown>,
    success: { title: string; description: string },
  ) =>
    runMutation(failureTitle, async () => {
      await request();
      await client.invalidateQueries({ queryKey: [SAVED_SEARCHES_PATH] });
      toast({ ...success, tone: 'success' });
    });
  return {
    busy,
    setEmailFrequency: ({ id, name }: SavedSearch, mails: EmailFrequency) =>
      runAction(t('Couldn’t save'), () => send('PATCH', `${SAVED_SEARCHES_PATH}/${id}`, { mails }), {
        title: t('Saved', null, 'done'),
        description: t(
          '{frequency, select, daily {You’ll get new listings for “{name}” daily.} weekly {You’ll get new listings for “{name}” weekly.} other {You won’t get emails about “{name}” anymore.}}',
          { frequency: mails, name },
        ),
      }),
    remove: ({ id, name }: SavedSearch) =>
      runAction(t('Couldn’t delete'), () => send('DELETE', `${SAVED_SEARCHES_PATH}/${id}`), {
        title: t('Search deleted'),
        description: name,
      }),
  };
}
