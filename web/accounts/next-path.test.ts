import { describe, expect, test } from 'vitest';
import { nextPath } from './next-path.ts';

const accepted = [
  '/',
  '/account',
  '/post-ad',
  '/post-ad?plan=free',
  '/ads/12/analytics',
  '/ads/12/analytics#daily',
  '/ads/12?claim=1',
  '/auth/confirm',
  '/auth/confirm?claim=12',
  '/admin',
  '/city/san-juan-capistrano',
  '/checkout?plan=annual&from=/rates',
  '/blog/a%20post',
  '/search?q=caf%C3%A9',
  '/authors',
];

const rejected = [
  '',
  'account',
  '//',
  '///',
  '//evil.example',
  '///evil.example',
  '////evil.example/a',
  '//evil.example@local.example',
  '/\\',
  '/\\evil.example',
  '/\\/evil.example',
  '\\',
  '\\\\',
  '\\\\evil.example',
  '\\/evil.example',
  '/a\\b',
  '/a?b=\\\\evil.example',
  '/%5cevil.example',
  '/%5Cevil.example',
  '/%5c%5cevil.example',
  '/%2f/evil.example',
  '/%2fevil.example',
  '/%2F%2Fevil.example',
  '%2f%2fevil.example',
  '/%252f/evil.example',
  '/%255cevil.example',
  '/a//evil.example',
  '/a/%2f/evil.example',
  '/..//evil.example',
  '/../evil.example',
  '/a/..//evil.example',
  '/.//evil.example',
  '/./evil.example',
  '/%2e%2e//evil.example',
  '/%2e/evil.example',
  '/.%2e/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r/evil.example',
  '\t//evil.example',
  '\n//evil.example',
  ' //evil.example',
  ' /account',
  '/account ',
  '/%09/evil.example',
  '/%0a/evil.example',
  '/%0d%0aSet-Cookie:a=b',
  '/%00/evil.example',
  '/\0/evil.example',
  '/\u007f/evil.example',
  'https:',
  'https:evil.example',
  'https:/evil.example',
  'https://evil.example',
  'HTTPS://evil.example',
  'http://local.example@evil.example/',
  'https://user:secret@evil.example/',
  '/@evil.example',
  '/user:secret@evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  ' javascript:alert(1)',
  'javascript://local.example/%0aalert(1)',
  '/javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:https://evil.example/1',
  'file:///etc/passwd',
  'mailto:a@evil.example',
  'evil.example',
  '.evil.example',
  '@evil.example',
  '?next=//evil.example',
  '#//evil.example',
  '/\u2044evil.example',
  '/\u2215evil.example',
  '/\uff0fevil.example',
  '\uff0f\uff0fevil.example',
  '/\uff3cevil.example',
  '/\u29f5evil.example',
  '/\u3002evil.example',
  '/\u202eevil.example',
  '/\u200b/evil.example',
  '/\ufeff/evil.example',
  '\u00a0//evil.example',
  '\u2028//evil.example',
  `/${'a'.repeat(2000)}`,
  `${'/'.repeat(5000)}evil.example`,
  '/auth',
  '/auth?next=/auth',
  '/AUTH',
  '/auth/reset',
  '/auth/confirm/',
  '/AUTH/CONFIRM',
  '/api/logout',
];

describe('nextPath', () => {
  test.each(accepted)('accepts %j', (value) => {
    expect(nextPath(value)).toBe(value);
  });

  test.each(rejected)('returns the account page for %j', (value) => {
    expect(nextPath(value)).toBe('/account');
  });

  test('returns the account page when there is no next parameter', () => {
    expect(nextPath(null)).toBe('/account');
    expect(nextPath(undefined)).toBe('/account');
  });
});

test('nextPath always returns a path of the same origin', () => {
  for (const value of [...accepted, ...rejected]) {
    const { origin } = new URL(nextPath(value), 'https://local.example/auth');
    expect(origin, value).toBe('https://local.example');
  }
});
