import { isDeepStrictEqual } from 'node:util';
import type { Transaction, UpdateObject } from 'kysely';
import type { AuditFacts } from '#contract/admin/audit-facts.ts';
import type { CategoryForm } from '#contract/admin/categories.ts';
import { OTHER_LANGUAGES } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import type { CategoryNames } from '#server/places/gazetteer.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict } from '#server/platform/http/errors.ts';
import { type CategoryRow, distinctWords, getChildren, getNames, getWords } from './category-rows.ts';
import {
  requireFewWords,
  requireIcon,
  requireParent,
  requireSlug,
  requireUniqueName,
  requireUniqueNames,
} from './checks.ts';
import { toEditedName, toFact, toNamesFact, withoutEmptyNames } from './record.ts';

/** Former slugs are in the memory of every process. */
const MAX_FORMER_SLUGS = 30;

interface Difference {
  set: UpdateObject<DB, 'categories'>;
  before: AuditFacts;
  after: AuditFacts;
  /** The fields that new data no longer change. */
  edited?: string[];
  /** Whether the change affects searches alone. */
  isOfSearch?: boolean;
}

type Fields = Omit<CategoryForm, 'reason'>;

/** How a form differs from its category. A former address is stored. @throws as `editCategory` does */
export async function findDifferences(
  trx: Transaction<DB>,
  tree: CategoryRow[],
  category: CategoryRow,
  form: Fields,
): Promise<Difference[]> {
  const differences = [
    form.name !== category.name && compareNames(tree, category, form),
    compareTranslations(tree, category, form),
    form.slug !== '' && form.slug !== category.slug && (await compareAddresses(trx, category, form)),
    form.icon !== category.icon && (await compareIcons(category, form)),
    form.parentId !== category.parent_id && compareParents(tree, category, form),
    await compareWords(tree, category, form),
  ];
  return differences.filter((difference) => difference !== false);
}

/** The position behind the children of a category. */
export const nextPosition = (tree: CategoryRow[], parentId: number | null): number =>
  Math.max(0, ...getChildren(tree, parentId).map(({ position }) => position)) + 1;

function compareNames(tree: CategoryRow[], { id, name }: CategoryRow, form: Fields): Difference {
  requireUniqueName(tree, form.name, id);
  return { set: { name: form.name }, before: { name }, after: { name: form.name }, edited: ['name'] };
}

function compareTranslations(tree: CategoryRow[], category: CategoryRow, form: Fields): Difference | false {
  const former = getNames(category);
  const changed = OTHER_LANGUAGES.filter(
    (language) => (form.names[language] ?? former[language] ?? '') !== (former[language] ?? ''),
  );
  if (changed.length === 0) return false;
  const names = withoutEmptyNames({ ...former, ...form.names });
  const pick = (all: CategoryNames): CategoryNames =>
    Object.fromEntries(changed.flatMap((language) => (all[language] ? [[language, all[language]]] : [])));
  requireUniqueNames(tree, pick(names), category.id);
  return {
    set: { names: JSON.stringify(names) },
    before: { names: toNamesFact(pick(former)) },
    after: { names: toNamesFact(pick(names)) },
    edited: changed.map(toEditedName),
  };
}

/** The former address redirects from now on; one that the category had before is its own again. */
async function compareAddresses(
  trx: Transaction<DB>,
  { id, key, slug }: CategoryRow,
  form: Fields,
): Promise<Difference> {
  await requireSlug(trx, form.slug, id);
  await trx.deleteFrom('former_category_slugs').where('slug', '=', form.slug).execute();
  await trx.insertInto('former_category_slugs').values({ slug, category_id: id }).execute();
  const former = await trx.selectFrom('former_category_slugs').select('slug').where('category_id', '=', id).execute();
  if (former.length > MAX_FORMER_SLUGS)
    throw new Conflict(t('A category can change its web address {max} times.', { max: MAX_FORMER_SLUGS }));
  return {
    set: { slug: form.slug, key: key ?? slug },
    before: { address: slug },
    after: { address: form.slug },
  };
}

async function compareIcons({ icon }: CategoryRow, form: Fields): Promise<Difference> {
  await requireIcon(form.icon);
  return { set: { icon: form.icon }, before: { icon }, after: { icon: form.icon }, edited: ['icon'] };
}

function compareParents(tree: CategoryRow[], { id, parent_id }: CategoryRow, { parentId }: Fields): Difference {
  const parent = requireParent(tree, parentId, id);
  return {
    set: { parent_id: parentId, position: nextPosition(tree, parentId) },
    before: { parent: tree.find((row) => row.id === parent_id)?.name ?? null },
    after: { parent: parent?.name ?? null },
    edited: ['parent', 'position'],
  };
}

async function compareWords(tree: CategoryRow[], category: CategoryRow, form: Fields): Promise<Difference | false> {
  const former = await getWords(category);
  const words = { english: distinctWords(form.english), spanish: distinctWords(form.spanish) };
  if (isDeepStrictEqual(former, words)) return false;
  requireFewWords(tree, category.id, words);
  const [before, after] = [
    [...former.english, ...former.spanish],
    [...words.english, ...words.spanish],
  ];
  return {
    set: words,
    before: { words: toFact(before.filter((word) => !after.includes(word))) },
    after: { words: toFact(after.filter((word) => !before.includes(word))) },
    isOfSearch: true,
  };
}
