import type { Quote } from '#contract/conversations/quotes.ts';
import { t } from '#contract/i18n/t.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { buttonClass } from '#web/base/ui/button.tsx';
import { Card } from '#web/base/ui/card.tsx';
import { srOnly } from '#web/base/ui/sr-only.tsx';
import { RecentDateTime } from '#web/base/ui/time.tsx';

type AskedBusiness = Quote['conversations'][number];

/** Whether somebody of the business answered, not only its away message. */
export const isAnswered = ({ messages }: AskedBusiness) =>
  messages.some(({ sender, via }) => sender === 'business' && via !== 'away');

/** The last answer of a business, or why there is none. */
export function AnswerCard({ conversation }: { conversation: AskedBusiness }) {
  const { id, listing, messages } = conversation;
  const answers = messages.filter(({ sender }) => sender === 'business');
  const answer = answers.at(-1);
  return (
    <Card as="li" className="flex flex-col p-4 sm:p-5">
      <h3 className="typed text-lg">
        {listing.id ? (
          <a href={`/ads/${listing.id}`} className="link">
            {listing.title}
          </a>
        ) : (
          listing.title
        )}
      </h3>
      {answer && (
        <p className="text-muted text-sm">
          <RecentDateTime at={answer.sentAt} />
          {answer.via === 'away' && ` · ${t('automatic answer')}`}
          {answers.length > 1 && ` · ${t('the last of {count} answers', { count: answers.length })}`}
        </p>
      )}
      <p className={`typed mt-2 grow whitespace-pre-line ${answer ? '' : 'text-muted'}`}>
        {answer?.text ?? stateText(conversation)}
      </p>
      {conversation.status !== 'unconfirmed' && (
        <p className="mt-4">
          <a href={`/conversations/${id}`} className={buttonClass({ variant: 'secondary', size: 'sm' })}>
            {answer
              ? rich('Answer<hidden> {business}</hidden>', { hidden: srOnly, business: listing.title })
              : rich('Open<hidden> {business}</hidden>', { hidden: srOnly, business: listing.title })}
          </a>
        </p>
      )}
    </Card>
  );
}

function stateText({ status, stoppedBy }: AskedBusiness): string {
  if (status === 'unconfirmed') return t('Takes no messages any more, so it didn’t get your request.');
  if (status === 'held') return t('Someone on our team reads your request before this business gets it.');
  if (status === 'withheld') return t('We didn’t pass your request on. Our email says why.');
  if (status === 'stopped')
    return stoppedBy === 'customer' ? t('You’ve stopped this.') : t('Stopped without an answer.');
  return t('No answer yet.');
}
