import type { ReactNode } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { ListingStatus } from '#contract/owner-listings.ts';
import { Badge } from '#web/base/ui/badge.tsx';

/** The title of a listing, linked to its desk, with further details below it. */
export function ListingName({
  listing: { id, title, status = 'active' },
  children,
}: {
  listing: { id: number; title: string; status?: ListingStatus };
  children?: ReactNode;
}) {
  return (
    <div className="typed">
      <a href={`/admin/ads/${id}`} className="link font-semibold">
        {title}
      </a>
      {status !== 'active' && (
        <>
          {' '}
          <Badge>{STATUS_LABELS[status]}</Badge>
        </>
      )}
      <div className="typed text-muted text-sm">{children}</div>
    </div>
  );
}

const STATUS_LABELS = {
  draft: t('Draft'),
  waiting: t('Waiting'),
  paused: t('Paused'),
  hidden: t('Hidden'),
  deleted: t('Deleted'),
};
