import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Switch } from '../ui/form/switch.tsx';
import { Skeleton, SkeletonGroup } from '../ui/skeleton.tsx';
import { Panel } from './panel.tsx';
import { mailingsQuery, useToggleSummary } from './weekly-summary.ts';

/** Whether the account is mailed what its listings brought. */
export function WeeklySummaryPanel() {
  const { data, error, refetch } = useQuery(mailingsQuery);
  const summary = data?.items.find(({ kind }) => kind === 'weekly-summary');
  return (
    <Panel
      title="Weekly summary"
      lead="On Mondays we mail you what your premium and enhanced listings brought. Only to a confirmed email."
    >
      {!data && !error && (
        <SkeletonGroup label="Loading your mails…">
          <Skeleton className="h-15" />
        </SkeletonGroup>
      )}
      {!data && error && (
        <div className="grid justify-items-start gap-3">
          <p>Your mails could not be read just now.</p>
          <Button variant="secondary" size="sm" onClick={() => refetch()}>
            Try again
          </Button>
        </div>
      )}
      {summary && <SummarySwitch on={summary.on} />}
    </Panel>
  );
}

function SummarySwitch({ on }: { on: boolean }) {
  const { turn, busy } = useToggleSummary();
  // What was asked for shows at once, and until the API has said whether it is so.
  const [optimistic, setOptimistic] = useState(on);
  const shown = busy ? optimistic : on;
  const change = (to: boolean) => {
    if (busy) return;
    setOptimistic(to);
    void turn(to);
  };
  return (
    <Switch
      label="Mail me the weekly summary"
      hint={busy ? 'Saving...' : shown ? 'It comes on Mondays.' : 'It does not come.'}
      checked={shown}
      aria-busy={busy}
      onChange={({ target }) => change(target.checked)}
    />
  );
}
