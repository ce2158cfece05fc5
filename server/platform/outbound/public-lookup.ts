import { ADDRCONFIG, type LookupAddress, lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from '#server/platform/public-address.ts';

/** A server that is not on the public internet, or an answer that is not to be taken. */
export class AddressRefused extends Error {}

/**
 * Looks a host up for a connection, which is opened to the address that was checked. A host is refused if any of its addresses is not
 * public. Hosts that are addresses themselves are not looked up.
 */
export const lookupPublicAddress: LookupFunction = (host, { all }, callback) => {
  lookup(host, { all: true, order: 'ipv4first', hints: ADDRCONFIG }, (error, addresses) => {
    const refusal = error ?? findRefusal(host, addresses);
    const [first] = addresses ?? [];
    if (refusal || !first) callback(refusal ?? new AddressRefused(`${host} has no address`), '', 4);
    else if (all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

const findRefusal = (host: string, addresses: LookupAddress[]) =>
  addresses.every(({ address }) => isPublicAddress(address))
    ? null
    : new AddressRefused(`${host} is not on the public internet`);
