import { useState } from 'react';
import type { AdminNotice } from '#contract/admin/notices.ts';
import { t } from '#contract/i18n/t.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Dialog } from '#web/base/ui/dialog.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import { useNoticeActions } from './notice-queries.ts';

/** Asks before a notice is ended or canceled. */
export function EndNoticeDialog({ notice, onClose }: { notice: AdminNotice | null; onClose: () => void }) {
  const { end } = useNoticeActions();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const isLive = notice?.state === 'live';
  const close = () => {
    setFailure(undefined);
    onClose();
  };
  const confirm = async () => {
    if (!notice) return;
    setBusy(true);
    const failed = await end(notice);
    setBusy(false);
    if (failed) return setFailure(failed.message);
    toast({ title: isLive ? t('Notice ended') : t('Notice canceled'), tone: 'success' });
    close();
  };
  return (
    <Dialog
      open={notice !== null}
      onClose={close}
      title={isLive ? t('End this notice now?') : t('Cancel this notice?')}
      actions={
        <>
          <Button variant="danger" busy={busy} onClick={confirm}>
            {isLive ? t('End now') : t('Cancel notice')}
          </Button>
          <Button variant="secondary" disabled={busy} onClick={close}>
            {t('Keep it')}
          </Button>
        </>
      }
    >
      <p className="wrap-anywhere">“{notice?.text}”</p>
      <p className="mt-3 text-muted">{isLive ? t('It leaves all pages within a minute.') : t('It won’t appear.')}</p>
      {failure && (
        <p role="alert" className="mt-3 text-danger">
          {failure}
        </p>
      )}
    </Dialog>
  );
}
