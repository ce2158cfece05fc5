import type { Category } from '#contract/categories.ts';
import type { OptionGroup } from '#web/base/ui/form/match-options.ts';

/** The categories as options of a `Combobox`: the 22 with their children, each selectable. */
export function categoryOptions(categories: Category[]): OptionGroup[] {
  const childrenOf = Map.groupBy(categories, ({ parentId }) => parentId);
  return (childrenOf.get(null) ?? []).map(({ id, name }) => ({
    group: name,
    value: String(id),
    options: (childrenOf.get(id) ?? []).map((child) => ({ value: String(child.id), label: child.name })),
  }));
}
