import type { ComponentProps } from 'react';
import { DataTable } from '#web/base/ui/data-table.tsx';
import { PaginatedList } from './paginated-list.tsx';

type ListProps<Row> = Omit<ComponentProps<typeof PaginatedList<Row>>, 'children'>;
type TableProps<Row> = Pick<
  ComponentProps<typeof DataTable<Row>>,
  'caption' | 'columns' | 'rowKey' | 'sort' | 'onSort'
>;

/** A paginated list as a table. */
export function PaginatedTable<Row>({
  caption,
  columns,
  rowKey,
  sort,
  onSort,
  ...list
}: ListProps<Row> & TableProps<Row>) {
  return (
    <PaginatedList {...list}>
      {(rows) => (
        <DataTable
          caption={caption}
          columns={columns}
          rows={rows}
          rowKey={rowKey}
          sort={sort}
          onSort={onSort}
          busy={list.list.isFetching}
        />
      )}
    </PaginatedList>
  );
}
