import { isIP, isIPv6 } from 'node:net';
import { compile } from '@fastify/proxy-addr';
import type { FastifyRequest } from 'fastify';

/**
 * The client's address, as rate limits count it: an IPv4 address unchanged, also if it is mapped to IPv6; an IPv6 address
 * as its /64 network, which is what a provider assigns to one customer. `X-Forwarded-For` is read only from `TRUSTED_PROXIES`.
 */
export function getClientAddress(request: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  const address = getFullAddress(request);
  if (!address) return 'unknown';
  if (!isIPv6(address)) return address;
  const groups = parseIpv6Groups(address);
  const [high = 0, low = 0] = groups.slice(6);
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff)
    return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  const network = groups.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}

/** The whole address of the client, or of the peer if a trusted proxy forwards none; undefined if the peer has none either. */
export function getFullAddress({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string | undefined {
  return parseAddress(ip) ?? parseAddress(socket.remoteAddress);
}

/** Whether an entry of `X-Forwarded-For`, or a peer, is one of the trusted proxies. */
export function createTrust(trustedProxies: string[]): (entry: string | undefined) => boolean {
  const isTrusted = compile(trustedProxies);
  return (entry) => {
    const address = parseAddress(entry);
    return address !== undefined && isTrusted(address, 0);
  };
}

/**
 * The address in an entry of `X-Forwarded-For`. Proxies write it alone, with a port (Azure), in brackets, and in quotes (as in RFC 7239);
 * in place of an address they write `unknown` or an obfuscated name.
 */
function parseAddress(entry = ''): string | undefined {
  const value = entry.trim().replace(/^"(.*)"$/, '$1');
  const withoutPort = isIP(value) ? value : value.replace(/:\d{1,5}$/, '');
  const address = withoutPort.replace(/^\[(.*)\]$/, '$1');
  return isIP(address) ? address : undefined;
}

/**
 * The network of an address: what one customer or attacker can have many addresses of.
 * @param address as rate limits count it: IPv4, or the /64 of IPv6
 * @returns a /24 or /48; null if the address is unknown
 */
export function toNetworkPrefix(address: string): string | null {
  const isIPv6 = address.includes(':');
  const parts = address.split(isIPv6 ? ':' : '.').slice(0, 3);
  if (parts.length < 3) return null;
  return isIPv6 ? `${parts.join(':')}::/48` : `${parts.join('.')}.0/24`;
}

/** The eight 16-bit groups of an IPv6 address. */
function parseIpv6Groups(address: string): number[] {
  // URL also writes a trailing IPv4 part as groups. It rejects zone ids.
  const [withoutZone = ''] = address.split('%');
  const [front = [], back = []] = new URL(`http://[${withoutZone}]`).hostname
    .slice(1, -1)
    .split('::')
    .map((half) => half.split(':').filter(Boolean));
  const zeros = Array<string>(8 - front.length - back.length).fill('0');
  return [...front, ...zeros, ...back].map((group) => Number.parseInt(group, 16));
}
