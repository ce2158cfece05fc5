import { expect, test } from 'vitest';
import { toSocialProfileUrl } from './social-profile-url.ts';

test.each([
  ['instagram', '@harbor.bakery', 'https://www.instagram.com/harbor.bakery'],
  ['tiktok', ' @harbor_bakery ', 'https://www.tiktok.com/@harbor_bakery'],
  ['youtube', '@harbor-bakery', 'https://www.youtube.com/@harbor-bakery'],
  ['x', '@harbor', 'https://x.com/harbor'],
  ['facebook', 'facebook.com/harbor', 'https://facebook.com/harbor'],
  ['instagram', 'https://www.instagram.com/harbor', 'https://www.instagram.com/harbor'],
  // Their addresses hold more than a name.
  ['yelp', '@harbor', '@harbor'],
  ['linkedin', '@harbor', '@harbor'],
  ['instagram', 'harbor bakery', 'harbor bakery'],
  ['instagram', '', ''],
] as const)('of %s, %o is %o', (platform, typed, address) => {
  expect(toSocialProfileUrl(platform, typed)).toBe(address);
});
