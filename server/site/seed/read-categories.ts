import { OTHER_LANGUAGES } from '#contract/i18n/languages.ts';
import type { CategoryNames } from '#server/places/gazetteer.ts';
import { type CsvRecord, requireField } from './csv-records.ts';

/** @param translated their names in each of `OTHER_LANGUAGES` */
export function toCategories(records: CsvRecord[], translated: CsvRecord[][]) {
  const icons = new Map(records.map((record) => [record.slug, record.icon]));
  const names = translated.map((own) => new Map(own.map(({ slug, name }) => [slug, name])));
  const namesOf = (slug: string): CategoryNames =>
    Object.fromEntries(
      OTHER_LANGUAGES.flatMap((language, i) => {
        const name = names[i]?.get(slug);
        return name ? [[language, name]] : [];
      }),
    );
  return records.map((record, index) => ({
    slug: requireField(record, 'slug'),
    name: requireField(record, 'name'),
    names: namesOf(requireField(record, 'slug')),
    icon: record.icon || icons.get(record.parent_slug) || 'folder',
    parent_slug: record.parent_slug || null,
    position: index + 1,
  }));
}
