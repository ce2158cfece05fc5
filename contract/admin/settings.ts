import { defineMessage } from '#contract/i18n/t.ts';
import { isOnPlatform, SOCIAL_HOSTS } from '#contract/listing-fields/social-hosts.ts';
import { SOCIAL_PLATFORMS, type SocialPlatform } from '#contract/listing-fields/social-platforms.ts';
import { multiLine, singleLine } from '#contract/text.ts';
import { z } from '#contract/zod.ts';

const upTo = (max: number) => ({ max, tooLong: defineMessage('Use at most {max} characters', { max }) });
// They end a line in the subject of an email.
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

/** The settings that administrators can change, with the schema of each: `server/env.ts` reads the defaults with the same ones. */
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
  messageWords: multiLine(upTo(1000)),
  savedSearches: numberFrom(1, 200),
  emailsPerHour: numberFrom(100, 1_000_000),
};

export type SettingKey = keyof typeof SETTING_SCHEMAS;
export type SettingValues = { [Key in SettingKey]: z.infer<(typeof SETTING_SCHEMAS)[Key]> };
export type SettingValue = SettingValues[SettingKey];
export const SETTING_KEYS = Object.keys(SETTING_SCHEMAS) as SettingKey[];

/** What the groups of settings are called. */
export const SETTING_GROUPS = {
  site: defineMessage('Site'),
  profiles: defineMessage('Profiles'),
  featured: defineMessage('Featured listings'),
  emails: defineMessage('Emails'),
  limits: defineMessage('Limits'),
};

/** What a setting is called, and what uses it. */
interface SettingLabel {
  label: string;
  usedBy: string;
  group: keyof typeof SETTING_GROUPS;
}

export const SETTING_LABELS: Record<SettingKey, SettingLabel> = {
  siteName: {
    label: defineMessage('Site name'),
    usedBy: defineMessage('Pages, search results, feeds and emails, and the sender of emails if it has this name.'),
    group: 'site',
  },
  operator: {
    label: defineMessage('Operator'),
    usedBy: defineMessage('The footer, the privacy policy and the terms of service.'),
    group: 'site',
  },
  postalAddress: {
    label: defineMessage('Postal address'),
    usedBy: defineMessage('The footer and the contact page. Leave it empty to show none.'),
    group: 'site',
  },
  supportEmail: {
    label: defineMessage('Support email'),
    usedBy: defineMessage('Messages of the contact form are sent there, and pages and emails name it.'),
    group: 'site',
  },
  facebookUrl: {
    label: SOCIAL_PLATFORMS.facebook,
    usedBy: defineMessage('The footer, the contact page and search engines.'),
    group: 'profiles',
  },
  instagramUrl: {
    label: SOCIAL_PLATFORMS.instagram,
    usedBy: defineMessage('The footer, the contact page and search engines.'),
    group: 'profiles',
  },
  xUrl: {
    label: SOCIAL_PLATFORMS.x,
    usedBy: defineMessage('The footer, the contact page and search engines.'),
    group: 'profiles',
  },
  linkedinUrl: {
    label: SOCIAL_PLATFORMS.linkedin,
    usedBy: defineMessage('The footer, the contact page and search engines.'),
    group: 'profiles',
  },
  featuredOnHome: {
    label: defineMessage('On the home page'),
    usedBy: defineMessage('The home page and the rates page show at most this many.'),
    group: 'featured',
  },
  featuredInPlaces: {
    label: defineMessage('On county and city pages'),
    usedBy: defineMessage('They show at most this many above their lists.'),
    group: 'featured',
  },
  featuredInLists: {
    label: defineMessage('On category, ZIP code and location pages'),
    usedBy: defineMessage('They show at most this many above their lists.'),
    group: 'featured',
  },
  emailFooter: {
    label: defineMessage('Footer of emails'),
    usedBy: defineMessage('The end of every email, below its text.'),
    group: 'emails',
  },
  emailsPerHour: {
    label: defineMessage('Notices in an hour'),
    usedBy: defineMessage(
      'Later ones wait for the next hour. Password links, security notices and receipts have limits of their own.',
    ),
    group: 'emails',
  },
  listingsPerHour: {
    label: defineMessage('Listings in an hour'),
    usedBy: defineMessage('By one account, with drafts and copies. The staff can post as many for businesses.'),
    group: 'limits',
  },
  picturesPerHour: {
    label: defineMessage('Pictures in an hour'),
    usedBy: defineMessage('That one account uploads.'),
    group: 'limits',
  },
  contactMessagesPerHour: {
    label: defineMessage('Contact messages in an hour'),
    usedBy: defineMessage('From one address on the internet.'),
    group: 'limits',
  },
  messagesPerHour: {
    label: defineMessage('Messages to businesses in an hour'),
    usedBy: defineMessage('From one address on the internet. Answers have a limit of their own.'),
    group: 'limits',
  },
  quoteRequestsPerHour: {
    label: defineMessage('Quote requests in an hour'),
    usedBy: defineMessage('From one address on the internet.'),
    group: 'limits',
  },
  reportsPerHour: {
    label: defineMessage('Reports of listings in an hour'),
    usedBy: defineMessage('From one address on the internet.'),
    group: 'limits',
  },
  suggestedEditsPerHour: {
    label: defineMessage('Suggested edits in an hour'),
    usedBy: defineMessage('From one address on the internet.'),
    group: 'limits',
  },
  claimsPerDay: {
    label: defineMessage('Claims in a day'),
    usedBy: defineMessage('By one account.'),
    group: 'limits',
  },
  messageWords: {
    label: defineMessage('Words that hold a message'),
    usedBy: defineMessage(
      'One word or phrase in a line. A customer’s message with one of them waits for you before the business gets it.',
    ),
    group: 'limits',
  },
  savedSearches: {
    label: defineMessage('Saved searches'),
    usedBy: defineMessage('Of one account. Those that are already saved stay.'),
    group: 'limits',
  },
};

const valueSchema = z.union([z.string(), z.number()]);

/** A setting as the administrator sees it. */
export const adminSettingSchema = z.object({
  key: z.enum(SETTING_KEYS),
  value: valueSchema,
  /** That of the environment or of the product. */
  defaultValue: valueSchema,
  isDefault: z.boolean(),
  /** Counts its changes, those back to the default too. */
  version: z.number().int(),
  /** Null if it was never changed. */
  changedAt: z.string().nullable(),
  /** The username of who changed it; null if it was never changed, or that account was deleted. */
  changedBy: z.string().nullable(),
});
export type AdminSetting = z.infer<typeof adminSettingSchema>;

/** `GET /api/admin/settings`, and the response to every change. */
export const adminSettingsSchema = z.object({ settings: z.array(adminSettingSchema) });
export type AdminSettings = z.infer<typeof adminSettingsSchema>;

/** `PUT /api/admin/settings/{key}`: a new value, or null for the default; `version` is that of the value that it replaces. */
export const settingChangeSchema = z.object({
  value: z.union([z.string().max(1000, defineMessage('This is too long')), z.number()]).nullable(),
  version: z.number().int().min(0).max(2_000_000_000),
});
export type SettingChange = z.infer<typeof settingChangeSchema>;

export const settingKeySchema = z.enum(SETTING_KEYS);
