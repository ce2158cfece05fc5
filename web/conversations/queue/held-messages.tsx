import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { HeldConversation } from '#contract/conversations/conversations.ts';
import { t } from '#contract/i18n/t.ts';
import { invalidateAdminQueries } from '../../admin/admin-actions.ts';
import { ADMIN_API_PREFIX } from '../../admin/admin-queries.ts';
import { useQueueKeys } from '../../admin-listings/approvals/use-queue-keys.ts';
import { send } from '../../app/api.ts';
import { toFailure } from '../../app/run-mutation.ts';
import { useCursorPages } from '../../app/use-cursor-pages.ts';
import { rich } from '../../i18n/rich.ts';
import { PaginatedList } from '../../layout/paginated-list.tsx';
import { DecisionTimes } from '../../today/decision-times.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TextInput } from '../../ui/form/controls.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Switch } from '../../ui/form/switch.tsx';
import { RecentDateTime } from '../../ui/time.tsx';
import { toast } from '../../ui/toast.tsx';
import { MessageItem } from '../message-thread.tsx';

const PAGE_SIZE = 20;

type Verb = 'approve' | 'withhold' | 'stop' | 'dismiss';

const VERBS: Record<Verb, { label: string; done: string; asks?: string }> = {
  approve: { label: t('Pass on'), done: t('Message passed on') },
  withhold: { label: t('Withhold…'), done: t('Message withheld'), asks: t('The customer is emailed this reason.') },
  stop: { label: t('Stop…'), done: t('Conversation stopped'), asks: t('For the audit log.') },
  dismiss: { label: t('Close report'), done: t('Report closed') },
};

/** The verbs of a conversation: of the key `a`, and of the key `d`. */
const verbsOf = ({ status }: HeldConversation): [Verb, Verb] =>
  status === 'held' ? ['approve', 'withhold'] : ['dismiss', 'stop'];

/** Messages between customers and businesses that wait for a decision, by buttons or by one key each. */
export function HeldMessages() {
  const list = useCursorPages<HeldConversation>(`${ADMIN_API_PREFIX}conversations?limit=${PAGE_SIZE}`, PAGE_SIZE);
  const client = useQueryClient();
  const [asking, setAsking] = useState<{ conversation: HeldConversation; verb: Verb }>();
  const [hasKeys, setHasKeys] = useState(true);
  const [at, setAt] = useState(0);
  const rows = list.rows ?? [];
  const index = Math.min(at, Math.max(0, rows.length - 1));
  const current = rows[index];

  const decide = async ({ id }: HeldConversation, verb: Verb, reason = '') => {
    const failure = await toFailure(t('Not decided'), () =>
      send('POST', `${ADMIN_API_PREFIX}conversations/${id}/${verb}`, { reason }),
    );
    invalidateAdminQueries(client);
    if (failure) toast({ title: t('Not decided'), description: failure.message, tone: 'danger' });
    else toast({ title: VERBS[verb].done, tone: 'success' });
    return failure;
  };
  const begin = (conversation: HeldConversation, verb: Verb) => {
    if (VERBS[verb].asks) setAsking({ conversation, verb });
    else void decide(conversation, verb);
  };
  const move = (to: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, to));
    setAt(next);
    document.getElementById(`held-${rows[next]?.id}`)?.focus();
  };
  useQueueKeys(hasKeys && !asking, {
    a: () => current && begin(current, verbsOf(current)[0]),
    d: () => current && begin(current, verbsOf(current)[1]),
    j: () => move(index + 1),
    k: () => move(index - 1),
  });

  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="text-muted text-sm">
          <kbd className="rounded border px-1.5 font-semibold">a</kbd> {t('Pass on or close')} ·{' '}
          <kbd className="rounded border px-1.5 font-semibold">d</kbd> {t('Withhold or stop')} ·{' '}
          <kbd className="rounded border px-1.5 font-semibold">j</kbd>{' '}
          <kbd className="rounded border px-1.5 font-semibold">k</kbd> {t('Next, previous')}
        </p>
        <Switch label={t('Use these keys')} checked={hasKeys} onChange={(event) => setHasKeys(event.target.checked)} />
      </div>
      <DecisionTimes queues={['conversations']} />
      <PaginatedList
        list={list}
        itemsLabel={t('messages')}
        errorTitle={t('Failed to fetch the messages that wait')}
        empty={
          <EmptyState title={t('No messages wait for a decision')}>
            {t(
              'Messages with a link from somebody unknown, with a word of your list, or much the same to many businesses wait here before anybody gets them. So do reported conversations. The words are under Settings.',
            )}
          </EmptyState>
        }
      >
        {(waiting) => (
          <ul className="grid gap-4">
            {waiting.map((conversation, position) => (
              <li key={conversation.id}>
                <HeldCard
                  conversation={conversation}
                  isCurrent={position === index}
                  onFocus={() => setAt(position)}
                  onDecide={(verb) => begin(conversation, verb)}
                />
              </li>
            ))}
          </ul>
        )}
      </PaginatedList>
      {asking && (
        <ReasonDialog
          verb={asking.verb}
          onClose={() => setAsking(undefined)}
          onDecide={async (reason) => {
            const failure = await decide(asking.conversation, asking.verb, reason);
            if (!failure) setAsking(undefined);
            return failure?.message;
          }}
        />
      )}
    </div>
  );
}

function HeldCard({
  conversation,
  isCurrent,
  onFocus,
  onDecide,
}: {
  conversation: HeldConversation;
  isCurrent: boolean;
  onFocus: () => void;
  onDecide: (verb: Verb) => void;
}) {
  const { id, listing, customer, owner, reasons, report, messages } = conversation;
  const [first, second] = verbsOf(conversation);
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
        <p className="mt-4 flex flex-wrap gap-2">
          <Button size="sm" onClick={() => onDecide(first)}>
            {VERBS[first].label}
          </Button>
          <Button size="sm" variant="secondary" onClick={() => onDecide(second)}>
            {VERBS[second].label}
          </Button>
        </p>
      </article>
    </Card>
  );
}

function ReasonDialog({
  verb,
  onClose,
  onDecide,
}: {
  verb: Verb;
  onClose: () => void;
  onDecide: (reason: string) => Promise<string | undefined>;
}) {
  const [reason, setReason] = useState('');
  const [state, setState] = useState<{ busy?: boolean; failure?: string }>({});
  const submit = async () => {
    setState({ busy: true });
    setState({ failure: await onDecide(reason) });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={verb === 'withhold' ? t('Withhold this message?') : t('Stop this conversation?')}
      actions={
        <>
          <Button
            variant="danger"
            busy={state.busy ?? false}
            disabled={reason.trim() === ''}
            onClick={() => void submit()}
          >
            {verb === 'withhold' ? t('Withhold') : t('Stop')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('Cancel')}
          </Button>
        </>
      }
    >
      <Field label={t('Reason')} hint={VERBS[verb].asks} error={state.failure}>
        {(control) => (
          <TextInput {...control} maxLength={300} value={reason} onChange={(event) => setReason(event.target.value)} />
        )}
      </Field>
    </Dialog>
  );
}
