import type { ReactNode } from 'react';
import type { Status } from '#contract/own-listings.ts';
import { Badge } from '../ui/badge.tsx';

/** A listing by its title, which leads to its page while that is shown; below it, what else there is to know of it. */
export function ListingName({
  listing: { id, title, status = 'active' },
  children,
}: {
  listing: { id: number; title: string; status?: Status };
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
          <span className="font-semibold">{title}</span> <Badge>{STATUSES[status]}</Badge>
        </>
      )}
      <div className="typed text-muted text-sm">{children}</div>
    </div>
  );
}

const STATUSES = { draft: 'Draft', paused: 'Paused', hidden: 'Hidden', deleted: 'Deleted' };
