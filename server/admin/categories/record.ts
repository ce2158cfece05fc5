import { type Kysely, sql, type Transaction } from 'kysely';
import type { AuditFacts } from '#contract/admin/audit-facts.ts';
import { truncate } from '#contract/text.ts';
import { type AuditEvent, recordAuditEvent } from '#server/accounts/audit-log.ts';
import type { CategoryNames, Gazetteer } from '#server/places/gazetteer.ts';
import { ALL_KEYS, CATEGORIES_KEY, GAZETTEER_KEY, invalidate } from '#server/platform/db/invalidate.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { SEARCH_KEY } from '#server/search/cache-for-seconds.ts';
import type { CategoryChanges } from './changes.ts';

/** The dependencies of changes of categories. */
export interface CategoryDeps {
  db: Kysely<DB>;
  gazetteer: Gazetteer;
  categoryChanges: CategoryChanges;
}

const MAX_FACT_LENGTH = 60;

type CategoryEvent = Extract<AuditEvent['kind'], `categor${string}`>;

/** Adds a change of a category to the audit log. */
export const recordCategoryEvent = (
  trx: Transaction<DB>,
  event: { kind: CategoryEvent; actorId: number; reason: string; before?: AuditFacts; after: AuditFacts },
): Promise<void> => recordAuditEvent(trx, { ...event, accountId: null, username: null });

/** Words or names as one fact: the beginning, where they are many. Null for none. */
export function toFact(texts: string[]): string | null {
  const text = texts.join(', ');
  // The length of a fact is in UTF-16 units.
  const short = truncate(text, MAX_FACT_LENGTH);
  return (short.length > MAX_FACT_LENGTH ? truncate(text, MAX_FACT_LENGTH / 2) : short) || null;
}

/** Names in other languages without those that are empty. */
export const withoutEmptyNames = (names: CategoryNames): CategoryNames =>
  Object.fromEntries(Object.entries(names).filter(([, name]) => name !== ''));

/** Names in other languages as one fact; null for none. */
export const toNamesFact = (names: CategoryNames): string | null =>
  toFact(Object.entries(names).map(([language, name]) => `${language}: ${name}`));

/** What `edited` has of a category whose name in a language somebody wrote. */
export const toEditedName = (language: string): string => `name.${language}`;

/**
 * Lets every process read the tree anew, and drops what shows the category: everything if it has public listings, because pages of places
 * and of listings name it too, or if its address is another one, because any page may have it.
 */
export async function invalidateCategory(
  trx: Transaction<DB>,
  { id, slug }: { id: number; slug: string },
  newSlug: string,
): Promise<void> {
  const { rows } = await sql`
    select from public_listings where category_id = ${id} or top_category_id = ${id} limit 1`.execute(trx);
  const isEverywhere = rows.length > 0 || slug !== newSlug;
  await invalidate(trx, isEverywhere ? [ALL_KEYS] : [GAZETTEER_KEY, CATEGORIES_KEY, SEARCH_KEY, `category:${slug}`]);
}
