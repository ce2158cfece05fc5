import type { KindCount } from '#contract/imports/uploads.ts';
import type { RowResult } from '#server/import/listing.ts';
import type { ReferenceData } from '#server/places/gazetteer.ts';
import type { ImportRow } from '#server/source-files/rows.ts';
import { foldKind, toKind } from './kinds.ts';
import { FALLBACK, proposeCategory } from './match-category.ts';

// A column that has another text in each row names no kinds.
const MAX_KINDS = 5000;
const MAX_LISTED = 300;

/** Counts the kinds of business that rows name, where these decide the category: those to review first, then by their rows. */
export function createKindCounts(gazetteer: ReferenceData) {
  const counts = new Map<string, KindCount>();
  return {
    add(row: ImportRow, result: RowResult) {
      if ('skip' in result || result.categoryBy === 'slug' || result.categoryBy === 'brand') return;
      const kind = toKind(row.fields);
      const key = foldKind(kind);
      const known = counts.get(key);
      if (known) known.rows++;
      else if (counts.size < MAX_KINDS) counts.set(key, { kind, rows: 1, ...toCount(row, result) });
    },
    list: (): KindCount[] =>
      [...counts.values()]
        .sort((a, b) => Number(a.isCertain) - Number(b.isCertain) || b.rows - a.rows)
        .slice(0, MAX_LISTED),
  };

  function toCount({ fields, kindCategory, fallbackCategory }: ImportRow, { categoryBy }: { categoryBy: string }) {
    if (kindCategory && categoryBy === 'kind') return { category: kindCategory, isCertain: true };
    return {
      category: proposeCategory(gazetteer, fields)?.slug ?? (fallbackCategory || FALLBACK),
      isCertain: categoryBy === 'kind',
    };
  }
}
