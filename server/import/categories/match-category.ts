import { t } from '#contract/i18n/t.ts';
import type { CategoryNode, ReferenceData } from '#server/places/gazetteer.ts';
import { getCategoryName } from '#server/places/places.ts';
import type { Brand } from '#server/source-files/names/brands.ts';
import type { ImportRow, RowNote } from '#server/source-files/rows.ts';
import { categoryPhrases } from './category-phrases.ts';
import { findLicensed } from './license-words.ts';

/** Where nothing is known of the kind of a business. */
export const FALLBACK = 'local-services';

/** What decided the category of a row. */
export type CategoryBy = 'slug' | 'brand' | 'kind' | 'guess';

/**
 * The category of a row: by its slug, by its brand, by what a person chose for its kind, or by the words of its source (as people search, as
 * lists of licenses name trades, or a NAICS code). A top category is narrowed by the name: a restaurant named 'Thai Kitchen' is a Thai one.
 * A row of an unknown kind is filed under the fallback, or else under the nearest top category with a note that it needs a review.
 * @param options.fallbackCategory the slug of a category, or ''
 * @param options.kindCategory the slug that a person chose for its kind
 * @param mend called where the category is a guess
 */
export function matchCategory(
  gazetteer: ReferenceData,
  fields: Pick<ImportRow['fields'], 'name' | 'category' | 'category_raw'>,
  {
    brand,
    fallbackCategory = '',
    kindCategory = '',
  }: { brand: Brand | null; fallbackCategory?: string; kindCategory?: string },
  mend: (note: RowNote) => void,
): { category: CategoryNode | undefined; by: CategoryBy } {
  const { bySlug } = gazetteer.categories;
  const given = bySlug.get(fields.category.toLowerCase());
  if (given) return { category: given, by: 'slug' };

  const text = fields.category_raw || fields.category;
  const known =
    toNode(gazetteer, brand?.category ? [brand.category] : []) ??
    bySlug.get(kindCategory) ??
    toNode(gazetteer, findKnown(fields));
  if (known) {
    const category = narrow(gazetteer, known, fields.name);
    return { category, by: brand?.category ? 'brand' : 'kind' };
  }
  const fallback = bySlug.get(fallbackCategory);
  if (fallback) return { category: fallback, by: 'guess' };
  const near = findNear(gazetteer, text) ?? findDecided(gazetteer, fields.name) ?? bySlug.get(FALLBACK);
  const category = near ? getCategoryName(near) : '';
  mend({
    kind: 'review',
    text: text
      ? t("kind ''{typed}'' is unknown: listed under {category}, please check", { typed: text, category })
      : t('no kind of business: listed under {category}, please check', { category }),
  });
  return { category: near, by: 'guess' };
}

type KindFields = Pick<ImportRow['fields'], 'category' | 'category_raw'>;

/** The category of a kind by its words alone: the known one, or the nearest top category. */
export function proposeCategory(gazetteer: ReferenceData, fields: KindFields): CategoryNode | undefined {
  const { first } = splitKinds(gazetteer, fields);
  return toNode(gazetteer, findKnown(first)) ?? findNear(gazetteer, first.category_raw || first.category);
}

/**
 * Splits a column that holds several kinds with semicolons or bars between them: the fields with the first one alone, and the others. What is known
 * as a whole is one kind, and so is that whose beginning is unknown.
 */
export function splitKinds<Fields extends KindFields>(
  gazetteer: ReferenceData,
  fields: Fields,
): { first: Fields; others: string[] } {
  const column = fields.category ? 'category' : 'category_raw';
  const [first, ...others] = fields[column].split(/[;|]/).flatMap((text) => text.trim() || []);
  const isList = first && others.length > 0 && !isPhrase(fields[column]) && findCategory(gazetteer, first);
  return isList ? { first: { ...fields, [column]: first }, others } : { first: fields, others: [] };
}

/** Whether a text as a whole is the name of a category, or other words for one. */
export const isPhrase = (text: string): boolean => categoryPhrases().find(text) !== undefined;

/** The category with this slug, or of a kind that is known; undefined without. */
export const findCategory = (gazetteer: ReferenceData, text: string): CategoryNode | undefined =>
  gazetteer.categories.bySlug.get(text.toLowerCase()) ??
  toNode(gazetteer, findKnown({ category: text, category_raw: '' }));

/** The slugs of a kind that is known; several where it is one of them. */
function findKnown({ category, category_raw }: KindFields): string[] {
  const text = category_raw || category;
  const phrases = categoryPhrases();
  const code = /^(\d{2,6})(?:\.0+)?$/.exec(text)?.[1];
  return code
    ? phrases.findByNaics(code)
    : (phrases.find(text) ?? phrases.find(category) ?? findLicensed(text, phrases.find));
}

/** The one category, or the parent of several. Of a parent and its child it is the child. */
function toNode({ categories }: ReferenceData, slugs: string[]): CategoryNode | undefined {
  const nodes = slugs.map((slug) => categories.bySlug.get(slug)).filter((node) => node !== undefined);
  const [first, second, ...more] = nodes.filter((node) => !nodes.some(({ parent }) => parent === node));
  if (!second || (more.length === 0 && second.parent === first?.parent)) return first;
  return first?.parent ?? first;
}

/** The only child of a top category that the name says. */
function narrow({ categories }: ReferenceData, category: CategoryNode, name: string): CategoryNode {
  if (category.parent) return category;
  const children = categoryPhrases()
    .findWithin(name)
    .map((slug) => categories.bySlug.get(slug))
    .filter((node) => node?.parent === category);
  return children[0] ?? category;
}

/** The top category of the longest phrase in a text. */
function findNear({ categories }: ReferenceData, text: string): CategoryNode | undefined {
  const [slug] = categoryPhrases().findWithin(text);
  const node = slug === undefined ? undefined : categories.bySlug.get(slug);
  return node?.parent ?? node;
}

/** The top category that a name says: its last words name it, or its first ones in Spanish, and no other words name another one. */
function findDecided({ categories }: ReferenceData, name: string): CategoryNode | undefined {
  const phrases = categoryPhrases();
  const toTop = (slug: string) => {
    const node = categories.bySlug.get(slug);
    return node?.parent ?? node;
  };
  const deciding = phrases.findDeciding(name);
  const top = deciding === undefined ? undefined : toTop(deciding);
  return phrases.findWithin(name).every((slug) => toTop(slug) === top) ? top : undefined;
}
