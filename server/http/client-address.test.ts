import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { getClientAddress } from './client-address.ts';

describe('A client address', () => {
  const addressOf = (ip: string | undefined, remoteAddress = '192.0.2.1') =>
    getClientAddress({ ip, socket: { remoteAddress } } as unknown as FastifyRequest);

  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s is counted as %s', (ip, expected) => {
    expect(addressOf(ip)).toBe(expected);
  });

  it.each(['unknown', '', '1.2.3', '1.2.3.4, 5.6.7.8', "' or 1=1", undefined])(
    '%s is no address: the address of the peer is used',
    (ip) => {
      expect(addressOf(ip)).toBe('192.0.2.1');
    },
  );

  it('is "unknown" if the peer has no address either', () => {
    expect(addressOf(undefined, '')).toBe('unknown');
  });
});
