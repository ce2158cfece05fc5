import type { SocialPlatform } from '#contract/listing-fields/social-platforms.ts';
import { normalizeUrl } from '#web/base/ui/form/normalize-url.ts';

// Platforms whose profile URL is a prefix and the name.
const PROFILE_URLS: Partial<Record<SocialPlatform, string>> = {
  facebook: 'https://www.facebook.com/',
  instagram: 'https://www.instagram.com/',
  x: 'https://x.com/',
  tiktok: 'https://www.tiktok.com/@',
  youtube: 'https://www.youtube.com/@',
};

/** The URL of a profile from a URL or name: for Instagram, '@harbor.bakery' gives 'https://www.instagram.com/harbor.bakery'. */
export function toSocialProfileUrl(platform: SocialPlatform, typed: string): string {
  const name = /^@([\w.-]+)$/.exec(typed.trim())?.[1];
  const profiles = PROFILE_URLS[platform];
  return name && profiles ? profiles + name : normalizeUrl(typed);
}
