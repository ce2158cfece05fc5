import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { WithBlock } from '#contract/admin/decisions.ts';
import type { HeldConversation } from '#contract/conversations/conversations.ts';
import { t } from '#contract/i18n/t.ts';
import { invalidateAdminQueries } from '#web/admin/admin-actions.ts';
import { ADMIN_API_PREFIX } from '#web/admin/admin-queries.ts';
import { useQueueKeys } from '#web/admin/approvals/use-queue-keys.ts';
import { DecisionTimes } from '#web/admin/overview/decision-times.tsx';
import { send } from '#web/base/api/api.ts';
import { toFailure } from '#web/base/api/run-mutation.ts';
import { useCursorPages } from '#web/base/api/use-cursor-pages.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { PaginatedList } from '#web/base/layout/paginated-list.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { ReasonDialog } from '#web/base/ui/form/reason-dialog.tsx';
import { Switch } from '#web/base/ui/form/switch.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import { getVerbs, VERBS, type Verb } from './decision-verbs.ts';
import { HeldCard } from './held-card.tsx';

const PAGE_SIZE = 20;

/** Messages between customers and businesses that wait for a decision, by buttons or by one key each. */
export function HeldMessages() {
  const list = useCursorPages<WithBlock<HeldConversation>>(
    `${ADMIN_API_PREFIX}conversations?limit=${PAGE_SIZE}`,
    PAGE_SIZE,
  );
  const client = useQueryClient();
  const [asking, setAsking] = useState<{ conversation: HeldConversation; verb: Verb }>();
  const [hasKeys, setHasKeys] = useState(true);
  const [at, setAt] = useState(0);
  const rows = list.rows ?? [];
  const index = Math.min(at, Math.max(0, rows.length - 1));
  const current = rows[index];
  const decidable = current?.blocked === null ? current : undefined;

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
    a: () => decidable && begin(decidable, getVerbs(decidable)[0]),
    d: () => decidable && begin(decidable, getVerbs(decidable)[1]),
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
            {rich(
              'Messages with a link from somebody unknown, with a word of your list, or much the same to many businesses wait here before anybody gets them. So do reported conversations. The words are under <a>Settings</a>.',
              {
                a: (text) => (
                  <a href="/admin?tab=settings&setting=messageWords" className="link">
                    {text}
                  </a>
                ),
              },
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
          question={{
            title: asking.verb === 'withhold' ? t('Withhold this message?') : t('Stop this conversation?'),
            reason: { label: t('Reason'), hint: VERBS[asking.verb].asks, maxLength: 300, singleLine: true },
            confirmLabel: asking.verb === 'withhold' ? t('Withhold') : t('Stop'),
            busyLabel: asking.verb === 'withhold' ? t('Withhold') : t('Stop'),
            danger: true,
          }}
          onSubmit={(reason) => decide(asking.conversation, asking.verb, reason)}
          onClose={() => setAsking(undefined)}
        />
      )}
    </div>
  );
}
