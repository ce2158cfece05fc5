import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Switch } from '../ui/form/switch.tsx';
import { Skeleton, SkeletonGroup } from '../ui/skeleton.tsx';
import { Panel } from './panel.tsx';
import { mailingsQuery, useToggleSummary } from './weekly-summary.ts';

/** The setting for the weekly summary email. */
export function WeeklySummaryPanel() {
  const { data, error, refetch } = useQuery(mailingsQuery);
  const summary = data?.items.find(({ kind }) => kind === 'weekly-summary');
  return (
    <Panel
      title="Weekly summary"
      lead="Every Monday, we email you how your Enhanced and Premium listings did. Your email must be confirmed."
    >
      {!data && !error && (
        <SkeletonGroup label="Loading your email settings…">
          <Skeleton className="h-15" />
        </SkeletonGroup>
      )}
      {!data && error && (
        <div className="grid justify-items-start gap-3">
          <p>We couldn’t load your email settings.</p>
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
  const { toggleSummary, busy } = useToggleSummary();
  // The requested value is shown until the API has answered.
  const [optimistic, setOptimistic] = useState(on);
  const checked = busy ? optimistic : on;
  const change = (to: boolean) => {
    if (busy) return;
    setOptimistic(to);
    void toggleSummary(to);
  };
  return (
    <Switch
      label="Email me the weekly summary"
      hint={busy ? 'Saving...' : checked ? 'Sent every Monday.' : 'Off'}
      checked={checked}
      aria-busy={busy}
      onChange={({ target }) => change(target.checked)}
    />
  );
}
