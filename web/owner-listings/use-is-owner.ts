import { useQuery } from '@tanstack/react-query';
import type { User } from '#contract/accounts.ts';
import type { SharedListing } from '#contract/ownership/members.ts';
import type { ApiError, Page } from '#web/base/api/api.ts';
import { ownListingsQuery } from '#web/base/session/own-listing-queries.ts';
import { SHARED_LISTINGS_PATH } from './shared-listings.tsx';

/** Whether the user has a business here, or helps one: registered with one, is on the staff, or has listings. */
export function useIsOwner({ businessName, role }: User): boolean {
  const isKnown = businessName !== null || role !== null;
  const own = useQuery({ ...ownListingsQuery, enabled: !isKnown }).data;
  const shared = useQuery<Page<SharedListing>, ApiError>({ queryKey: [SHARED_LISTINGS_PATH], enabled: !isKnown }).data;
  return isKnown || Boolean(own?.items.length || shared?.items.length);
}
