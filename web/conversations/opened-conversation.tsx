import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import type { Conversation } from '#contract/conversations/conversations.ts';
import { TOPICS } from '#contract/conversations/topics.ts';
import { t } from '#contract/i18n/t.ts';
import { toFailure } from '#web/base/api/run-mutation.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { QuoteSummary } from '#web/conversations/quotes/quote-summary.tsx';
import { CloseHere } from './close-here.tsx';
import { ConversationMenu } from './conversation-menu.tsx';
import { isListQuery, sendTo } from './conversation-queries.ts';
import { LabelSelect } from './label-select.tsx';
import { MessageThread } from './message-thread.tsx';
import { NoteField } from './note-field.tsx';
import { ReplyForm } from './reply-form.tsx';

/**
 * A conversation with what the reader may do in it. Showing it marks its messages as read.
 * @param review what a customer may write about the business
 */
export function OpenedConversation({ conversation, review }: { conversation: Conversation; review: ReactNode }) {
  const { id, side, listing, customer, topic, messages, status, canChange, canWrite, phone, tel, note } = conversation;
  const client = useQueryClient();
  const last = messages.at(-1)?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message is read when it is shown.
  useEffect(() => {
    void toFailure('', async () => {
      await sendTo(id, 'read');
      await client.invalidateQueries({ predicate: isListQuery });
    });
  }, [client, id, last]);
  const other = side === 'business' ? (customer ?? t('A former customer')) : listing.title;
  return (
    <article className="mx-auto max-w-180">
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 border-b pb-4">
        <div className="min-w-0">
          {side === 'business' && (
            <p>
              <a href="/account#messages" className="link inline-flex min-h-11 items-center">
                {t('All messages')}
              </a>
            </p>
          )}
          <h1 className="typed text-2xl sm:text-3xl">{other}</h1>
          <p className="mt-1 text-muted">
            {TOPICS[topic]} · <About side={side} listing={listing} />
          </p>
          {phone && (
            <p className="mt-1">
              {rich('Phone: {phone}', {
                phone: tel ? (
                  <a href={tel} className="link typed">
                    {phone}
                  </a>
                ) : (
                  <span className="typed">{phone}</span>
                ),
              })}
            </p>
          )}
        </div>
        {canChange && (
          <div className="flex flex-wrap items-center gap-2">
            {side === 'business' && <LabelSelect conversation={conversation} />}
            <ConversationMenu conversation={conversation} />
          </div>
        )}
      </header>
      <QuoteSummary conversation={conversation} />
      <MessageThread conversation={conversation} />
      {canWrite ? (
        <ReplyForm conversation={conversation} />
      ) : (
        <p className="mt-6 rounded-field bg-pacific-wash px-4 py-3">{closedText(conversation, status)}</p>
      )}
      {side === 'business' && canChange && <NoteField conversation={conversation} />}
      {note && !canChange && (
        <p className="typed mt-8 whitespace-pre-line border-t pt-3">
          <span className="font-semibold">{t('Note:')}</span> {note}
        </p>
      )}
      {side === 'customer' && review}
      {side === 'customer' && <CloseHere />}
    </article>
  );
}

function About({ side, listing }: Pick<Conversation, 'side' | 'listing'>) {
  const page = (text: ReactNode) =>
    listing.id ? (
      <a href={`/ads/${listing.id}`} className="link">
        {text}
      </a>
    ) : (
      listing.title
    );
  return side === 'business'
    ? rich('about {listing}', { listing: page(listing.title) })
    : rich('a business on <page>this site</page>', { page });
}

function closedText({ side, stoppedBy, customer }: Conversation, status: Conversation['status']): string {
  if (status === 'held')
    return t('Someone on our team reads the last message before it goes on. You don’t need to do anything.');
  if (status === 'withheld') return t('We didn’t pass this message on. Our email says why.');
  if (stoppedBy === 'staff') return t('Our team has stopped this conversation.');
  if (stoppedBy)
    return stoppedBy === side
      ? t('You’ve stopped this conversation.')
      : t('The other side has stopped this conversation.');
  if (side === 'business' && customer === null)
    return t('This customer has deleted their account. Nobody would read an answer.');
  return t('You can read this conversation, but not write in it.');
}
