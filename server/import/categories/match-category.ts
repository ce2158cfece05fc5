import { t } from '#contract/i18n/t.ts';
import type { CategoryNode, ReferenceData } from '#server/places/gazetteer.ts';
import type { Brand } from '#server/source-files/names/brands.ts';
import type { ImportRow, RowNote } from '#server/source-files/rows.ts';
import { categoryPhrases } from './category-phrases.ts';

/** Where nothing is known of the kind of a business. */
const FALLBACK = 'local-services';

/**
 * The category of a row: by its slug, by its brand, or by the words of its source (as people search, as lists of licenses name trades, or a
 * NAICS code). A top category is narrowed by the name: a restaurant named 'Thai Kitchen' is a Thai one.
 * A row of an unknown kind is filed under the fallback, or else under the nearest top category with a note that it needs a review.
 * @param options.fallbackCategory the slug of a category, or ''
 * @param mend called where the category was not given by its slug
 */
export function matchCategory(
  gazetteer: ReferenceData,
  fields: Pick<ImportRow['fields'], 'name' | 'category' | 'category_raw'>,
  { brand, fallbackCategory = '' }: { brand: Brand | null; fallbackCategory?: string },
  mend: (note: RowNote) => void,
): CategoryNode | undefined {
  const { bySlug } = gazetteer.categories;
  const given = bySlug.get(fields.category.toLowerCase());
  if (given) return given;

  const text = fields.category_raw || fields.category;
  const known = toNode(gazetteer, findKnown(text, fields.category, brand));
  if (known) {
    const category = narrow(gazetteer, known, fields.name);
    const typed = brand?.category ? brand.name : text;
    mend({ kind: 'category', text: t("no category: ''{typed}'' is {slug}", { typed, slug: category.slug }) });
    return category;
  }
  const fallback = bySlug.get(fallbackCategory);
  if (fallback) return fallback;
  const near = findNear(gazetteer, [text, fields.name]) ?? bySlug.get(FALLBACK);
  const slug = String(near?.slug);
  mend({
    kind: 'review',
    text: text
      ? t("unknown kind ''{typed}'': filed under {slug} for review", { typed: text, slug })
      : t('no kind: filed under {slug} for review', { slug }),
  });
  return near;
}

/** The slugs of a kind that is known; several where it is one of them. */
function findKnown(text: string, category: string, brand: Brand | null): string[] {
  if (brand?.category) return [brand.category];
  const phrases = categoryPhrases();
  const code = /^(\d{2,6})(?:\.0+)?$/.exec(text)?.[1];
  return code ? phrases.findByNaics(code) : (phrases.find(text) ?? phrases.find(category) ?? []);
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

/** The top category of the first phrase in the texts. */
function findNear({ categories }: ReferenceData, texts: string[]): CategoryNode | undefined {
  for (const text of texts) {
    const [slug] = categoryPhrases().findWithin(text);
    const node = slug === undefined ? undefined : categories.bySlug.get(slug);
    if (node) return node.parent ?? node;
  }
  return undefined;
}
