import { useId, useState } from 'react';
import { useSearchParams } from 'react-router';
import { t } from '#contract/i18n/t.ts';
import { useUsers } from '#web/admin/admin-queries.ts';
import type { SectionProps } from '#web/admin/section.ts';
import { useDebounced } from '#web/base/api/use-debounced.ts';
import { formatNumber } from '#web/base/i18n/format.ts';
import { TextInput } from '#web/base/ui/form/controls.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { Tabs } from '#web/base/ui/tabs.tsx';
import { InvitationsToSignUp } from './sign-up-invitations.tsx';
import { AllUsers, SuspendedUsers } from './users-tables.tsx';

const TABS = ['all', 'suspended', 'invitations'];

/** All accounts and the suspended ones in two tabs, found by their usernames, emails or business names. In its own section the URL has the tab, and may begin with a username. */
export function Users(actionProps: SectionProps) {
  const [search, setSearch] = useSearchParams();
  const tabOfUrl = TABS.find((tab) => tab === search.get('tab'));
  const [tab, setTab] = useState('all');
  const [typed, setTyped] = useState(search.get('user') ?? '');
  const name = useDebounced(typed.trim());
  const all = useUsers('/api/admin/users', name, 'id');
  const suspended = useUsers('/api/admin/users/suspended', name, '-suspendedAt');
  return (
    <>
      <UserSearch value={typed} onChange={setTyped} />
      <Tabs
        label={t('Users')}
        value={tabOfUrl ?? tab}
        onChange={(next) => {
          if (tabOfUrl) setSearch({ tab: next }, { replace: true, preventScrollReset: true });
          else setTab(next);
        }}
        tabs={[
          {
            value: 'all',
            label: t('All Users ({total})', { total: formatTotal(all) }),
            content: <AllUsers users={all} {...actionProps} />,
          },
          {
            value: 'suspended',
            label: t('Suspended Users ({total})', { total: formatTotal(suspended) }),
            content: <SuspendedUsers users={suspended} {...actionProps} />,
          },
          { value: 'invitations', label: t('Invitations'), content: <InvitationsToSignUp /> },
        ]}
      />
    </>
  );
}

function UserSearch({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const id = useId();
  return (
    <search className="mb-4 block w-full sm:w-80">
      <label htmlFor={id} className="mb-1.5 block font-semibold">
        {t('Search users by username, email or name')}
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

/** The number of rows of all pages; an ellipsis until it is known. */
function formatTotal({ total, rows }: { total?: number; rows?: unknown[] }): string {
  const count = total ?? rows?.length;
  return count === undefined ? '…' : formatNumber(count);
}
