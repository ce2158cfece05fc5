import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import type { CursorPages } from '../app/use-cursor-pages.ts';
import { invalidateUserOnAuthError } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Pagination } from '../ui/pagination.tsx';
import { Spinner } from '../ui/spinner.tsx';

/** A list in whatever state it is: being read, failed, empty, or its rows with the ways to the others. */
export function PaginatedList<Row>({
  list,
  itemsLabel,
  errorTitle,
  empty,
  loading = <Spinner label={`Loading ${itemsLabel}…`} className="min-h-60" />,
  children,
}: {
  list: CursorPages<Row>;
  /** What the rows are, in the plural: 'users'. */
  itemsLabel: string;
  errorTitle: string;
  empty: ReactNode;
  /** The shape of the rows while the first are read. */
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
        <EmptyState title={errorTitle} action={<Button onClick={list.retry}>Try again</Button>}>
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
  // Another page begins at its top, for the eye and for the keyboard.
  const withScrollToTop = (act: (() => void) | undefined) =>
    act &&
    (() => {
      act();
      top.current?.focus({ preventScroll: true });
      top.current?.scrollIntoView({ block: 'nearest' });
    });
  return (
    <div ref={top} tabIndex={-1} className="relative scroll-mt-4 outline-none">
      {isFetching && (
        <Spinner
          label={`Loading ${itemsLabel}…`}
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
