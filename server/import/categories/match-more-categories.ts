import { t } from '#contract/i18n/t.ts';
import { MAX_MORE_CATEGORIES } from '#contract/listing-fields/listing-field-schemas.ts';
import { truncate } from '#contract/text.ts';
import type { CategoryNode, ReferenceData } from '#server/places/gazetteer.ts';
import type { ImportRow, RowNote } from '#server/source-files/rows.ts';
import { findCategory, isPhrase } from './match-category.ts';

// A cell with more is a text, not a list of categories.
const MAX_TEXTS = 20;
/** 'Books, Music & Hobby' is one category, though commas separate several. */
const MAX_COMMAS = 3;

/**
 * The ids of the categories that a row names besides the one that leads, in their order. What is unknown, named twice, or one too many is left
 * out, with a note.
 * @param options.others what the column of the first category says after it, see `splitKinds`
 * @returns null where the row names none: then it says nothing about them
 */
export function matchMoreCategories(
  gazetteer: ReferenceData,
  { more_categories }: Pick<ImportRow['fields'], 'more_categories'>,
  { category, others }: { category: CategoryNode; others: string[] },
  mend: (note: RowNote) => void,
): number[] | null {
  const found: CategoryNode[] = [];
  const texts = [...others, ...splitTexts(gazetteer, more_categories)];
  for (const text of texts.slice(0, MAX_TEXTS)) {
    const node = findCategory(gazetteer, text);
    const typed = truncate(text, 60);
    if (!node) {
      mend({ kind: 'review', text: t("the further kind ''{typed}'' is unknown: left out, please check", { typed }) });
    } else if (node === category || found.includes(node)) {
      mend({
        kind: 'category',
        text: t("the further kind ''{typed}'' means a category that the row has already: left out", { typed }),
      });
    } else if (found.length === MAX_MORE_CATEGORIES) {
      mend({
        kind: 'category',
        text: t("the further kind ''{typed}'' is left out: a listing has up to {max}", {
          typed,
          max: MAX_MORE_CATEGORIES,
        }),
      });
    } else found.push(node);
  }
  return found.length > 0 ? found.map(({ id }) => id) : null;
}

/** What semicolons, bars or commas separate, or spaces where all words are slugs. */
function splitTexts(gazetteer: ReferenceData, cell: string): string[] {
  return cell
    .split(/[;|\n]/)
    .slice(0, MAX_TEXTS)
    .flatMap((text) => joinCommas(text.split(',').slice(0, MAX_TEXTS)))
    .flatMap((text) => {
      const words = text.split(/\s+/);
      return words.every((word) => gazetteer.categories.bySlug.has(word)) ? words : [text];
    });
}

/** The longest categories that parts between commas are together. */
function joinCommas([...parts]: string[]): string[] {
  const texts: string[] = [];
  while (parts.length > 0) {
    let count = Math.min(parts.length, MAX_COMMAS + 1);
    while (count > 1 && !isPhrase(parts.slice(0, count).join(','))) count--;
    texts.push(parts.splice(0, count).join(',').trim());
  }
  return texts.filter(Boolean);
}
