import { afterEach, expect, test, vi } from 'vitest';
import { captureToken, onLinkOpened, readToken } from './captured-token.ts';

afterEach(() => vi.unstubAllGlobals());

/** Opens an address, as a browser does. @returns what it has become */
function open(address: string): () => string {
  const location = new URL(address, 'https://directory.example');
  vi.stubGlobal('location', location);
  vi.stubGlobal('history', {
    state: null,
    replaceState: (_state: unknown, _title: string, url: URL) => Object.assign(location, { href: url.href }),
  });
  captureToken();
  return () => location.pathname + location.search + location.hash;
}

test.each([
  ['/auth/reset#token=abc-123', '/auth/reset'],
  ['/es/unsubscribe?of=saved-search#token=abc-123', '/es/unsubscribe?of=saved-search'],
  // Emails of earlier releases.
  ['/auth/reset?token=abc-123', '/auth/reset'],
  ['/join?of=business&token=abc-123', '/join?of=business'],
])('the token of %s is taken out of the address', (address, expected) => {
  expect(open(address)()).toBe(expected);
  expect(readToken('token')).toBe('abc-123');
});

test.each(['/receipt-codes#code=ABCDE-12345', '/receipt-codes?code=ABCDE-12345'])(
  'the receipt code of %s is taken out of the address',
  (address) => {
    expect(open(address)()).toBe('/receipt-codes');
    expect([readToken('code'), readToken('token')]).toEqual(['ABCDE-12345', null]);
  },
);

test('a token is that of its page alone, and stays while others are shown', () => {
  open('/join#token=abc-123');
  location.href = 'https://directory.example/auth?next=%2Fjoin';
  expect(readToken('token')).toBeNull();
  location.href = 'https://directory.example/join';
  expect(readToken('token')).toBe('abc-123');
});

test('the email address of an invitation is taken out with its token', () => {
  expect(open('/auth?register=true#token=abc-123&email=ana%40mail.example')()).toBe('/auth?register=true');
  expect([readToken('token'), readToken('email')]).toEqual(['abc-123', 'ana@mail.example']);
});

test('another fragment stays', () => {
  for (const address of ['/account#messages', '/account#email', '/contact?email=ana'])
    expect(open(address)()).toBe(address);
});

test('a link that is opened on its own page is read too', () => {
  const events = new EventTarget();
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
  vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events));
  open('/conversations/1#token=first');
  const onChange = vi.fn();
  const stop = onLinkOpened(onChange);
  location.hash = '#token=second';
  events.dispatchEvent(new Event('hashchange'));
  expect([onChange.mock.calls.length, readToken('token'), location.hash]).toEqual([1, 'second', '']);
  stop();
  events.dispatchEvent(new Event('hashchange'));
  expect(onChange).toHaveBeenCalledTimes(1);
});
