import type { Category } from '#contract/categories.ts';
import type { OptionGroup } from '#web/base/ui/form/match-options.ts';

/**
 * The categories as options of a `Combobox`: the 22 with their children, each selectable.
 * @param except the ids of those that cannot be selected
 */
export function categoryOptions(categories: Category[], except: string[] = []): OptionGroup[] {
  const childrenOf = Map.groupBy(categories, ({ parentId }) => parentId);
  return (childrenOf.get(null) ?? []).map(({ id, name }) => ({
    group: name,
    ...(!except.includes(String(id)) && { value: String(id) }),
    options: (childrenOf.get(id) ?? [])
      .map((child) => ({ value: String(child.id), label: child.name }))
      .filter(({ value }) => !except.includes(value)),
  }));
}
