import { sql } from 'kysely';
import type { NewPost } from '#contract/admin/text-changes.ts';
import { MAX_POSTS } from '#contract/admin/texts.ts';
import { t } from '#contract/i18n/t.ts';
import { recordAuditEvent } from '#server/accounts/audit-log.ts';
import { findKind, splitTextKey, toPostName, toTextKey } from '#server/content/text-keys.ts';
import { Conflict } from '#server/platform/http/errors.ts';
import { changeText, type Target, toAuditedName } from './change-text.ts';
import { addVersion, requireNothingWaits } from './edit-texts.ts';
import type { TextDeps } from './find-texts.ts';

// The advisory lock of transactions that count the posts.
const NEW_POST_LOCK = 747_202;

/** Deletes a post, or a translation, that was never published. @throws {NotFound} {Conflict} as all changes do */
export const deletePost = (deps: TextDeps, target: Target): Promise<void> =>
  changeText(deps, target, async ({ trx, key, state, lastNumber }) => {
    if (state !== 'unpublished' || lastNumber > 0 || target.version === 0)
      throw new Conflict(t('Only a post that was never published can be deleted.'));
    await trx.deleteFrom('texts').where('key', '=', key).execute();
    return { kind: 'text-drafted', what: 'deleted' };
  });

/** Takes the page of a post away; its text stays as a draft. @throws {NotFound} {Conflict} as all changes do */
export const removePost = (deps: TextDeps, target: Target): Promise<void> =>
  changeText(deps, target, async (text) => {
    requireNothingWaits(text);
    if (findKind(text.key) !== 'post') throw new Conflict(t('Only posts can be removed.'));
    if (text.state !== 'release' && text.state !== 'edited') throw new Conflict(t('This post isn’t published.'));
    await addVersion(text, target, { kind: 'removed', at: text.now, source: null });
    return {
      kind: 'text-published',
      what: 'removed',
      after: 'removed',
      columns: { draft: text.draft ?? text.published },
    };
  });

/** The drawing of a new post, until somebody chooses another one. */
const DEFAULT_DRAWING = 'los-angeles-county';

/**
 * Adds a post, as a draft.
 * @returns its key
 * @throws {Conflict} when another post has the address, in any language, also one that was removed, or there are as many as can be
 */
export function addPost({ db, texts }: TextDeps, { language, slug, title }: NewPost, by: number): Promise<string> {
  const name = toPostName(slug);
  const key = toTextKey(name, language);
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${NEW_POST_LOCK})`.execute(trx);
    const stored = await trx.selectFrom('texts').select('key').execute();
    const keys = [...texts.release.keys(), ...stored.map((text) => text.key)];
    const names = new Set(keys.filter((other) => findKind(other) === 'post').map((other) => splitTextKey(other).name));
    const message = t(
      'Another post has this address, perhaps one that was removed. Open it, or choose another address.',
    );
    if (names.has(name)) throw new Conflict(message, [{ path: 'slug', message }]);
    if (names.size >= MAX_POSTS) throw new Conflict(t('The blog can have at most {max} posts.', { max: MAX_POSTS }));
    const draft = { fields: { title, date: '', county: DEFAULT_DRAWING, excerpt: '', description: '' }, markdown: '' };
    await trx
      .insertInto('texts')
      .values({ key, draft: JSON.stringify(draft), changed_by: by })
      .execute();
    const reason = `${toAuditedName(key)}: added a draft`;
    await recordAuditEvent(trx, { kind: 'text-drafted', accountId: null, username: null, actorId: by, reason });
    return key;
  });
}
