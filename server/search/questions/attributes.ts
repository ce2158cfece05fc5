import type { Kysely } from 'kysely';
import { defineMessage } from '#contract/i18n/t.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { tokenize, type Word } from '#server/search/tokenize.ts';
import { readDataRows } from './question-rows.ts';
import { joinText } from './question-words.ts';

/** What is said of the businesses where the directory does not know. */
export const UNKNOWN_ATTRIBUTES = {
  wifi: defineMessage('We don’t know which of these have Wi-Fi.'),
  'gluten-free': defineMessage('We don’t know which of these have gluten-free food.'),
  dogs: defineMessage('We don’t know which of these welcome dogs.'),
  kids: defineMessage('We don’t know which of these are good for children.'),
  wheelchair: defineMessage('We don’t know which of these are wheelchair accessible.'),
  'outdoor-seating': defineMessage('We don’t know which of these have tables outside.'),
  parking: defineMessage('We don’t know which of these have parking.'),
  delivery: defineMessage('We don’t know which of these deliver.'),
  cards: defineMessage('We don’t know how one can pay at these.'),
  vegan: defineMessage('We don’t know which of these have vegan or vegetarian food.'),
  halal: defineMessage('We don’t know which of these are halal.'),
  kosher: defineMessage('We don’t know which of these are kosher.'),
  ebt: defineMessage('We don’t know which of these take EBT.'),
  wic: defineMessage('We don’t know which of these take WIC.'),
  insurance: defineMessage('We don’t know which insurance these take.'),
  'women-owned': defineMessage('We don’t know who owns these.'),
};
export type Attribute = keyof typeof UNKNOWN_ATTRIBUTES;

/** Attributes in the words of a search, and the other words. */
export interface AttributeWords {
  attributes: Attribute[];
  others: Word[];
}

/** The phrases of `data/attribute-words.csv`. @returns what finds them in words */
export async function loadAttributeFinder(db: Kysely<DB>): Promise<(words: Word[]) => AttributeWords> {
  const rows = await readDataRows<{ attribute: Attribute; english: string; spanish: string }>('attribute-words.csv');
  const phrases = rows.flatMap(({ attribute, english, spanish }) =>
    [...english.split(';'), ...spanish.split(';')].map((text) => ({ attribute, text })),
  );
  const tokenized = await tokenize(
    db,
    phrases.map(({ text }) => text),
  );
  const known = new Map(tokenized.map((words, i) => [joinText(words), phrases[i]?.attribute as Attribute]));
  const maxLength = Math.max(...tokenized.map(({ length }) => length));
  return (words) => {
    const attributes = new Set<Attribute>();
    const others: Word[] = [];
    for (let from = 0; from < words.length; ) {
      let length = Math.min(maxLength, words.length - from);
      while (length > 0 && !known.has(joinText(words.slice(from, from + length)))) length--;
      const attribute = known.get(joinText(words.slice(from, from + length)));
      if (attribute && length > 0) attributes.add(attribute);
      else others.push(words[from] as Word);
      from += Math.max(length, 1);
    }
    return { attributes: [...attributes], others };
  };
}
