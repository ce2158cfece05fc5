import type { QueryClient } from '@tanstack/react-query';

// What an account reads besides its listings, and what the administrator reads.
const UNAFFECTED_PATHS = /^\/api\/(admin\/|user$|user\/sessions)/;

/**
 * A listing of one's own has come, changed or gone: whatever shows it is read again, at once where it is on the page and
 * else when it is next looked at.
 */
export function invalidateListings(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ predicate: ({ queryKey }) => !UNAFFECTED_PATHS.test(String(queryKey[0])) });
}
