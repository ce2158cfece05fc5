import type { ReactNode } from 'react';
import type { ListingStatus } from '#contract/owner-listings.ts';
import { Badge } from '../ui/badge.tsx';

/** The title of a listing, linked to its page while it is public, with further details below it. */
export function ListingName({
  listing: { id, title, status = 'active' },
  children,
}: {
  listing: { id: number; title: string; status?: ListingStatus };
  children?: ReactNode;
}) {
  return (
    <div className="typed">
      {status === 'active' ? (
        <a href={`/ads/${id}`} className="link font-semibold">
          {title}
        </a>
      ) : (
        <>
          <span className="font-semibold">{title}</span> <Badge>{STATUS_LABELS[status]}</Badge>
        </>
      )}
      <div className="typed text-muted text-sm">{children}</div>
    </div>
  );
}

const STATUS_LABELS = { draft: 'Draft', waiting: 'Waiting', paused: 'Paused', hidden: 'Hidden', deleted: 'Deleted' };
