import type { QueryClient } from '@tanstack/react-query';

// API paths whose responses contain no listings of the account: sessions, the user itself, and the admin pages.
const UNAFFECTED_PATHS = /^\/api\/(admin\/|user$|user\/sessions)/;

/**
 * Invalidates all queries that may contain a listing, after the user's own listing was created, changed or deleted. Queries
 * in use are fetched again at once, the others when they are next used.
 */
export function invalidateListings(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ predicate: ({ queryKey }) => !UNAFFECTED_PATHS.test(String(queryKey[0])) });
}
