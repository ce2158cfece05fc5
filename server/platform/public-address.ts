import ipaddr from 'ipaddr.js';

const GLOBAL_UNICAST: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/**
 * Whether a network address is on the public internet. Private, loopback, link-local, shared, multicast, reserved and
 * tunneled addresses are not, nor IPv4 ones of those kinds that are mapped to IPv6 (the registries of IANA for special
 * purposes: https://www.iana.org/assignments/iana-ipv4-special-registry, …/iana-ipv6-special-registry).
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(GLOBAL_UNICAST)) return false;
  return parsed.range() === 'unicast';
}
