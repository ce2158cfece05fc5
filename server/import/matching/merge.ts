import { isDeepStrictEqual } from 'node:util';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { FactName } from '#contract/fact-sources.ts';
import { LANGUAGES } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import type { Translations } from '#contract/listing-fields/listing-field-schemas.ts';
import { truncate } from '#contract/text.ts';
import { readSourceDates } from '#server/import/source-dates.ts';
import type { FactOrigins } from '#server/listings/facts.ts';
import { TRANSITIONS } from '#server/listings/lifecycle/states.ts';
import { transition } from '#server/listings/lifecycle/transition.ts';
import { isImportedText } from '#server/listings/read/presenter.ts';
import { describeChange } from '#server/listings/versions/describe-change.ts';
import { writeAndInvalidate } from '#server/listings/write/write-and-invalidate.ts';
import type { DB, Listings } from '#server/platform/db/schema.ts';
import { Conflict, NotFound } from '#server/platform/http/errors.ts';
import { type MovedFeedback, moveFeedback, returnFeedback } from './merge-feedback.ts';
import { addMetrics, type MovedMetrics, subtractMetrics } from './merge-metrics.ts';
import { type MovedSave, moveClaims, moveRows, moveSaves, returnSaves } from './merge-references.ts';
import { isRenamed } from './renamed.ts';
import { TAKEN_FACTS, type TakenFacts, takeFacts } from './take-facts.ts';

/** What a listing took over from one that was merged into it. */
export interface TakenOver {
  facts: TakenFacts;
  /** The ids of claims that wait for a decision. */
  claims: number[];
  saves: MovedSave[];
  /** The rows of imports that had been merged into it. */
  rows: { source: string; source_id: string }[];
  figures: MovedMetrics;
  /** What visitors said about it; absent in merges of earlier versions. */
  feedback?: MovedFeedback;
}

/**
 * Merges two listings of one business. Unless `keep` says which one stays, it is the one with an owner, or else the paid, the more
 * complete, the older one. It takes over facts that it lacks, claims, saves and metrics; the pages of the other one redirect to it.
 * @throws {NotFound} when one of them does not exist
 * @throws {Conflict} when the other one has an owner, is paid for, or is not live
 */
export async function merge(
  trx: Transaction<DB>,
  { ids, by, keep }: { ids: [number, number]; by: number; keep?: number },
) {
  const rows = await trx.selectFrom('listings').selectAll().where('id', 'in', ids).orderBy('id').forUpdate().execute();
  const [kept, merged] = rows.sort((a, b) => Number(b.id === keep) - Number(a.id === keep) || byPrecedence(a, b));
  if (!kept || !merged) throw new NotFound(t('Listing not found'));
  const refusal = explainRefusal(kept, merged);
  if (refusal !== null) throw new Conflict(refusal);
  await describeChange(trx, { kind: 'merge', accountId: by, reason: `Merged with listing ${merged.id}` });

  const taken: TakenOver = {
    facts: await takeOverFacts(trx, kept, merged),
    claims: await moveClaims(trx, kept, merged),
    saves: await moveSaves(trx, kept.id, merged.id),
    rows: await moveRows(trx, kept.id, merged.id),
    figures: await addMetrics(trx, kept.id, merged.id),
    feedback: await moveFeedback(trx, { kept: kept.id, merged: merged.id, by }),
  };
  await transition(trx, 'merge', { id: merged.id, by: 'program' });
  await trx
    .insertInto('listing_merges')
    .values({ merged_id: merged.id, kept_id: kept.id, merged_by: by, taken: JSON.stringify(taken) })
    .execute();
  return { kept, merged };
}

/** Why a listing cannot be merged into another one that stays; null if it can. */
export function explainRefusal(
  kept: Pick<Selectable<Listings>, 'status' | 'owner_id' | 'level'>,
  merged: Pick<Selectable<Listings>, 'status' | 'owner_id' | 'level'>,
): string | null {
  if (kept.status !== 'active' && kept.status !== 'paused') return TRANSITIONS.merge.refusal;
  if (merged.owner_id !== null)
    return kept.owner_id === null
      ? t('The other listing has an owner, so it has to stay.')
      : t('Both listings have an owner, who has to decide.');
  if (merged.level !== 'free')
    return kept.level === 'free'
      ? t('The other listing is paid for, so it has to stay.')
      : t('Both listings are paid for.');
  return merged.status === 'active' ? null : TRANSITIONS.merge.refusal;
}

/** Undoes a merge: the listing is live again, and has back what the kept one took over, unless that was changed meanwhile. */
export async function unmerge(trx: Transaction<DB>, ids: [number, number]) {
  const row = await trx
    .deleteFrom('listing_merges')
    .where('merged_id', 'in', ids)
    .where('kept_id', 'in', ids)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw new Conflict(t('These listings are not merged.'));
  const { merged_id: merged, kept_id: kept } = row;
  const taken = row.taken as unknown as TakenOver;
  await returnFacts(trx, kept, taken.facts);
  await subtractMetrics(trx, kept, taken.figures);
  await trx.updateTable('claims').set({ listing_id: merged }).where('id', '=', anyOf(taken.claims)).execute();
  await returnSaves(trx, { kept, merged }, taken.saves);
  await sql`
    update merged_rows m set listing_id = ${merged}
    from json_to_recordset(${JSON.stringify(taken.rows)}::json) as t(source text, source_id text)
    where m.source = t.source and m.source_id = t.source_id and m.listing_id = ${kept}`.execute(trx);
  if (taken.feedback) await returnFeedback(trx, merged, taken.feedback);
  await transition(trx, 'unmerge', { id: merged, by: 'program' });
  return { kept, merged };
}

/** Takes back the facts that a listing took over and that are still as they were taken. */
export async function returnFacts(trx: Transaction<DB>, id: number, taken: TakenFacts) {
  const columns = Object.entries(taken);
  if (columns.length === 0) return;
  await describeChange(trx, { kind: 'unmerge' });
  const json = (value: unknown) => sql`to_jsonb(${JSON.stringify(value ?? null)}::json)`;
  await writeAndInvalidate(
    trx,
    sql`
      update listings set ${sql.join(
        columns.map(([column, { from, to }]) => {
          const name = sql.ref(column);
          const before = sql`(jsonb_populate_record(null::listings, ${json({ [column]: from })})).${name}`;
          return sql`${name} = case when coalesce(to_jsonb(${name}), 'null') = ${json(to)} then ${before} else ${name} end`;
        }),
      )}, updated_at = now()
      where id = ${id} and owner_id is null
      returning *`,
  );
}

const byPrecedence = (a: Selectable<Listings>, b: Selectable<Listings>) =>
  Number(b.owner_id !== null) - Number(a.owner_id !== null) ||
  Number(b.level !== 'free') - Number(a.level !== 'free') ||
  b.completeness - a.completeness ||
  a.id - b.id;

const anyOf = (ids: number[]) => sql<number>`any(${ids}::bigint[])`;

/** The facts that a listing would take over from another one; none where it has an owner. Changes nothing. */
export async function findTakenFacts(
  db: Kysely<DB>,
  kept: Selectable<Listings>,
  merged: Selectable<Listings>,
): Promise<TakenFacts> {
  if (kept.owner_id !== null) return {};
  const dates = await readSourceDates(db);
  const facts = (listing: Selectable<Listings>) => listing.facts as unknown as FactOrigins;
  const date = merged.source === null ? '' : dates.resolve({ ...merged, source: merged.source });
  // A name in another language is a translation.
  const renamed = kept.language === merged.language && isRenamed(kept, merged);
  const after = { ...kept, facts: facts(kept) };
  const taken = {
    ...takeFacts(after, { ...merged, source_date: date, facts: facts(merged) }, dates, [
      ...TAKEN_FACTS,
      ...lacksAddress(kept, merged),
      ...(renamed ? (['name', 'description'] as const) : []),
    ]),
    ...takeTranslations(kept, merged),
  };
  if (renamed) taken.description = { from: kept.description, to: nameBoth(after, [kept, merged]) };
  return taken;
}

/** The address where only the other one of two listings in a ZIP code has a street that may be shown. */
function lacksAddress(kept: Selectable<Listings>, merged: Selectable<Listings>): FactName[] {
  const isPrivate = kept.service_area_only || merged.service_area_only;
  return !isPrivate && kept.address === null && merged.address !== null && kept.zip === merged.zip ? ['address'] : [];
}

async function takeOverFacts(trx: Transaction<DB>, kept: Selectable<Listings>, merged: Selectable<Listings>) {
  const taken = await findTakenFacts(trx, kept, merged);
  const set = Object.fromEntries(
    Object.entries(taken).map(([column, { to }]) => [column, typeof to === 'object' ? JSON.stringify(to) : to]),
  );
  if (Object.keys(set).length > 0) {
    await writeAndInvalidate(
      trx,
      trx.updateTable('listings').set(set).set('updated_at', sql`now()`).where('id', '=', kept.id).returningAll(),
    );
  }
  return taken;
}

/** The description with the name that the business no longer has, so that searches find it by both. */
function nameBoth({ title, description }: Selectable<Listings>, both: Selectable<Listings>[]) {
  const former = both.find((listing) => listing.title !== title)?.title ?? title;
  return `${truncate(description, 1000 - `Formerly ${former}. `.length)} Formerly ${former}.`;
}

/** The texts in languages that the kept listing lacks. A text that an import generated is none. */
function takeTranslations(kept: Selectable<Listings>, merged: Selectable<Listings>): TakenFacts {
  const { language, title, description } = merged;
  const said = kept.translations as Translations;
  const texts: Translations = {
    ...(merged.translations as Translations),
    ...(!isImportedText(merged) && { [language]: { title, description } }),
  };
  const missing = LANGUAGES.filter((other) => other !== kept.language && texts[other]);
  const to = { ...said, ...Object.fromEntries(missing.map((other) => [other, { ...texts[other], ...said[other] }])) };
  return isDeepStrictEqual(said, to) ? {} : { translations: { from: said, to } };
}
