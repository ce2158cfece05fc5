import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { ConversationLabel, ConversationRow, Side } from '#contract/conversations/conversations.ts';
import { t } from '#contract/i18n/t.ts';
import { ownListingsQuery } from '../../owner-listings/own-listing-queries.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Select, TextInput } from '../../ui/form/controls.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { RecentDateTime } from '../../ui/time.tsx';
import { conversationsQuery, unreadQuery } from '../conversation-queries.ts';
import { LABELS } from '../label-select.tsx';
import { NotificationButton } from '../notifications/notification-button.tsx';
import { SettingsButton } from './settings-button.tsx';

/** The conversations of the user: those of their business, and those that they began as a customer. */
export default function Inbox() {
  const [side, setSide] = useState<Side>('business');
  const [label, setLabel] = useState<ConversationLabel | 'unread' | ''>('');
  const [listing, setListing] = useState('');
  const [words, setWords] = useState('');
  const q = useDeferredValue(words.trim());
  const { data: count } = useQuery(unreadQuery);
  const { data: own } = useQuery(ownListingsQuery);
  const listings = own?.items ?? [];
  const filter = new URLSearchParams({
    side,
    ...(side === 'business' && label === 'unread' && { unread: 'true' }),
    ...(side === 'business' && label !== '' && label !== 'unread' && { label }),
    ...(side === 'business' && listing && { listing }),
    ...(q && { q }),
  });
  const isFiltered = label !== '' || listing !== '' || q !== '';
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-end gap-3">
        <Select
          aria-label={t('Which messages')}
          className="w-auto!"
          value={side}
          onChange={(event) => setSide(event.target.value as Side)}
        >
          <option value="business">
            {count?.unread ? t('Received ({count} unread)', { count: count.unread }) : t('Received')}
          </option>
          <option value="customer">{t('Sent to businesses')}</option>
        </Select>
        {side === 'business' && (
          <Select
            aria-label={t('Label')}
            className="w-auto!"
            value={label}
            onChange={(event) => setLabel(event.target.value as ConversationLabel)}
          >
            <option value="">{t('All', null, 'messages')}</option>
            <option value="unread">{t('Unread')}</option>
            {Object.entries(LABELS).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </Select>
        )}
        {side === 'business' && listings.length > 1 && (
          <Select
            aria-label={t('Listing')}
            className="w-auto! max-w-60"
            value={listing}
            onChange={(event) => setListing(event.target.value)}
          >
            <option value="">{t('All listings')}</option>
            {listings.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </Select>
        )}
        <TextInput
          type="search"
          aria-label={t('Search messages')}
          placeholder={t('Name or words')}
          className="min-w-40 flex-1"
          maxLength={100}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      </div>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2 empty:hidden">
        <NotificationButton />
        {side === 'business' && (
          <>
            <SettingsButton />
            <a href="/api/user/conversations.csv" download className="link inline-flex min-h-11 items-center gap-2">
              <Icon name="download" />
              {t('Export all as CSV')}
            </a>
          </>
        )}
      </p>
      {count !== undefined && count.joinRequests > 0 && (
        <p className="text-muted">
          {t(
            '{count, plural, one {One visitor wanted to write to you before you had claimed your listing.} other {# visitors wanted to write to you before you had claimed your listing.}}',
            { count: count.joinRequests },
          )}
        </p>
      )}
      <Rows filter={String(filter)} side={side} isFiltered={isFiltered} />
    </div>
  );
}

function Rows({ filter, side, isFiltered }: { filter: string; side: Side; isFiltered: boolean }) {
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
          <Row key={row.id} row={row} />
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

function Row({
  row: { id, side, customer, listing, label, status, unread, excerpt, lastMessageAt },
}: {
  row: ConversationRow;
}) {
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
        {side === 'business' && <span className="typed">{listing.title}</span>}
      </p>
    </li>
  );
}
