import type { AdminCategory } from '#contract/admin/categories.ts';

/** What is open: a category to edit or merge, the children of one to order, or a new one under a parent; null for the top. */
export type OpenDialog =
  | { kind: 'edit' | 'merge'; category: AdminCategory }
  | { kind: 'add' | 'order'; parent: AdminCategory | null };
