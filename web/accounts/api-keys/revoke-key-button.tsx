import { useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import { send } from '#web/base/api/api.ts';
import { toFailure } from '#web/base/api/run-mutation.ts';
import { Button } from '#web/base/ui/button.tsx';
import { ReasonDialog } from '#web/base/ui/form/reason-dialog.tsx';

/** Asks whether to revoke an API key, and does it. */
export function RevokeKeyButton({ path, name, reload }: { path: string; name: string; reload: () => Promise<void> }) {
  const [isAsking, setAsking] = useState(false);
  const question = {
    title: t('Revoke “{name}”?', { name }),
    description: t('Programs that use this key stop working at once. You can’t undo this.'),
    confirmLabel: t('Revoke'),
    busyLabel: t('Revoking...'),
    danger: true,
  };
  return (
    <>
      <Button variant="ghost" size="sm" aria-label={t('Revoke {name}', { name })} onClick={() => setAsking(true)}>
        {t('Revoke')}
      </Button>
      <ReasonDialog
        question={isAsking ? question : null}
        onSubmit={() =>
          toFailure(t('Couldn’t revoke the key'), async () => {
            await send('DELETE', path);
            await reload();
          })
        }
        done={{ title: t('Revoked'), description: t('“{name}” no longer works.', { name }), tone: 'success' }}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
