import type { Kysely } from 'kysely';
import { SETTING_KEYS, SETTING_SCHEMAS, type SettingKey, type SettingValues } from '#contract/admin/settings.ts';
import type { NewListings } from '#contract/site.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { watchRows } from '#server/platform/db/watched-rows.ts';
import type { Env } from '#server/platform/env/env.ts';

/** The surrogate key of what shows a setting. */
export const SETTINGS_KEY = 'settings';

/** The settings of administrators, in memory. */
export interface OperatorSettings {
  /** What applies now. The object stays, its values change. */
  values: SettingValues;
  /** The values that apply where nothing is set. */
  defaults: SettingValues;
  /** What the rules of approval say of new listings. */
  newListings(): NewListings;
  /** Reads the values anew, after they changed in the database. */
  reload(): Promise<void>;
  close(): void;
}

/**
 * Reads the settings.
 * See docs/decisions/0109-settings-in-the-database.md.
 * @param options.changed called after a value changed
 * @param options.failed called when they could not be read: the former ones apply until the next time
 */
export async function openOperatorSettings(
  db: Kysely<DB>,
  env: Env,
  { changed, failed }: { changed: () => void; failed: (error: unknown) => void },
): Promise<OperatorSettings> {
  const defaults = getDefaults(env);
  const read = async () => ({ values: await readValues(db, defaults), newListings: await readNewListings(db) });
  const watched = await watchRows(read, {
    changed(current) {
      Object.assign(values, current.values);
      changed();
    },
    failed,
  });
  const values = { ...watched.current.values };
  const newListings = () => watched.current.newListings;
  return { values, defaults, newListings, reload: watched.reload, close: watched.close };
}

/** The values that apply where nothing is set. */
export const getDefaults = (env: Env): SettingValues => ({
  siteName: env.SITE_NAME,
  operator: env.SITE_OPERATOR,
  postalAddress: env.POSTAL_ADDRESS,
  supportEmail: env.SUPPORT_EMAIL,
  facebookUrl: env.SOCIAL_FACEBOOK_URL,
  instagramUrl: env.SOCIAL_INSTAGRAM_URL,
  xUrl: env.SOCIAL_X_URL,
  linkedinUrl: env.SOCIAL_LINKEDIN_URL,
  emailFooter: '',
  signUps: 'open',
  licenseRequired: false,
  searchBots: true,
  assistantBots: true,
  trainingBots: true,
  featuredOnHome: 6,
  featuredInPlaces: 4,
  featuredInLists: 6,
  listingsPerHour: 60,
  picturesPerHour: 120,
  contactMessagesPerHour: 10,
  messagesPerHour: 10,
  quoteRequestsPerHour: 5,
  reportsPerHour: 10,
  suggestedEditsPerHour: 20,
  claimsPerDay: 10,
  messageWords: '',
  savedSearches: 25,
  emailsPerHour: 20_000,
});

/** A stored value that this release does not allow counts as not set. */
async function readValues(db: Kysely<DB>, defaults: SettingValues): Promise<SettingValues> {
  const rows = await db.selectFrom('operator_settings').select(['key', 'value']).execute();
  const stored = new Map(rows.map(({ key, value }) => [key, value]));
  return Object.fromEntries(
    SETTING_KEYS.map((key) => [key, parseStored(key, stored.get(key)) ?? defaults[key]]),
  ) as SettingValues;
}

/** What happens to new listings of most people: what is published by a new account, with a word or in a category of the rules waits. */
export async function readNewListings(db: Kysely<DB>): Promise<NewListings> {
  const rules = await db
    .selectFrom('approval_rules')
    .select(['is_on', 'holds_all', 'account_days', 'words', 'category_ids'])
    .executeTakeFirst();
  if (!rules?.is_on) return 'live';
  if (rules.holds_all) return 'wait';
  return rules.account_days || rules.words.length + rules.category_ids.length > 0 ? 'some-wait' : 'live';
}

/** The value in the database; undefined if there is none. */
export const parseStored = (key: SettingKey, value: unknown): SettingValues[SettingKey] | undefined =>
  SETTING_SCHEMAS[key].safeParse(value).data;
