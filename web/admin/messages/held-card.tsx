import type { WithBlock } from '#contract/admin/decisions.ts';
import type { HeldConversation } from '#contract/conversations/conversations.ts';
import { t } from '#contract/i18n/t.ts';
import { Decidable } from '#web/admin/decidable.tsx';
import { rich } from '#web/base/i18n/rich.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Card } from '#web/base/ui/card.tsx';
import { RecentDateTime } from '#web/base/ui/time.tsx';
import { MessageItem } from '#web/conversations/message-thread.tsx';
import { getVerbs, VERBS, type Verb } from './decision-verbs.ts';
import { ListedWords } from './listed-words.tsx';

/** A conversation that waits for a decision: why, its messages, and the buttons to decide. */
export function HeldCard({
  conversation,
  isCurrent,
  onFocus,
  onDecide,
}: {
  conversation: WithBlock<HeldConversation>;
  isCurrent: boolean;
  onFocus: () => void;
  onDecide: (verb: Verb) => void;
}) {
  const { id, listing, customer, owner, reasons, words, report, messages } = conversation;
  const [first, second] = getVerbs(conversation);
  return (
    <Card className={`p-5 ${isCurrent ? 'border-pacific' : ''}`}>
      <article
        id={`held-${id}`}
        tabIndex={-1}
        aria-label={t('Messages to {listing}', { listing: listing.title })}
        onFocus={onFocus}
      >
        <p>
          {rich('{customer} to {listing}', {
            customer: <bdi className="font-semibold">{customer ?? t('A former customer')}</bdi>,
            listing: listing.id ? (
              <a href={`/admin/ads/${listing.id}`} className="link">
                {listing.title}
              </a>
            ) : (
              listing.title
            ),
          })}
          {owner && <span className="text-muted"> {t('(owner: {name})', { name: owner.username })}</span>}
        </p>
        {reasons.length > 0 && (
          <p className="mt-1 text-muted">{t('Held for: {reasons}', { reasons: reasons.join(', ') })}</p>
        )}
        <ListedWords words={words} />
        {report && (
          <p className="mt-1">
            {rich('Reported by the {by, select, business {business} other {customer}} {at}', {
              by: report.by,
              at: <RecentDateTime at={report.at} />,
            })}
            {report.text && (
              <>
                : <q className="typed">{report.text}</q>
              </>
            )}
          </p>
        )}
        <ol className="mt-4 grid gap-3">
          {messages.map((message) => (
            <MessageItem
              key={message.id}
              message={message}
              isOwn={false}
              sender={message.sender === 'customer' ? (customer ?? t('Customer')) : listing.title}
            />
          ))}
        </ol>
        <Decidable blocked={conversation.blocked}>
          <p className="mt-4 flex flex-wrap gap-2">
            <Button size="sm" onClick={() => onDecide(first)}>
              {VERBS[first].label}
            </Button>
            <Button size="sm" variant="secondary" onClick={() => onDecide(second)}>
              {VERBS[second].label}
            </Button>
          </p>
        </Decidable>
      </article>
    </Card>
  );
}
