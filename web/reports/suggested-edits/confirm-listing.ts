import { t } from '#contract/i18n/t.ts';
import { send } from '#web/base/api/api.ts';
import { runMutation } from '#web/base/api/run-mutation.ts';
import { toast } from '#web/base/ui/toast.tsx';

/** Says that the facts of a listing are right, or that its business is closed. */
export const answerAboutListing = (id: number, kind: 'confirmed' | 'closed') =>
  runMutation(t('We couldn’t send your answer'), async () => {
    const { message } = await send<{ message: string }>('POST', `/api/ads/${id}/suggested-edits`, { kind });
    toast({ title: t('Thanks'), description: message, tone: 'success' });
  });
