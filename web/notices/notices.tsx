import { useState } from 'react';
import type { AdminNotice } from '#contract/admin/notices.ts';
import { t } from '#contract/i18n/t.ts';
import { rich } from '../i18n/rich.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Icon } from '../ui/icon.tsx';
import { Skeleton, SkeletonGroup } from '../ui/skeleton.tsx';
import { DateTime } from '../ui/time.tsx';
import { toast } from '../ui/toast.tsx';
import { NoticeDialog } from './notice-dialog.tsx';
import { NoticePreview } from './notice-preview.tsx';
import { useNoticeActions, useNotices } from './notice-queries.ts';

const STATES: Record<AdminNotice['state'], { title: string; empty: string }> = {
  live: { title: t('Live', null, 'notices'), empty: t('No notice is live.') },
  coming: { title: t('Coming', null, 'notices'), empty: t('No notice is planned.') },
  ended: { title: t('Ended', null, 'notices'), empty: t('No notice has ended yet.') },
};

/** The notices by their state, with dialogs to add, edit and end one. */
export function Notices() {
  const { data, error, refetch } = useNotices();
  const [editing, setEditing] = useState<AdminNotice | 'new' | null>(null);
  const [ending, setEnding] = useState<AdminNotice | null>(null);
  if (error && !data)
    return (
      <div role="alert">
        <EmptyState
          title={t('Failed to fetch the notices')}
          action={<Button onClick={() => void refetch()}>{t('Try again')}</Button>}
        >
          {error.message}
        </EmptyState>
      </div>
    );
  const isNew = editing === 'new';
  return (
    <>
      <div className="mb-6 flex flex-wrap items-start justify-between gap-4">
        <p className="max-w-measure text-muted">
          {t(
            'A line at the top of every page, or of pages about one county, city or category: heat, a fire, a closed road. It appears within a minute, and disappears at its end.',
          )}
        </p>
        <Button onClick={() => setEditing('new')}>
          <Icon name="plus" />
          {t('Add notice')}
        </Button>
      </div>
      {data ? (
        <div className="grid gap-8">
          {(Object.keys(STATES) as AdminNotice['state'][]).map((state) => (
            <NoticeGroup
              key={state}
              state={state}
              notices={data.notices.filter((notice) => notice.state === state)}
              onEdit={setEditing}
              onEnd={setEnding}
            />
          ))}
        </div>
      ) : (
        <SkeletonGroup label={t('Loading the notices…')} className="grid gap-3">
          {['live', 'coming', 'ended'].map((state) => (
            <Skeleton key={state} className="h-24" />
          ))}
        </SkeletonGroup>
      )}
      {editing && (
        <NoticeDialog
          key={isNew ? 'new' : editing.id}
          notice={isNew ? null : (data?.notices.find(({ id }) => id === editing.id) ?? editing)}
          onClose={() => setEditing(null)}
        />
      )}
      <EndDialog notice={ending} onClose={() => setEnding(null)} />
    </>
  );
}

function NoticeGroup({
  state,
  notices,
  onEdit,
  onEnd,
}: {
  state: AdminNotice['state'];
  notices: AdminNotice[];
  onEdit: (notice: AdminNotice) => void;
  onEnd: (notice: AdminNotice) => void;
}) {
  const { title, empty } = STATES[state];
  return (
    <section>
      <h3 className="mb-3 text-lg">{title}</h3>
      {notices.length === 0 ? (
        <p className="text-muted">{empty}</p>
      ) : (
        <ul className="grid gap-3">
          {notices.map((notice) => (
            <li key={notice.id} className="card">
              <NoticePreview notice={notice} />
              <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
                <NoticeFacts {...notice} />
                {state !== 'ended' && (
                  <span className="flex flex-wrap gap-2">
                    <Button variant="secondary" size="sm" onClick={() => onEdit(notice)}>
                      {t('Edit')}
                      <span className="sr-only"> {notice.text}</span>
                    </Button>
                    <Button variant="secondary" size="sm" onClick={() => onEnd(notice)}>
                      {state === 'live' ? t('End now') : t('Cancel')}
                      <span className="sr-only"> {notice.text}</span>
                    </Button>
                  </span>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const NoticeFacts = ({ scopeName, startsAt, endsAt, changedAt, changedBy }: AdminNotice) => (
  <div className="text-sm">
    <p>
      {rich('{pages}, {start} to {end}', {
        pages: <span className="font-semibold">{scopeName ?? t('All pages')}</span>,
        start: <DateTime at={startsAt} />,
        end: <DateTime at={endsAt} />,
      })}
    </p>
    <p className="wrap-anywhere text-muted">
      {changedBy
        ? rich('Last changed {date} by {name}', { date: <DateTime at={changedAt} />, name: changedBy })
        : rich('Last changed {date}', { date: <DateTime at={changedAt} /> })}
    </p>
  </div>
);

function EndDialog({ notice, onClose }: { notice: AdminNotice | null; onClose: () => void }) {
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
