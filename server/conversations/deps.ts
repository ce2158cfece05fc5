import type { Selectable } from 'kysely';
import type { SettingValues } from '#contract/admin/settings.ts';
import type { Push } from '#server/conversations/push/push.ts';
import type { NoticeDeps } from '#server/listings/lifecycle/notices.ts';
import type { Conversations } from '#server/platform/db/schema.ts';

/** The dependencies of conversations. */
export interface ConversationDeps extends NoticeDeps {
  settings: Pick<SettingValues, 'messageWords' | 'messagesPerHour' | 'quoteRequestsPerHour'>;
  /** The domain of the addresses that take answers by email; undefined if the site receives none. */
  mailDomain: string | undefined;
  push: Pick<Push, 'enqueue'>;
}

/** A conversation as it is stored. */
export type ConversationRow = Selectable<Conversations>;
