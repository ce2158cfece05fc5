import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { AdminNotice } from '#contract/admin/notices.ts';
import { t } from '#contract/i18n/t.ts';
import { Button } from '#web/base/ui/button.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { Skeleton, SkeletonGroup } from '#web/base/ui/skeleton.tsx';
import { EndNoticeDialog } from './end-notice-dialog.tsx';
import { readFilledNotice } from './filled-notice.ts';
import { NoticeDialog } from './notice-dialog.tsx';
import { NOTICE_STATES, NoticeGroup } from './notice-group.tsx';
import { useNotices } from './notice-queries.ts';

/** The notices by their state, with dialogs to add, edit and end one. */
export function Notices() {
  const { data, error, refetch } = useNotices();
  const [search, setSearch] = useSearchParams();
  // Of a link from elsewhere in the administration, whose notice opens filled in.
  const [filled] = useState(() => readFilledNotice(search));
  const [editing, setEditing] = useState<AdminNotice | 'new' | null>(filled ? 'new' : null);
  const close = () => {
    setEditing(null);
    if (filled) setSearch({ tab: 'notices' }, { replace: true, preventScrollReset: true });
  };
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
          {(Object.keys(NOTICE_STATES) as AdminNotice['state'][]).map((state) => (
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
          filled={isNew && search.has('text') ? filled : null}
          onClose={close}
        />
      )}
      <EndNoticeDialog notice={ending} onClose={() => setEnding(null)} />
    </>
  );
}
