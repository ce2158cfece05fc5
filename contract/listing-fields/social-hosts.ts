import type { SocialPlatform } from './social-platforms.ts';

/** The hosts of their profiles; subdomains count. Shorteners such as lnkd.in do not: their links can lead anywhere. */
export const SOCIAL_HOSTS: Record<SocialPlatform, readonly [string, ...string[]]> = {
  facebook: ['facebook.com', 'fb.com'],
  instagram: ['instagram.com'],
  x: ['x.com', 'twitter.com'],
  tiktok: ['tiktok.com'],
  youtube: ['youtube.com', 'youtu.be'],
  linkedin: ['linkedin.com'],
  yelp: ['yelp.com'],
};

/** Whether a link is on the platform that it names. */
export function isOnPlatform(platform: SocialPlatform, link: string): boolean {
  const hostname = URL.parse(link)?.hostname;
  return hostname !== undefined && SOCIAL_HOSTS[platform].some((host) => `.${hostname}`.endsWith(`.${host}`));
}
