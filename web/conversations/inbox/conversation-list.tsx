import { useInfiniteQuery } from '@tanstack/react-query';
import type { ConversationRow, Side } from '#contract/conversations/conversations.ts';
import { t } from '#contract/i18n/t.ts';
import type { OwnerListing } from '#contract/owner-listings.ts';
import { toOptionLabel } from '#web/base/session/namesakes.ts';
import { Badge } from '#web/base/ui/badge.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { Spinner } from '#web/base/ui/spinner.tsx';
import { RecentDateTime } from '#web/base/ui/time.tsx';
import { conversationsQuery } from '#web/conversations/conversation-queries.ts';
import { LABELS } from '#web/conversations/label-select.tsx';

/** The conversations of the filter, newest first, page by page. @param listings of the user, by which those of one title are told apart */
export function ConversationList({
  filter,
  side,
  isFiltered,
  listings,
}: {
  filter: string;
  side: Side;
  isFiltered: boolean;
  listings: OwnerListing[];
}) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    conversationsQuery(filter),
  );
  const rows = data?.pages.flatMap(({ items }) => items);
  if (error && !rows)
    return (
      <div role="alert">
        <EmptyState
          title={t('We couldn’t load your messages')}
          action={<Button onClick={() => void refetch()}>{t('Try again')}</Button>}
        >
          {error.message}
        </EmptyState>
      </div>
    );
  if (!rows) return <Spinner label={t('Loading your messages…')} className="min-h-40" />;
  if (rows.length === 0)
    return (
      <EmptyState title={isFiltered ? t('No messages match') : t('No messages yet')}>
        {isFiltered
          ? t('Try other words or another label.')
          : side === 'business'
            ? t(
                'Customers write to you from your listing, with the button Message. You’ll find them here, and get an email.',
              )
            : t('Messages that you send to businesses while you’re signed in are here.')}
      </EmptyState>
    );
  return (
    <>
      <ul className="divide-y border-y">
        {rows.map((row) => (
          <ConversationItem key={row.id} row={row} listings={listings} />
        ))}
      </ul>
      {hasNextPage && (
        <p>
          <Button variant="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('Show more')}
          </Button>
        </p>
      )}
    </>
  );
}

function ConversationItem({
  row: { id, side, customer, listing, label, status, unread, excerpt, lastMessageAt },
  listings,
}: {
  row: ConversationRow;
  listings: OwnerListing[];
}) {
  const own = listings.find(({ id }) => id === listing.id);
  const other = side === 'business' ? (customer ?? t('A former customer')) : listing.title;
  return (
    <li className="relative py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className={unread ? 'font-semibold' : ''}>
          <a href={`/conversations/${id}`} className="cover-link typed no-underline hover:text-pacific">
            {other}
          </a>
          {unread && (
            <span className="ml-2 rounded-full bg-pacific px-2 py-0.5 text-paper text-sm">
              {t('New', null, 'message')}
            </span>
          )}
        </p>
        <p className="text-muted text-sm">
          <RecentDateTime at={lastMessageAt} />
        </p>
      </div>
      <p className="typed mt-1 line-clamp-2 text-muted">{excerpt}</p>
      <p className="mt-2 flex flex-wrap items-center gap-2 text-muted text-sm empty:hidden">
        {side === 'business' && label !== 'new' && (
          <Badge tone={label === 'won' ? 'success' : 'info'}>{LABELS[label]}</Badge>
        )}
        {status === 'stopped' && <Badge>{t('Stopped', null, 'conversation')}</Badge>}
        {status === 'held' && side === 'customer' && <Badge>{t('Not passed on yet')}</Badge>}
        {side === 'business' && <span className="typed">{own ? toOptionLabel(own, listings) : listing.title}</span>}
      </p>
    </li>
  );
}
