import type { Kysely } from 'kysely';
import type { Sought } from '#contract/search.ts';
import type { DB } from '#server/db/schema.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import { inCategory, type Scope } from '../listings/read/scopes.ts';
import { type Asked, type Parted, partPlace, partWords, readAsked } from './asked.ts';
import { categoryWords } from './category-words.ts';
import type { Query } from './conditions.ts';
import { finds } from './ranking.ts';
import { textQuery } from './text-query.ts';
import { type Word, wordsOf } from './words.ts';

/** What searching needs. */
export interface SearchParts {
  db: Kysely<DB>;
  gazetteer: Gazetteer;
}

/** A search as it was understood, and what the table of what is searched is asked for then. */
export interface Understood {
  /** All words of `q`. */
  words: Word[];
  asked: Asked;
  query: Query;
}

/**
 * Reads what is looked for. A place that stands among the words without being said to be one is where to look if all of the
 * words find nothing.
 * @throws {NotFound} for a category or place that is none
 */
export async function understand(parts: SearchParts, sought: Sought): Promise<Understood> {
  const { db, gazetteer } = parts;
  const [words = []] = await wordsOf(db, [sought.q]);
  const said = partWords(gazetteer, words);
  const asWritten = await read(parts, sought, said);
  const saysWhere = said.words.length < words.length || sought.near !== '' || sought.box;
  const placed = saysWhere ? undefined : partPlace(gazetteer, words);
  const understood = !placed || (await finds(db, asWritten.query)) ? asWritten : await read(parts, sought, placed);
  return { words, ...understood };
}

async function read(parts: SearchParts, sought: Sought, said: Parted): Promise<Pick<Understood, 'asked' | 'query'>> {
  const asked = readAsked(parts.gazetteer, sought, said);
  const { category, place, wide, inside, near, within } = asked;
  const scopes = [category && inCategory(category).where, place?.where, wide?.where];
  const query = {
    text: null,
    marks: [
      ...scopes.flatMap((where) => marksOf(where ?? {})),
      ...(sought.open ? ['#hours'] : []),
      ...(sought.website ? ['#website'] : []),
      ...(sought.photos ? ['#photos'] : []),
    ],
    inside: marksOf(inside?.where ?? {}),
    near: wide ? null : near,
    within,
    box: sought.box ?? null,
    openNow: sought.open !== undefined,
    paid: Boolean(sought.website || sought.photos),
  };
  return { asked, query: await withWords(parts, query, asked.words) };
}

/** The same search with other words. */
export async function withWords({ db, gazetteer }: SearchParts, query: Query, words: Word[]): Promise<Query> {
  return { ...query, text: textQuery(words, await categoryWords(db, gazetteer)) };
}

/** How what a listing is filed under stands among its words (migration 0008). */
export function marksOf(where: Scope['where']): string[] {
  return Object.entries(where).map(([column, value]) => {
    const [, kind] = /^(?:top_)?([a-z]+)/.exec(column) ?? [];
    return `#${kind}${value}`;
  });
}
