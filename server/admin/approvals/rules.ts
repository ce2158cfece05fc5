import { type Kysely, sql } from 'kysely';
import type { ApprovalRules } from '#contract/admin/approvals.ts';
import { t } from '#contract/i18n/t.ts';
import { recordAuditEvent } from '#server/accounts/audit-log.ts';
import { usernameKey } from '#server/accounts/unique-keys.ts';
import type { ReferenceData } from '#server/places/gazetteer.ts';
import { invalidate } from '#server/platform/db/invalidate.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict, Invalid } from '#server/platform/http/errors.ts';
import { readNewListings, SETTINGS_KEY } from '#server/platform/settings/operator-settings.ts';

/** Which listings wait for approval. Trusted accounts that were deleted are left out. */
export async function readRules(db: Kysely<DB>, { categories }: ReferenceData): Promise<ApprovalRules> {
  const row = await db.selectFrom('approval_rules').selectAll().executeTakeFirstOrThrow();
  const trusted = row.trusted_ids.length
    ? await db
        .selectFrom('accounts')
        .select('username')
        .where('id', 'in', row.trusted_ids)
        .orderBy('username')
        .execute()
    : [];
  return {
    isOn: row.is_on,
    holdsAll: row.holds_all,
    accountDays: row.account_days,
    words: row.words,
    categories: row.category_ids.flatMap((id) => categories.byId.get(id)?.slug ?? []),
    trusted: trusted.map(({ username }) => username),
    version: row.version,
  };
}

/**
 * Replaces the rules. They hold for what is published from now on; what waits already is still decided on.
 * @throws {Conflict} when they were changed since the version
 * @throws {Invalid} for a word without a letter or digit, an unknown category, or an unknown account
 */
export const replaceRules = (
  db: Kysely<DB>,
  gazetteer: ReferenceData,
  { by, ...rules }: ApprovalRules & { by: number },
): Promise<ApprovalRules> =>
  db.transaction().execute(async (trx) => {
    const before = await readNewListings(trx);
    const [words, trustedIds] = [await foldWords(trx, rules.words), await findTrusted(trx, rules.trusted)];
    const replaced = await trx
      .updateTable('approval_rules')
      .set({
        is_on: rules.isOn,
        holds_all: rules.holdsAll,
        account_days: rules.accountDays,
        words,
        category_ids: findCategories(gazetteer, rules.categories),
        trusted_ids: trustedIds,
        version: sql`version + 1`,
      })
      .where('version', '=', rules.version)
      .returning('version')
      .executeTakeFirst();
    if (!replaced) throw new Conflict(t('Somebody else changed these rules. Reload to see the latest version.'));
    await recordAuditEvent(trx, {
      kind: 'approval-rules-changed',
      accountId: null,
      username: null,
      actorId: by,
      reason: summarize({ ...rules, words }),
    });
    // The pages for posting say what happens to a new listing.
    if ((await readNewListings(trx)) !== before) await invalidate(trx, [SETTINGS_KEY]);
    return readRules(trx, gazetteer);
  });

/** The words folded as texts are compared, each once. */
async function foldWords(db: Kysely<DB>, words: string[]): Promise<string[]> {
  const { rows } = await sql<{ folded: string }>`
    select search_fold(word) as folded from unnest(${words}::text[]) with ordinality as typed (word, place) order by place`.execute(
    db,
  );
  const empty = rows.findIndex(({ folded }) => folded === '');
  if (empty >= 0) {
    const message = t('“{word}” has no letter or digit', { word: String(words[empty]) });
    throw new Invalid(message, [{ path: 'words', message }]);
  }
  return [...new Set(rows.map(({ folded }) => folded))];
}

async function findTrusted(db: Kysely<DB>, usernames: string[]): Promise<number[]> {
  if (usernames.length === 0) return [];
  const keys = usernames.map(usernameKey);
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'username_key'])
    .where('username_key', 'in', keys)
    .execute();
  const known = new Set(rows.map(({ username_key }) => username_key));
  const unknown = usernames.find((name) => !known.has(usernameKey(name)));
  if (unknown !== undefined) {
    const message = t('There is no account “{name}”', { name: unknown });
    throw new Invalid(message, [{ path: 'trusted', message }]);
  }
  return rows.map(({ id }) => id);
}

function findCategories({ categories }: ReferenceData, slugs: string[]): number[] {
  const ids = slugs.map((slug) => categories.bySlug.get(slug)?.id);
  if (ids.includes(undefined)) {
    const message = t('One of these categories doesn’t exist');
    throw new Invalid(message, [{ path: 'categories', message }]);
  }
  return [...new Set(ids as number[])];
}

const summarize = ({ isOn, holdsAll, accountDays, words, categories, trusted }: ApprovalRules) =>
  [
    isOn ? 'On' : 'Off',
    ...(holdsAll ? ['all new listings'] : []),
    `accounts younger than ${accountDays ?? 0} days`,
    `${words.length} words`,
    `${categories.length} categories`,
    `${trusted.length} trusted accounts`,
  ].join(', ');
