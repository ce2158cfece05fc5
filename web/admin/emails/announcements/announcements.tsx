import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { t } from '#contract/i18n/t.ts';
import { PaginatedList } from '#web/base/layout/paginated-list.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { readAnnouncementDraft, readFilledAnnouncement } from './announcement-draft.ts';
import { useAnnouncements } from './announcement-queries.ts';
import { AnnouncementRow } from './announcement-row.tsx';
import { ComposeAnnouncement } from './compose-announcement.tsx';

const POLL_MS = 2000;

/** Emails to owners: writing one, and how far each is. */
export function Announcements() {
  const [search, setSearch] = useSearchParams();
  // What was left unsent goes before what a link fills in.
  const [filled] = useState(() => (readAnnouncementDraft() ? null : readFilledAnnouncement(search)));
  const [isWriting, setWriting] = useState(() => filled !== null || readAnnouncementDraft() !== null);
  const close = () => {
    setWriting(false);
    setSearch({ tab: 'announcements' }, { replace: true, preventScrollReset: true });
  };
  const list = useAnnouncements();
  const { retry } = list;
  const isAnyRunning = list.rows?.some(({ state }) => state === 'running') ?? false;
  useEffect(() => {
    if (!isAnyRunning) return;
    const timer = setInterval(retry, POLL_MS);
    return () => clearInterval(timer);
  });
  if (isWriting) return <ComposeAnnouncement filled={filled} onClose={close} />;
  return (
    <>
      <p className="mb-4 max-w-measure text-muted">
        {t(
          'Write to the owners of listings. News reaches those who haven’t unsubscribed from it; what is about their listings reaches all.',
        )}
      </p>
      <Button className="mb-6" onClick={() => setWriting(true)}>
        <Icon name="mail" />
        {t('Write to owners')}
      </Button>
      <PaginatedList
        list={list}
        itemsLabel={t('emails')}
        errorTitle={t('Failed to fetch the emails')}
        empty={<EmptyState title={t('No emails to owners yet')} />}
      >
        {(rows) => (
          <ul className="grid gap-3">
            {rows.map((announcement) => (
              <AnnouncementRow key={announcement.id} announcement={announcement} />
            ))}
          </ul>
        )}
      </PaginatedList>
    </>
  );
}
