import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { CursorPages } from '#web/base/api/use-cursor-pages.ts';
import { invalidateUserOnAuthError } from '#web/base/session/session.ts';
import { Button } from '#web/base/ui/button.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { Pagination } from '#web/base/ui/pagination.tsx';
import { Spinner } from '#web/base/ui/spinner.tsx';

/** A paginated list in each of its states: loading, failed, empty, or rows with links to the other pages. */
export function PaginatedList<Row>({
  list,
  itemsLabel,
  errorTitle,
  empty,
  loading = <Spinner label={t('Loading {items}…', { items: itemsLabel })} className="min-h-60" />,
  children,
}: {
  list: CursorPages<Row>;
  /** The plural noun for the rows: 'users'. */
  itemsLabel: string;
  errorTitle: string;
  empty: ReactNode;
  /** The placeholder while the first page is loaded. */
  loading?: ReactNode;
  children: (rows: Row[]) => ReactNode;
}) {
  const client = useQueryClient();
  const { rows, error } = list;
  useEffect(() => {
    if (error) invalidateUserOnAuthError(client, error);
  }, [client, error]);

  if (error) {
    return (
      <div role="alert">
        <EmptyState title={errorTitle} action={<Button onClick={list.retry}>{t('Try again')}</Button>}>
          {error.message}
        </EmptyState>
      </div>
    );
  }
  if (!rows) return loading;
  if (rows.length === 0) return typeof empty === 'string' ? <EmptyState title={empty} /> : empty;
  return <PaginatedRows list={list} rows={rows} itemsLabel={itemsLabel} render={children} />;
}

function PaginatedRows<Row>({
  list: { first, total, onPrevious, onNext, isFetching },
  rows,
  itemsLabel,
  render,
}: {
  list: CursorPages<Row>;
  rows: Row[];
  itemsLabel: string;
  render: (rows: Row[]) => ReactNode;
}) {
  const top = useRef<HTMLDivElement>(null);
  // Scrolls to the top of the new page and focuses it.
  const withScrollToTop = (goToPage: (() => void) | undefined) =>
    goToPage &&
    (() => {
      goToPage();
      top.current?.focus({ preventScroll: true });
      top.current?.scrollIntoView({ block: 'nearest' });
    });
  return (
    <div ref={top} tabIndex={-1} className="relative scroll-mt-4 outline-none">
      {isFetching && (
        <Spinner
          label={t('Loading {items}…', { items: itemsLabel })}
          className="-top-4 absolute right-0 z-10 rounded-full bg-paper px-3 text-sm"
        />
      )}
      {render(rows)}
      <Pagination
        itemsLabel={itemsLabel}
        first={first}
        count={rows.length}
        total={total}
        onPrevious={withScrollToTop(onPrevious)}
        onNext={withScrollToTop(onNext)}
      />
    </div>
  );
}
