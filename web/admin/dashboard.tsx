import { useEffect, useId, useState } from 'react';
import type { User } from '#contract/accounts.ts';
import { Badge } from '../ui/badge.tsx';
import { TextInput } from '../ui/form/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { Claims } from './claims.tsx';
import { deedTo, useDeeds } from './deeds.ts';
import { Hidden } from './hidden.tsx';
import { useHiddenAds, useMessages, useReports, useUsers, useWaitingClaims } from './lists.ts';
import { Messages } from './messages.tsx';
import { Overview } from './overview.tsx';
import { Payments } from './payments.tsx';
import { type Question, QuestionDialog } from './question-dialog.tsx';
import { Record } from './record.tsx';
import { Reports } from './reports.tsx';
import { Searches } from './searches.tsx';
import { AllUsers, SuspendedUsers } from './users-table.tsx';

const SETTLED_MS = 250;

/** Every account with whether it may sign in, what visitors and owners ask for, and what was done to whom. */
export function Dashboard({ administrator }: { administrator: User }) {
  const [typed, setTyped] = useState('');
  const search = useSettled(typed.trim());
  const all = useUsers('/api/admin/users', search, 'id');
  const suspended = useUsers('/api/admin/users/suspended', search, '-suspendedAt');

  const reports = useReports('open');
  const claims = useWaitingClaims();
  const hidden = useHiddenAds();
  const messages = useMessages('new');

  const deeds = useDeeds();
  const [question, setQuestion] = useState<Question | null>(null);
  // Kept while the dialog is closed by a failure, so that it need not be typed again.
  const [reasons, setReasons] = useState<{ [deed: string]: string }>({});
  const asked = question ? deedTo(question.deed, question.id) : '';
  const reason = reasons[asked] ?? '';
  const keepReason = (text: string) => setReasons((kept) => ({ ...kept, [asked]: text }));

  const act = async () => {
    if (!question) return;
    const { sentAs = 'reason' } = question.reason ?? {};
    const said = question.reason && { [sentAs]: reason.trim() };
    const done = await deeds.perform(question.deed, question.id, said);
    // Closed either way: a toast beneath an open dialog can be neither closed nor heard.
    setQuestion(null);
    if (done) keepReason('');
  };

  const acts = { ...deeds, ask: setQuestion };
  return (
    <>
      <div className="mt-6 mb-6 flex flex-wrap items-end justify-between gap-x-8 gap-y-5 sm:mt-10">
        <div>
          <h1 className="text-2xl sm:text-3xl">Admin Dashboard</h1>
          <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1">
            <Badge tone="accent">
              <Icon name="shield-check" />
              Admin
            </Badge>
            <span className="wrap-anywhere text-muted">
              <span className="sr-only">Signed in as </span>
              {administrator.username}
            </span>
          </p>
        </div>
        <SearchBox value={typed} onChange={setTyped} />
      </div>
      <Tabs
        label="What to show"
        tabs={[
          {
            value: 'all',
            label: `All Users (${countOf(all)})`,
            content: <AllUsers users={all} {...acts} />,
          },
          {
            value: 'suspended',
            label: `Suspended Users (${countOf(suspended)})`,
            content: <SuspendedUsers users={suspended} {...acts} />,
          },
          {
            value: 'reports',
            label: `Reports (${countOf(reports)})`,
            content: <Reports open={reports} {...acts} />,
          },
          {
            value: 'claims',
            label: `Claims (${countOf(claims)})`,
            content: <Claims claims={claims} {...acts} />,
          },
          {
            value: 'hidden',
            label: `Hidden (${countOf(hidden)})`,
            content: <Hidden ads={hidden} {...deeds} />,
          },
          { value: 'payments', label: 'Payments', content: <Payments {...acts} /> },
          {
            value: 'messages',
            label: `Messages (${countOf(messages)})`,
            content: <Messages fresh={messages} {...acts} />,
          },
          { value: 'searches', label: 'Searches', content: <Searches /> },
          { value: 'record', label: 'Record', content: <Record /> },
          { value: 'overview', label: 'Overview', content: <Overview /> },
        ]}
      />
      <QuestionDialog
        question={question}
        reason={reason}
        onReason={keepReason}
        busy={deeds.busyWith !== null}
        onClose={() => setQuestion(null)}
        onAct={act}
      />
    </>
  );
}

function SearchBox({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const id = useId();
  return (
    <search className="w-full sm:w-80">
      <label htmlFor={id} className="mb-1.5 block font-semibold">
        Search users by username
      </label>
      <span className="relative block">
        <Icon name="search" className="-translate-y-1/2 absolute top-1/2 left-3.5 size-5 text-muted" />
        <TextInput
          id={id}
          type="search"
          maxLength={60}
          autoComplete="off"
          spellCheck={false}
          className="pl-11"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </span>
    </search>
  );
}

const number = new Intl.NumberFormat('en-US');

/** How many the list has; an ellipsis until that is known. */
function countOf({ total, rows }: { total?: number; rows?: unknown[] }): string {
  const count = total ?? rows?.length;
  return count === undefined ? '…' : number.format(count);
}

/** What is being typed, once the typing pauses: each letter by itself is not worth a question. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(setSettled, SETTLED_MS, value);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
