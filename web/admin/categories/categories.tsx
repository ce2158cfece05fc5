import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { AdminCategories } from '#contract/admin/categories.ts';
import { t } from '#contract/i18n/t.ts';
import { Labeled } from '#web/admin/listings/filter-fields.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { TextInput } from '#web/base/ui/form/controls.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { Skeleton, SkeletonGroup } from '#web/base/ui/skeleton.tsx';
import { CategoryDialog } from './category-dialog.tsx';
import { useAdminCategories } from './category-queries.ts';
import { CategoryTree } from './category-tree.tsx';
import { findMatches } from './find-matches.ts';
import { MergeDialog } from './merge-dialog.tsx';
import { focusFirstRow } from './move-focus.ts';
import type { OpenDialog } from './open-dialog.ts';
import { OrderDialog } from './order-dialog.tsx';

/** The tree of categories with the number of their listings, and dialogs to edit, add, order and merge them. The URL may begin the search. */
export function Categories() {
  const { data, error, refetch } = useAdminCategories();
  const [search] = useSearchParams();
  const [typed, setTyped] = useState(search.get('find') ?? '');
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  if (error && !data)
    return (
      <div role="alert">
        <EmptyState
          title={t('Failed to fetch the categories')}
          action={<Button onClick={() => void refetch()}>{t('Try again')}</Button>}
        >
          {error.message}
        </EmptyState>
      </div>
    );
  const matches = data && findMatches(data.categories, typed);
  return (
    <>
      <p className="mb-4 max-w-measure text-muted">
        {t(
          'What visitors browse and search by. A change is on every page within seconds, and a web address that you change keeps leading to its category. Arrow keys move between the rows, Enter edits one.',
        )}
      </p>
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <Labeled label={t('Find a category by its name, web address or words')} className="grow sm:max-w-110">
          <TextInput
            type="search"
            autoComplete="off"
            maxLength={60}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'ArrowDown') return;
              event.preventDefault();
              focusFirstRow();
            }}
          />
        </Labeled>
        <span className="ml-auto flex flex-wrap gap-2">
          <Button variant="secondary" disabled={!data} onClick={() => setDialog({ kind: 'order', parent: null })}>
            <Icon name="chevrons-up-down" />
            {t('Order', null, 'verb')}
          </Button>
          <Button disabled={!data} onClick={() => setDialog({ kind: 'add', parent: null })}>
            <Icon name="plus" />
            {t('Add category')}
          </Button>
        </span>
      </div>
      <p role="status" className="sr-only">
        {typed.trim() && matches && t('{count, plural, one {# found} other {# found}}', { count: matches.size })}
      </p>
      {data && matches ? (
        matches.size > 0 ? (
          <CategoryTree
            categories={data.categories}
            matches={matches}
            isFiltered={typed.trim() !== ''}
            onOpen={setDialog}
          />
        ) : (
          <EmptyState
            title={t('No category has these words')}
            action={
              <Button variant="secondary" onClick={() => setTyped('')}>
                {t('Show all')}
              </Button>
            }
          />
        )
      ) : (
        <SkeletonGroup label={t('Loading the categories…')} className="grid gap-3">
          {Array.from({ length: 8 }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: all items are identical.
            <Skeleton key={index} className="h-16" />
          ))}
        </SkeletonGroup>
      )}
      {data && dialog && <CategoryDialogs data={data} dialog={dialog} onClose={() => setDialog(null)} />}
    </>
  );
}

/** The open dialog, with the category as it is now. */
function CategoryDialogs({
  data: { categories, icons },
  dialog,
  onClose,
}: {
  data: AdminCategories;
  dialog: OpenDialog;
  onClose: () => void;
}) {
  if (dialog.kind === 'order') return <OrderDialog categories={categories} parent={dialog.parent} onClose={onClose} />;
  if (dialog.kind === 'merge')
    return <MergeDialog categories={categories} category={dialog.category} onClose={onClose} />;
  const category = dialog.kind === 'edit' ? dialog.category : null;
  const parent = dialog.kind === 'add' ? dialog.parent : null;
  return <CategoryDialog categories={categories} icons={icons} category={category} parent={parent} onClose={onClose} />;
}
