import { sql } from 'kysely';
import type { TextPublication } from '#contract/admin/text-changes.ts';
import type { TextSource } from '#contract/admin/texts.ts';
import { t } from '#contract/i18n/t.ts';
import { toLosAngelesDate } from '#server/analytics/los-angeles-date.ts';
import { attachTextPictures } from '#server/content/library/text-pictures.ts';
import { findKind, toStoredKind } from '#server/content/text-keys.ts';
import { Conflict, Invalid } from '#server/platform/http/errors.ts';
import { type Change, changeText, type LockedText, type Target } from './change-text.ts';
import { checkText } from './check-text.ts';
import type { TextDeps } from './find-texts.ts';
import { getText } from './list-texts.ts';

const MAX_DAYS_AHEAD = 366;

/** Keeps a text without showing it. It may be incomplete. @throws {NotFound} {Conflict} as all changes do */
export const saveDraft = (deps: TextDeps, target: Target, source: TextSource): Promise<void> =>
  changeText(deps, target, async (text) => {
    requireNothingWaits(text);
    return { kind: 'text-drafted', what: 'saved a draft', columns: { draft: source } };
  });

/** Drops the draft. @throws {NotFound} {Conflict} as all changes do */
export const discardDraft = (deps: TextDeps, target: Target): Promise<void> =>
  changeText(deps, target, async ({ draft, state }) => {
    if (!draft) throw new Conflict(t('There’s no draft.'));
    if (state === 'unpublished') throw new Conflict(t('Delete this post instead: it was never published.'));
    return { kind: 'text-drafted', what: 'discarded the draft', columns: { draft: null } };
  });

/**
 * Publishes a text, now or from a time on, and keeps it as a version.
 * @throws {Invalid} for a text that has issues, or a time that is past or more than a year away
 * @throws {NotFound} {Conflict} as all changes do
 */
export async function publishText(
  deps: TextDeps,
  target: Target,
  { publishAt, ...written }: Pick<TextPublication, 'fields' | 'markdown' | 'publishAt'>,
): Promise<void> {
  await getText(deps, target.key);
  const { issues } = await checkText(
    deps.texts,
    target.key,
    written,
    publishAt === null ? new Date() : new Date(publishAt),
  );
  if (issues.length > 0) throw invalid(issues);
  return changeText(deps, target, async (text) => {
    requireNothingWaits(text);
    const { now, lastNumber, release } = text;
    const at = publishAt === null ? now : new Date(publishAt);
    if (at < now) throw invalid([{ path: 'publishAt', line: null, message: t('Choose a time that is not past') }]);
    if (at.getTime() > now.getTime() + MAX_DAYS_AHEAD * 86_400_000)
      throw invalid([{ path: 'publishAt', line: null, message: t('Choose a time within a year') }]);
    // Later versions of the post keep its day.
    const fields =
      findKind(text.key) === 'post'
        ? { ...written.fields, date: written.fields.date || toLosAngelesDate(at) }
        : written.fields;
    await addVersion(text, target, { kind: 'edited', at, source: { ...written, fields } });
    return {
      kind: 'text-published',
      what: `${publishAt === null ? 'published' : 'scheduled'} version ${lastNumber + 1}`,
      after: publishAt === null ? 'edited' : 'scheduled',
      columns: { draft: null, release_digest: release?.digest ?? null },
    };
  });
}

/** Makes a draft again of the version that waits. @throws {NotFound} {Conflict} as all changes do, or when nothing waits */
export const cancelScheduled = (deps: TextDeps, target: Target): Promise<void> =>
  changeText(deps, target, async ({ trx, key, waiting, state }) => {
    const canceled = await trx
      .updateTable('text_versions')
      .set({ canceled_at: sql<Date>`now()` })
      .where('text_key', '=', key)
      .where('number', '=', waiting?.number ?? 0)
      // With the precision of the columns it must remain before.
      .where('publish_at', '>', sql<Date>`clock_timestamp() + interval '1 millisecond'`)
      .returning('number')
      .executeTakeFirst();
    if (!canceled || !waiting) throw new Conflict(t('No version waits to be published.'));
    return {
      kind: 'text-published',
      what: `canceled version ${canceled.number}`,
      before: 'scheduled',
      after: state,
      columns: { draft: waiting.source },
    };
  });

/** Shows the text of the release again. A draft stays. @throws {NotFound} {Conflict} as all changes do */
export const resetText = (deps: TextDeps, target: Target): Promise<void> =>
  changeText(deps, target, async (text) => {
    requireNothingWaits(text);
    if (!text.release) throw new Conflict(t('This text has no original: it was written here.'));
    if (text.state === 'release') throw new Conflict(t('Pages show the original text already.'));
    await addVersion(text, target, { kind: 'release', at: text.now, source: null });
    return { kind: 'text-published', what: 'back to the original text', after: 'release' };
  });

/** Stays with the edited text although the release has a newer one. @throws {NotFound} {Conflict} as all changes do */
export const keepEdited = (deps: TextDeps, target: Target): Promise<void> =>
  changeText(deps, target, async ({ state, release, releaseDigest }): Promise<Change> => {
    if (state !== 'edited' || !release || release.digest === releaseDigest)
      throw new Conflict(t('There’s no newer original text.'));
    return {
      kind: 'text-drafted',
      what: 'kept over a newer original text',
      columns: { release_digest: release.digest },
    };
  });

/** @throws {Conflict} while a version waits for its time */
export function requireNothingWaits({ waiting }: LockedText) {
  if (waiting) throw new Conflict(t('A version of this text waits to be published. Cancel it first.'));
}

const invalid = (issues: { path: string; line: number | null; message: string }[]) =>
  new Invalid(
    t('This text can’t be published yet.'),
    issues.map(({ path, line, message }) => ({
      path,
      message: line === null ? message : t('Line {line}: {message}', { line, message }),
    })),
  );

/** Adds a version of a text. */
export async function addVersion(
  { trx, key, lastNumber }: LockedText,
  { note = '', by }: Target,
  { kind, at, source }: { kind: 'edited' | 'release' | 'removed'; at: Date; source: TextSource | null },
) {
  if (source) await attachTextPictures(trx, key, source);
  await trx
    .insertInto('text_versions')
    .values({
      text_key: key,
      number: lastNumber + 1,
      kind: toStoredKind(kind, key),
      source: source && JSON.stringify(source),
      publish_at: at,
      note,
      published_by: by,
    })
    .execute();
}
