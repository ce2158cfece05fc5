import { type Kysely, sql, type Transaction } from 'kysely';
import type { TextSource, TextSummary } from '#contract/admin/texts.ts';
import { DEFAULT_LANGUAGE, LANGUAGE_NAMES } from '#contract/i18n/languages.ts';
import { defineMessage, t } from '#contract/i18n/t.ts';
import { truncate } from '#contract/text.ts';
import { recordAuditEvent } from '#server/accounts/audit-log.ts';
import type { ReleaseText } from '#server/content/release-texts.ts';
import { toSurrogateKeys } from '#server/content/surrogate-keys.ts';
import { findKind, splitTextKey } from '#server/content/text-keys.ts';
import { invalidate } from '#server/platform/db/invalidate.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict, NotFound } from '#server/platform/http/errors.ts';
import { type TextDeps, toState } from './find-texts.ts';
import { hasOriginal } from './list-texts.ts';

/** A text that is locked until the end of the transaction. */
export interface LockedText {
  key: string;
  trx: Transaction<DB>;
  release: ReleaseText | undefined;
  state: TextSummary['state'];
  /** What pages show; null for none. */
  published: TextSource | null;
  draft: TextSource | null;
  releaseDigest: string | null;
  /** The number of the last version; 0 if there is none. */
  lastNumber: number;
  waiting: { number: number; source: TextSource | null } | null;
  /** The time of the database. */
  now: Date;
}

/** The result of a change. */
export interface Change {
  kind: 'text-published' | 'text-drafted';
  /** For the audit log: 'published version 3'. */
  what: string;
  /** The state before the change, where it is not that of the text. */
  before?: 'scheduled';
  /** The state after the change. */
  after?: TextSummary['state'] | 'scheduled';
  columns?: { draft?: TextSource | null; release_digest?: string | null };
}

/** Which text is changed, from which version of it, and by whom. */
export interface Target {
  key: string;
  version: number;
  note?: string;
  by: number;
}

const MAX_AUDITED_NOTE = 300;

/**
 * Changes a text in a transaction that nobody else's change of it overlaps.
 * @param work makes the change; it may throw what else is wrong
 * @throws {NotFound} when there is no such text
 * @throws {Conflict} when it was changed since `version`
 */
export function changeText(
  { db, texts }: TextDeps,
  { key, version, note = '', by }: Target,
  work: (text: LockedText) => Promise<Change>,
): Promise<void> {
  const release = texts.release.get(key);
  if (findKind(key) === undefined) throw new NotFound(NO_SUCH_TEXT);
  return db.transaction().execute(async (trx) => {
    const isKnown = release !== undefined || (await hasOriginal({ db: trx, texts }, key));
    const text = { key, trx, release, ...(await lock(trx, key, { version, release, isKnown })) };
    const { kind, what, before = text.state, after, columns = {} } = await work(text);
    await saveChange(trx, key, { columns, by });
    await recordAuditEvent(trx, {
      kind,
      accountId: null,
      username: null,
      actorId: by,
      reason: `${toAuditedName(key)}: ${what}${note && `. ${truncate(note, MAX_AUDITED_NOTE)}`}`,
      ...(after && { before: { status: before }, after: { status: after } }),
    });
    if (kind === 'text-published') await invalidate(trx, toSurrogateKeys(key));
  });
}

const NO_SUCH_TEXT = defineMessage('This text doesn’t exist.');

/** 'blog/a-post', or 'blog/a-post (Español)'. */
export function toAuditedName(key: string): string {
  const { name, language } = splitTextKey(key);
  return language === DEFAULT_LANGUAGE ? name : `${name} (${LANGUAGE_NAMES[language]})`;
}

async function lock(
  trx: Transaction<DB>,
  key: string,
  { version, release, isKnown }: { version: number; release: ReleaseText | undefined; isKnown: boolean },
) {
  // The first change of a text of the release, or the begin of a translation.
  if (version === 0 && isKnown)
    await trx
      .insertInto('texts')
      .values({ key, version: 0 })
      .onConflict((stored) => stored.doNothing())
      .execute();
  const row = await trx
    .selectFrom('texts')
    .select((text) => ['version', 'release_digest', text.ref('draft').$castTo<TextSource | null>().as('draft')])
    .select(sql<Date>`clock_timestamp()::timestamptz(3)`.as('now'))
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirst();
  if (!row && !isKnown) throw new NotFound(NO_SUCH_TEXT);
  if (row?.version !== version)
    throw new Conflict(
      t('Someone else changed this text while you had it open. Nothing of yours is lost: compare below.'),
    );
  const versions = await trx
    .selectFrom('text_versions')
    .select((one) => ['number', 'kind', 'publish_at', one.ref('source').$castTo<TextSource | null>().as('source')])
    .where('text_key', '=', key)
    .where('canceled_at', 'is', null)
    .orderBy('publish_at', 'desc')
    .orderBy('number', 'desc')
    .limit(2)
    .execute();
  const { last } = await trx
    .selectFrom('text_versions')
    .select((one) => one.fn.coalesce(one.fn.max('number'), sql<number>`0`).as('last'))
    .where('text_key', '=', key)
    .executeTakeFirstOrThrow();
  const held = versions.find(({ publish_at }) => publish_at <= row.now);
  const state = toState(held, release);
  return {
    draft: row.draft,
    releaseDigest: row.release_digest,
    now: row.now,
    lastNumber: last,
    waiting: versions.find(({ publish_at }) => publish_at > row.now) ?? null,
    state,
    published: (state === 'release' ? release?.source : held?.source) ?? null,
  };
}

async function saveChange(
  db: Kysely<DB>,
  key: string,
  { columns, by }: { columns: NonNullable<Change['columns']>; by: number },
) {
  const { draft, ...others } = columns;
  await db
    .updateTable('texts')
    .set((row) => ({
      ...others,
      ...(draft !== undefined && { draft: draft && JSON.stringify(draft) }),
      version: row('version', '+', 1),
      changed_by: by,
      changed_at: sql<Date>`now()`,
    }))
    .where('key', '=', key)
    .execute();
}
