/**
 * Where a business can be found besides its own website, and what that is called. Apart from the form's schemas, so that
 * pages for everyone can say it without them.
 */
export const SOCIAL_PLATFORMS = {
  facebook: 'Facebook',
  instagram: 'Instagram',
  x: 'X',
  tiktok: 'TikTok',
  youtube: 'YouTube',
  linkedin: 'LinkedIn',
  yelp: 'Yelp',
} as const;
export type SocialPlatform = keyof typeof SOCIAL_PLATFORMS;
