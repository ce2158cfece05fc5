// No zod here: public pages ship this file.

/** The platforms of social links, and their names. */
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
