import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { getClientAddress } from './client-address.ts';
import { createServer } from './server.ts';

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
    ['203.0.113.7:5001', '203.0.113.7'],
    ['[203.0.113.7]:5001', '203.0.113.7'],
    [' 203.0.113.7:5001\t', '203.0.113.7'],
    ['"203.0.113.7:5001"', '203.0.113.7'],
    ['[2001:db8:1:2::1]', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::1]:443', '2001:db8:1:2::/64'],
    ['"[2001:db8:1:2::1]:443"', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:3:4:5:6:443', '2001:db8:1:2::/64'],
    ['[fe80::1%eth0]:443', 'fe80:0:0:0::/64'],
    ['[::ffff:203.0.113.7]:443', '203.0.113.7'],
    ['::ffff:203.0.113.7:443', '203.0.113.7'],
  ])('%s is counted as %s', (ip, expected) => {
    expect(addressOf(ip)).toBe(expected);
  });

  it.each([
    'unknown',
    'unknown:443',
    '_hidden',
    '_SEVKISEK',
    '',
    ':443',
    '[]:443',
    '[203.0.113.7',
    '1.2.3',
    '1.2.3.4, 5.6.7.8',
    '203.0.113.7:123456',
    '203.0.113.007',
    'for=203.0.113.7',
    "' or 1=1",
    undefined,
  ])('%s is no address: the address of the peer is used', (ip) => {
    expect(addressOf(ip)).toBe('192.0.2.1');
  });

  it('is "unknown" if the peer has no address either', () => {
    expect(addressOf(undefined, '')).toBe('unknown');
  });
});

describe('Behind trusted proxies a client address', () => {
  const http = createServer({
    LOG_LEVEL: 'silent',
    TRUSTED_PROXIES: ['10.0.0.0/8', 'fd00::/8'],
    ORIGIN: 'http://localhost',
  });
  http.get('/', getClientAddress);

  it.each<[string, string, Record<string, string>, string]>([
    ['is the last one that no proxy has', '10.0.0.2', { 'x-forwarded-for': '192.0.2.1, 203.0.113.7' }, '203.0.113.7'],
    ['has no port', '10.0.0.2', { 'x-forwarded-for': '192.0.2.1:1, 203.0.113.7:5001' }, '203.0.113.7'],
    ['comes before proxies with ports', '10.0.0.2', { 'x-forwarded-for': '203.0.113.7:1,10.0.0.3:80' }, '203.0.113.7'],
    [
      'comes before IPv6 proxies with ports',
      'fd00::2',
      { 'x-forwarded-for': '203.0.113.7 ,[fd00::3]:80' },
      '203.0.113.7',
    ],
    [
      'comes before mapped proxies',
      '::ffff:10.0.0.2',
      { 'x-forwarded-for': '203.0.113.7, ::ffff:10.0.0.3' },
      '203.0.113.7',
    ],
    [
      'is that of the proxy for what is no address',
      '10.0.0.2',
      { 'x-forwarded-for': '203.0.113.7, unknown' },
      '10.0.0.2',
    ],
    ['is not in Forwarded', '10.0.0.2', { forwarded: 'for=203.0.113.7;proto=https' }, '10.0.0.2'],
    [
      'is not in other headers',
      '10.0.0.2',
      { 'x-real-ip': '203.0.113.7', 'true-client-ip': '203.0.113.7' },
      '10.0.0.2',
    ],
    ['is the peer that is no proxy', '192.0.2.9', { 'x-forwarded-for': '203.0.113.7, 10.0.0.2' }, '192.0.2.9'],
    ['is no number that stands for a proxy', '10.0.0.2', { 'x-forwarded-for': '203.0.113.7, 167772161' }, '10.0.0.2'],
  ])('%s', async (_what, remoteAddress, headers, expected) => {
    expect((await http.inject({ url: '/', remoteAddress, headers })).body).toBe(expected);
  });
});
