import type { ReactNode } from 'react';
import { LISTING_COLUMNS, type ListingColumn } from '#contract/admin/listing-views.ts';
import type { AdminListing } from '#contract/admin/listings.ts';
import { OptionalDateTime } from '#web/admin/date-time.tsx';
import { getLocalStorage, readStoredObject, storeObject } from '#web/base/api/browser-storage.ts';
import { Badge } from '#web/base/ui/badge.tsx';

import { LEVEL_NAMES } from '#web/owner-listings/status.ts';
import { STATE_LABELS } from './listing-filter.ts';

/** What the columns that can be chosen show. */
export const COLUMNS: Record<ListingColumn, (listing: AdminListing) => ReactNode> = {
  State: ({ state }) => (
    <Badge tone={state === 'shown' ? 'success' : state === 'hidden' || state === 'suspended' ? 'danger' : undefined}>
      {STATE_LABELS[state]}
    </Badge>
  ),
  Plan: ({ level }) => LEVEL_NAMES[level],
  Category: ({ category }) => category,
  Place: ({ city, zip }) => `${city} ${zip}`,
  County: ({ county }) => county,
  Address: ({ address }) => address,
  Owner: ({ owner }) => owner && <span className="wrap-anywhere">{owner.username}</span>,
  Phone: ({ phone }) => phone,
  Website: ({ website }) => website && <span className="wrap-anywhere">{website}</span>,
  Source: ({ source }) => source && <span className="wrap-anywhere">{source}</span>,
  Reports: ({ reports }) => reports || null,
  Posted: ({ createdAt }) => <OptionalDateTime at={createdAt} />,
  Changed: ({ updatedAt }) => <OptionalDateTime at={updatedAt} />,
  Expires: ({ expiresAt }) => expiresAt && <OptionalDateTime at={expiresAt} />,
};

const DEFAULT_COLUMNS: ListingColumn[] = ['State', 'Plan', 'Category', 'Place', 'Owner', 'Posted'];
const STORAGE_NAME = 'admin-listing-columns';

/** The columns that this browser has chosen. */
export function readChosenColumns(): ListingColumn[] {
  const stored = readStoredObject(getLocalStorage(), STORAGE_NAME) as { columns?: unknown } | null;
  const { columns } = stored ?? {};
  return Array.isArray(columns) ? LISTING_COLUMNS.filter((name) => columns.includes(name)) : DEFAULT_COLUMNS;
}

/** Remembers the columns in this browser, where it allows that. */
export const storeChosenColumns = (columns: ListingColumn[]) =>
  storeObject(getLocalStorage(), STORAGE_NAME, { columns });
