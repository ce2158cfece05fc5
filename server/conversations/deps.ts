import type { Selectable } from 'kysely';
import type { SettingValues } from '#contract/admin/settings.ts';
import type { Conversations } from '../db/schema.ts';
import type { NoticeDeps } from '../listings/lifecycle/notices.ts';
import type { Push } from './push/push.ts';

/** What conversations work with. */
export interface ConversationDeps extends NoticeDeps {
  settings: Pick<SettingValues, 'messageWords' | 'messagesPerHour' | 'quoteRequestsPerHour'>;
  /** The domain of the addresses that take answers by email; undefined if the site receives none. */
  mailDomain: string | undefined;
  push: Pick<Push, 'enqueue'>;
}

/** A conversation as it is stored. */
export type ConversationRow = Selectable<Conversations>;
