import type { Kysely } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';
import { toNetworkPrefix } from './client-address.ts';
import { consumeRateLimit, type RateLimit } from './rate-limit.ts';

// How many times the limit of an address applies to its network. One customer can have all of a /48; a /24 is shared by many.
const IPV6_NETWORK_FACTOR = 2;
const IPV4_NETWORK_FACTOR = 3;

/**
 * Counts a use by a network address, and by the network that the address is in (/48 of IPv6, /24 of IPv4). Whatever anybody can do
 * without an account is limited by this, so that nobody multiplies a limit by the addresses that they have.
 * @param act what is limited, such as `register`
 * @param address from `getClientAddress`
 * @param rateLimit of the address; its network has twice (IPv6) or three times (IPv4) as many uses
 * @throws {TooManyRequests} above one of the limits. What the address is refused does not count for its network.
 */
export async function consumeAddressRateLimit(
  db: Kysely<DB>,
  act: string,
  address: string,
  rateLimit: RateLimit,
): Promise<void> {
  await consumeRateLimit(db, `${act}:${address}`, rateLimit);
  const network = toNetworkPrefix(address);
  if (network === null) return;
  const factor = network.includes(':') ? IPV6_NETWORK_FACTOR : IPV4_NETWORK_FACTOR;
  await consumeRateLimit(db, `${act}:${network}`, { ...rateLimit, limit: rateLimit.limit * factor });
}
