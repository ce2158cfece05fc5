import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { RemovedSamples, SampleState } from '#contract/admin/upkeep.ts';
import { t } from '#contract/i18n/t.ts';
import { invalidateAdminQueries } from '#web/admin/admin-actions.ts';
import { ADMIN_API_PREFIX } from '#web/admin/admin-queries.ts';
import { send } from '#web/base/api/api.ts';
import { useRunMutation } from '#web/base/session/use-run-mutation.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Dialog } from '#web/base/ui/dialog.tsx';
import { toast } from '#web/base/ui/toast.tsx';

/** Removes what a new directory begins with, as `npm run samples:remove` does; nothing where that is gone. */
export function Samples() {
  const client = useQueryClient();
  const { data } = useQuery<SampleState>({ queryKey: [`${ADMIN_API_PREFIX}samples`], staleTime: 0 });
  const [isOpen, setOpen] = useState(false);
  const { runMutation, busy } = useRunMutation();
  if (!data?.areLoaded) return null;
  const remove = async () => {
    await runMutation(t('Couldn’t remove the samples'), async () => {
      const { openData, samples } = await send<RemovedSamples>('POST', `${ADMIN_API_PREFIX}samples/remove`);
      toast({
        title: t('Samples removed'),
        description: t('{count, plural, one {# listing is gone.} other {# listings are gone.}}', {
          count: openData + samples,
        }),
        tone: 'success',
      });
      invalidateAdminQueries(client);
    });
    setOpen(false);
  };
  return (
    <>
      <h2 className="mt-10 mb-3 text-xl">{t('Samples')}</h2>
      <p className="mb-3 max-w-measure">
        {t(
          'The directory began with open business data and made-up samples. Remove them when you have listings of your own.',
        )}
      </p>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {t('Remove samples…')}
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t('Remove all samples?')}
        actions={
          <>
            <Button variant="danger" busy={busy} onClick={remove}>
              {busy ? t('Removing...') : t('Remove samples')}
            </Button>
            <Button variant="secondary" disabled={busy} onClick={() => setOpen(false)}>
              {t('Cancel')}
            </Button>
          </>
        }
      >
        <p>
          {t(
            'All sample and open-data listings that no one has claimed will be deleted for good, which can take a minute. They won’t come back.',
          )}
        </p>
      </Dialog>
    </>
  );
}
