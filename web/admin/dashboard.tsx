import { useEffect, useId, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { User } from '#contract/accounts.ts';
import { AllListings } from '../admin-listings/all-listings.tsx';
import { Imports } from '../import/imports.tsx';
import { Badge } from '../ui/badge.tsx';
import { TextInput } from '../ui/form/controls.tsx';
import { Icon } from '../ui/icon.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { getActionKey, useAdminActions } from './admin-actions.ts';
import {
  useHiddenListings,
  useMatches,
  useMessages,
  usePendingClaims,
  useReports,
  useSuggestedEdits,
  useUsers,
} from './admin-queries.ts';
import { AuditLog } from './audit-log.tsx';
import { Claims } from './claims.tsx';
import { type Confirmation, ConfirmDialog } from './confirm-dialog.tsx';
import { Health } from './health.tsx';
import { HiddenListings } from './hidden-listings.tsx';
import { Matches } from './matches.tsx';
import { Messages } from './messages.tsx';
import { Overview } from './overview.tsx';
import { Payments } from './payments.tsx';
import { Reports } from './reports.tsx';
import { RestoredNotice } from './restored-notice.tsx';
import { SuggestedEdits } from './suggested-edits.tsx';
import { AllUsers, SuspendedUsers } from './users-tables.tsx';
import { ZeroResultSearches } from './zero-result-searches.tsx';

const DEBOUNCE_MS = 250;

/** Accounts, reports, suggested edits, claims, duplicates, hidden and all listings, payments, messages, imports, searches, the audit log, the health of the site and the overview, in tabs. */
export function Dashboard({ administrator }: { administrator: User }) {
  const [search, setSearch] = useSearchParams();
  const [typed, setTyped] = useState('');
  const name = useDebounced(typed.trim());
  const all = useUsers('/api/admin/users', name, 'id');
  const suspended = useUsers('/api/admin/users/suspended', name, '-suspendedAt');

  const reports = useReports('open');
  const suggestedEdits = useSuggestedEdits();
  const claims = usePendingClaims();
  const matches = useMatches('open');
  const hidden = useHiddenListings();
  const messages = useMessages('new');

  const adminActions = useAdminActions();
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null);
  // Survives a failed action, which closes the dialog, so that the reason need not be typed again.
  const [reasons, setReasons] = useState<{ [actionKey: string]: string }>({});
  const actionKey = confirmation ? getActionKey(confirmation.action, confirmation.id) : '';
  const reason = reasons[actionKey] ?? '';
  const setReason = (text: string) => setReasons((previous) => ({ ...previous, [actionKey]: text }));

  const confirmAction = async () => {
    if (!confirmation) return;
    const { apiField = 'reason' } = confirmation.reason ?? {};
    const body = confirmation.reason && { [apiField]: reason.trim() };
    const succeeded = await adminActions.perform(confirmation.action, confirmation.id, body);
    // Also after a failure: a modal dialog makes the toast below it inert and silent.
    setConfirmation(null);
    if (succeeded) setReason('');
  };

  const actionProps = { ...adminActions, confirm: setConfirmation };
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
        <UserSearch value={typed} onChange={setTyped} />
      </div>
      <RestoredNotice />
      <Tabs
        label="Sections"
        value={search.get('tab') ?? 'all'}
        onChange={(tab) => setSearch(tab === 'all' ? {} : { tab }, { replace: true, preventScrollReset: true })}
        tabs={[
          {
            value: 'all',
            label: `All Users (${formatTotal(all)})`,
            content: <AllUsers users={all} {...actionProps} />,
          },
          {
            value: 'suspended',
            label: `Suspended Users (${formatTotal(suspended)})`,
            content: <SuspendedUsers users={suspended} {...actionProps} />,
          },
          {
            value: 'reports',
            label: `Reports (${formatTotal(reports)})`,
            content: <Reports open={reports} {...actionProps} />,
          },
          {
            value: 'suggested-edits',
            label: `Suggested edits (${formatTotal(suggestedEdits)})`,
            content: <SuggestedEdits edits={suggestedEdits} {...actionProps} />,
          },
          {
            value: 'claims',
            label: `Claims (${formatTotal(claims)})`,
            content: <Claims claims={claims} {...actionProps} />,
          },
          {
            value: 'matches',
            label: `Duplicates (${formatTotal(matches)})`,
            content: <Matches open={matches} {...adminActions} />,
          },
          {
            value: 'hidden',
            label: `Hidden (${formatTotal(hidden)})`,
            content: <HiddenListings listings={hidden} {...adminActions} />,
          },
          { value: 'listings', label: 'Listings', content: <AllListings /> },
          { value: 'payments', label: 'Payments', content: <Payments {...actionProps} /> },
          {
            value: 'messages',
            label: `Messages (${formatTotal(messages)})`,
            content: <Messages newMessages={messages} {...actionProps} />,
          },
          { value: 'imports', label: 'Imports', content: <Imports {...actionProps} /> },
          { value: 'searches', label: 'Searches', content: <ZeroResultSearches /> },
          { value: 'record', label: 'Audit log', content: <AuditLog /> },
          { value: 'health', label: 'Health', content: <Health /> },
          { value: 'overview', label: 'Overview', content: <Overview /> },
        ]}
      />
      <ConfirmDialog
        confirmation={confirmation}
        reason={reason}
        onReasonChange={setReason}
        busy={adminActions.pendingAction !== null}
        onClose={() => setConfirmation(null)}
        onConfirm={confirmAction}
      />
    </>
  );
}

function UserSearch({ value, onChange }: { value: string; onChange: (value: string) => void }) {
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

/** The number of rows of all pages; an ellipsis until it is known. */
function formatTotal({ total, rows }: { total?: number; rows?: unknown[] }): string {
  const count = total ?? rows?.length;
  return count === undefined ? '…' : number.format(count);
}

/** The value after it has not changed for `DEBOUNCE_MS`, so that not every keystroke sends a request. */
function useDebounced(value: string): string {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(setDebounced, DEBOUNCE_MS, value);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}
