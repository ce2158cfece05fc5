import { defineMessage } from '#contract/i18n/t.ts';
import { SOCIAL_PLATFORMS } from '#contract/listing-fields/social-platforms.ts';
import type { SettingKey } from './settings.ts';

/** What the groups of settings are called. */
export const SETTING_GROUPS = {
  site: defineMessage('Name, company and address'),
  profiles: defineMessage('Profiles'),
  rules: defineMessage('Accounts and listings'),
  bots: defineMessage('Bots'),
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
    label: defineMessage('Company name (operator)'),
    usedBy: defineMessage('The footer, the privacy policy and the terms of service.'),
    group: 'site',
  },
  postalAddress: {
    label: defineMessage('Postal address'),
    usedBy: defineMessage(
      'The footer, the contact page and the end of every email: the law asks for it in news by email. Leave it empty to show none.',
    ),
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
  signUps: {
    label: defineMessage('New accounts'),
    usedBy: defineMessage(
      'Whether visitors can create accounts, or only those whom you invite under Users. Whom you invite to the staff always can, and by invitation also those who are invited to a listing.',
    ),
    group: 'rules',
  },
  licenseRequired: {
    label: defineMessage('License required'),
    usedBy: defineMessage(
      'A listing in a trade that California licenses goes live only with a license number, or with “Not licensed; jobs under $1,000”.',
    ),
    group: 'rules',
  },
  searchBots: {
    label: defineMessage('Search engines may read the pages'),
    usedBy: defineMessage(
      'robots.txt, which asks Google, Bing and others. Turned off, the pages disappear from search results within weeks.',
    ),
    group: 'bots',
  },
  assistantBots: {
    label: defineMessage('Assistants may read the pages'),
    usedBy: defineMessage(
      'robots.txt, which asks the bots that look up pages to answer somebody’s question, such as those of ChatGPT, Claude and Perplexity.',
    ),
    group: 'bots',
  },
  trainingBots: {
    label: defineMessage('Pages may be used to train AI'),
    usedBy: defineMessage(
      'robots.txt, which asks the bots that collect texts for training, such as GPTBot, ClaudeBot and CCBot. Search results stay as they are.',
    ),
    group: 'bots',
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
    usedBy: defineMessage('The end of every email, below its text. The postal address follows it.'),
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
      'A customer’s message with one of these words or phrases waits for you before the business gets it. So does a review before visitors see it.',
    ),
    group: 'limits',
  },
  savedSearches: {
    label: defineMessage('Saved searches'),
    usedBy: defineMessage('Of one account. Those that are already saved stay.'),
    group: 'limits',
  },
};

/** The labels of the values of settings that have a few. */
export const SETTING_CHOICES: Partial<Record<SettingKey, Record<string, string>>> = {
  signUps: {
    open: defineMessage('Open', null, 'new accounts'),
    invitation: defineMessage('By invitation'),
    off: defineMessage('Off', null, 'new accounts'),
  },
};
