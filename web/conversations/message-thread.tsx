import type { Conversation, Message } from '#contract/conversations/conversations.ts';
import { t } from '#contract/i18n/t.ts';
import { PictureLinks } from '#web/base/ui/picture-links.tsx';
import { RecentDateTime } from '#web/base/ui/time.tsx';

/** The messages of a conversation, the oldest first: the reader's own on the right. */
export function MessageThread({ conversation: { side, messages, customer, listing } }: { conversation: Conversation }) {
  return (
    <ol aria-label={t('Messages')} className="mt-6 grid gap-4">
      {messages.map((message) => (
        <MessageItem
          key={message.id}
          message={message}
          isOwn={message.sender === side}
          sender={
            message.sender === side
              ? (message.author ?? (message.via === 'away' ? listing.title : t('You')))
              : side === 'business'
                ? (customer ?? t('Customer'))
                : listing.title
          }
        />
      ))}
    </ol>
  );
}

/** A message with its pictures. */
export function MessageItem({ message, isOwn, sender }: { message: Message; isOwn: boolean; sender: string }) {
  const { text, pictures, via, held, sentAt } = message;
  return (
    <li
      className={`grid max-w-full gap-1 sm:max-w-[85%] ${isOwn ? 'justify-self-end text-right' : 'justify-self-start'}`}
    >
      <p className="text-muted text-sm">
        <bdi className="font-semibold">{sender}</bdi> · <RecentDateTime at={sentAt} />
        {via === 'away' && ` · ${t('automatic answer')}`}
        {via === 'email' && ` · ${t('by email')}`}
        {held && ` · ${t('not passed on yet')}`}
      </p>
      <div className={`rounded-card border px-4 py-3 text-left ${isOwn ? 'bg-pacific-wash' : 'bg-card'}`}>
        <p className="typed whitespace-pre-line">{text}</p>
        <PictureLinks pictures={pictures} />
      </div>
    </li>
  );
}
