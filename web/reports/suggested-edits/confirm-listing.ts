import { t } from '#contract/i18n/t.ts';
import { send } from '#web/base/api/api.ts';
import { runMutation } from '#web/base/api/run-mutation.ts';

/** Says that the facts of a listing are right, or that its business is closed; returns the failure, which a toast shows. */
export const answerAboutListing = (id: number, kind: 'confirmed' | 'closed') =>
  runMutation(t('We couldn’t send your answer'), () => send('POST', `/api/ads/${id}/suggested-edits`, { kind }));
