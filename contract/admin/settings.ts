import { defineMessage } from '#contract/i18n/t.ts';
import { isOnPlatform, SOCIAL_HOSTS } from '#contract/listing-fields/social-hosts.ts';
import type { SocialPlatform } from '#contract/listing-fields/social-platforms.ts';
import { SIGN_UP_WAYS, type SignUps } from '#contract/site.ts';
import { multiLine, singleLine } from '#contract/values/visible-text.ts';
import { z } from '#contract/zod.ts';

const upTo = (max: number) => ({ max, tooLong: defineMessage('Use at most {max} characters', { max }) });
// These characters end a line in the subject of an email.
const LINE_SEPARATORS = /[\p{Zl}\p{Zp}]/u;
const line = (max: number) =>
  singleLine({ min: 1, tooShort: defineMessage('Enter at least one character'), ...upTo(max) }).refine(
    (text) => !LINE_SEPARATORS.test(text),
    defineMessage('Use a single line'),
  );

const profile = (platform: SocialPlatform) =>
  singleLine(upTo(300)).refine(
    (url) => url === '' || (URL.parse(url)?.protocol === 'https:' && isOnPlatform(platform, url)),
    defineMessage('Use an https address on {host}', { host: SOCIAL_HOSTS[platform][0] }),
  );

const numberFrom = (min: number, max: number) => {
  const message = defineMessage('Enter a whole number from {min, number} to {max, number}', { min, max });
  return z.number(message).int(message).min(min, message).max(max, message);
};

const onOrOff = z.boolean(defineMessage('Choose “On” or “Off”'));

const chooseOne = defineMessage('Choose one of the list');
// Earlier releases stored whether they are open.
const signUps = z.union(
  [z.enum(SIGN_UP_WAYS, chooseOne), z.boolean().transform((isOpen): SignUps => (isOpen ? 'open' : 'off'))],
  chooseOne,
);

/** The longest value of a setting, which is a list with one entry a line. */
export const MAX_SETTING_LENGTH = 20_000;

/** The settings that administrators can change, with the schema of each: `server/platform/env/env.ts` reads the defaults with the same ones. */
export const SETTING_SCHEMAS = {
  siteName: line(60),
  operator: line(100),
  postalAddress: multiLine(upTo(300)),
  supportEmail: singleLine(upTo(254)).pipe(z.email(defineMessage('Enter an email address'))),
  facebookUrl: profile('facebook'),
  instagramUrl: profile('instagram'),
  xUrl: profile('x'),
  linkedinUrl: profile('linkedin'),
  emailFooter: multiLine(upTo(500)),
  signUps,
  licenseRequired: onOrOff,
  searchBots: onOrOff,
  assistantBots: onOrOff,
  trainingBots: onOrOff,
  featuredOnHome: numberFrom(1, 12),
  featuredInPlaces: numberFrom(1, 12),
  featuredInLists: numberFrom(1, 12),
  listingsPerHour: numberFrom(1, 1000),
  picturesPerHour: numberFrom(10, 10_000),
  contactMessagesPerHour: numberFrom(1, 1000),
  messagesPerHour: numberFrom(1, 1000),
  quoteRequestsPerHour: numberFrom(1, 1000),
  reportsPerHour: numberFrom(1, 1000),
  suggestedEditsPerHour: numberFrom(1, 1000),
  claimsPerDay: numberFrom(1, 1000),
  messageWords: multiLine(upTo(MAX_SETTING_LENGTH)),
  savedSearches: numberFrom(1, 200),
  emailsPerHour: numberFrom(100, 1_000_000),
};

export type SettingKey = keyof typeof SETTING_SCHEMAS;
export type SettingValues = { [Key in SettingKey]: z.infer<(typeof SETTING_SCHEMAS)[Key]> };
export type SettingValue = SettingValues[SettingKey];
export const SETTING_KEYS = Object.keys(SETTING_SCHEMAS) as SettingKey[];

/** How a setting is typed: several lines of text, a list with one entry a line, or one line. */
export const SETTING_INPUTS: Partial<Record<SettingKey, 'lines' | 'list'>> = {
  postalAddress: 'lines',
  emailFooter: 'lines',
  messageWords: 'list',
};
