import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { ConversationLabel, Side } from '#contract/conversations/conversations.ts';
import { t } from '#contract/i18n/t.ts';
import { fetchFile } from '#web/base/api/fetch-file.ts';
import { toOptionLabel } from '#web/base/session/namesakes.ts';
import { ownListingsQuery } from '#web/base/session/own-listing-queries.ts';
import { useRunMutation } from '#web/base/session/use-run-mutation.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Select, TextInput } from '#web/base/ui/form/controls.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { saveFile } from '#web/base/ui/save-file.ts';
import { unreadQuery } from '#web/conversations/conversation-queries.ts';
import { LABELS } from '#web/conversations/label-select.tsx';
import { NotificationButton } from '#web/conversations/notifications/notification-button.tsx';
import { ConversationList } from './conversation-list.tsx';
import { SettingsButton } from './settings-button.tsx';

/** The conversations of the user: those that they began as a customer, and those of their business if they have one. */
export default function Inbox({ isOwner }: { isOwner: boolean }) {
  const [side, setSide] = useState<Side>(isOwner ? 'business' : 'customer');
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
        {isOwner && (
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
        )}
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
            {listings.map((own) => (
              <option key={own.id} value={own.id}>
                {toOptionLabel(own, listings)}
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
            <ExportButton />
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
      <ConversationList filter={String(filter)} side={side} isFiltered={isFiltered} listings={listings} />
    </div>
  );
}

/** Saves what the business received as a file, after the user has verified: it has the words and telephone numbers of customers. */
function ExportButton() {
  const { runMutation, busy } = useRunMutation();
  const save = () =>
    runMutation(t('Couldn’t download'), async () =>
      saveFile('messages.csv', await fetchFile('/api/user/conversations.csv')),
    );
  return (
    <Button variant="ghost" size="sm" busy={busy} onClick={save}>
      {!busy && <Icon name="download" />}
      {t('Export all as CSV')}
    </Button>
  );
}
