import { defineMessage, t } from '#contract/i18n/t.ts';
import { isOnPlatform, SOCIAL_HOSTS } from '#contract/listing-fields/social-hosts.ts';
import type { SocialPlatform } from '#contract/listing-fields/social-platforms.ts';
import { multiLine, singleLine } from '#contract/text.ts';
import { z } from '#contract/zod.ts';

const upTo = (max: number) => ({ max, tooLong: `Use at most ${max} characters` });
// They end a line in the subject of an email.
const LINE_SEPARATORS = /[\p{Zl}\p{Zp}]/u;
const line = (max: number) =>
  singleLine({ min: 1, tooShort: t('Enter at least one character'), ...upTo(max) }).refine(
    (text) => !LINE_SEPARATORS.test(text),
    t('Use a single line'),
  );

const profile = (platform: SocialPlatform) =>
  singleLine(upTo(300)).refine(
    (url) => url === '' || (URL.parse(url)?.protocol === 'https:' && isOnPlatform(platform, url)),
    `Use an https address on ${SOCIAL_HOSTS[platform][0]}`,
  );

const numberFrom = (min: number, max: number) => {
  const message = `Enter a whole number from ${min.toLocaleString('en-US')} to ${max.toLocaleString('en-US')}`;
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
  contactMessagesPerHour: numberFrom(1, 1000),
  claimsPerDay: numberFrom(1, 1000),
  messageWords: multiLine(upTo(1000)),
  savedSearches: numberFrom(1, 200),
  emailsPerHour: numberFrom(100, 1_000_000),
};

export type SettingKey = keyof typeof SETTING_SCHEMAS;
export type SettingValues = { [Key in SettingKey]: z.infer<(typeof SETTING_SCHEMAS)[Key]> };
export type SettingValue = SettingValues[SettingKey];
export const SETTING_KEYS = Object.keys(SETTING_SCHEMAS) as SettingKey[];

/** What a setting is called, and what uses it. */
interface SettingLabel {
  label: string;
  usedBy: string;
  group: string;
}

export const SETTING_LABELS: Record<SettingKey, SettingLabel> = {
  siteName: {
    label: defineMessage('Site name'),
    usedBy: defineMessage('Pages, search results, feeds and emails, and the sender of emails if it has this name.'),
    group: defineMessage('Site'),
  },
  operator: {
    label: defineMessage('Operator'),
    usedBy: defineMessage('The footer, the privacy policy and the terms of service.'),
    group: defineMessage('Site'),
  },
  postalAddress: {
    label: defineMessage('Postal address'),
    usedBy: defineMessage('The footer and the contact page. Leave it empty to show none.'),
    group: defineMessage('Site'),
  },
  supportEmail: {
    label: defineMessage('Support email'),
    usedBy: defineMessage('Messages of the contact form are sent there, and pages and emails name it.'),
    group: defineMessage('Site'),
  },
  facebookUrl: {
    label: defineMessage('Facebook'),
    usedBy: defineMessage('The footer, the contact page and search engines.'),
    group: defineMessage('Profiles'),
  },
  instagramUrl: {
    label: defineMessage('Instagram'),
    usedBy: defineMessage('The footer, the contact page and search engines.'),
    group: defineMessage('Profiles'),
  },
  xUrl: {
    label: 'X',
    usedBy: defineMessage('The footer, the contact page and search engines.'),
    group: defineMessage('Profiles'),
  },
  linkedinUrl: {
    label: defineMessage('LinkedIn'),
    usedBy: defineMessage('The footer, the contact page and search engines.'),
    group: defineMessage('Profiles'),
  },
  featuredOnHome: {
    label: defineMessage('On the home page'),
    usedBy: defineMessage('The home page and the rates page show at most this many.'),
    group: defineMessage('Featured listings'),
  },
  featuredInPlaces: {
    label: defineMessage('On county and city pages'),
    usedBy: defineMessage('They show at most this many above their lists.'),
    group: defineMessage('Featured listings'),
  },
  featuredInLists: {
    label: defineMessage('On category, ZIP code and location pages'),
    usedBy: defineMessage('They show at most this many above their lists.'),
    group: defineMessage('Featured listings'),
  },
  emailFooter: {
    label: defineMessage('Footer of emails'),
    usedBy: defineMessage('The end of every email, below its text.'),
    group: defineMessage('Emails'),
  },
  emailsPerHour: {
    label: defineMessage('Notices in an hour'),
    usedBy: defineMessage(
      'Later ones wait for the next hour. Password links, security notices and receipts have limits of their own.',
    ),
    group: defineMessage('Emails'),
  },
  contactMessagesPerHour: {
    label: defineMessage('Contact messages in an hour'),
    usedBy: defineMessage('From one address on the internet.'),
    group: defineMessage('Limits'),
  },
  claimsPerDay: {
    label: defineMessage('Claims in a day'),
    usedBy: defineMessage('By one account.'),
    group: defineMessage('Limits'),
  },
  messageWords: {
    label: defineMessage('Words that hold a message'),
    usedBy: defineMessage(
      'One word or phrase in a line. A customer’s message with one of them waits for you before the business gets it.',
    ),
    group: defineMessage('Limits'),
  },
  savedSearches: {
    label: defineMessage('Saved searches'),
    usedBy: defineMessage('Of one account. Those that are already saved stay.'),
    group: defineMessage('Limits'),
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
