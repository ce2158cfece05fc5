import { type Kysely, sql } from 'kysely';
import type { TextSource, TextVersion } from '#contract/admin/texts.ts';
import { t } from '#contract/i18n/t.ts';
import { fromStoredKind } from '#server/content/text-keys.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { NotFound } from '#server/platform/http/errors.ts';
import type { TextDeps } from './find-texts.ts';

const MAX_VERSIONS = 100;

/** The versions of a text, the newest first. */
export async function listVersions(db: Kysely<DB>, key: string): Promise<TextVersion[]> {
  const rows = await db
    .selectFrom('text_versions as v')
    .leftJoin('accounts as a', 'a.id', 'v.published_by')
    .select(['v.number', 'v.kind', 'v.publish_at', 'v.note', 'a.username'])
    .select(
      sql<
        TextVersion['state']
      >`case when canceled_at is not null then 'canceled' when publish_at > now() then 'waiting' else 'published' end`.as(
        'state',
      ),
    )
    .where('text_key', '=', key)
    .orderBy('number', 'desc')
    .limit(MAX_VERSIONS)
    .execute();
  return rows.map(({ publish_at, username, kind, ...row }) => ({
    ...row,
    kind: fromStoredKind(kind),
    publishAt: publish_at.toISOString(),
    by: username,
  }));
}

/** What was published as a version. @throws {NotFound} */
export async function getVersion({ db, texts }: TextDeps, key: string, number: number): Promise<TextSource> {
  const version = await db
    .selectFrom('text_versions')
    .select((row) => ['kind', row.ref('source').$castTo<TextSource | null>().as('source')])
    .where('text_key', '=', key)
    .where('number', '=', number)
    .executeTakeFirst();
  const source = version?.kind === 'release' ? texts.release.get(key)?.source : version?.source;
  if (!source) throw new NotFound(t('This version doesn’t exist.'));
  return source;
}
