import { defineMessage } from '#contract/i18n/t.ts';
// No zod here: public pages ship this file.

/** The platforms of social links, and their names. */
export const SOCIAL_PLATFORMS = {
  facebook: defineMessage('Facebook'),
  instagram: defineMessage('Instagram'),
  x: 'X',
  tiktok: defineMessage('TikTok'),
  youtube: defineMessage('YouTube'),
  linkedin: defineMessage('LinkedIn'),
  yelp: defineMessage('Yelp'),
} as const;
export type SocialPlatform = keyof typeof SOCIAL_PLATFORMS;
