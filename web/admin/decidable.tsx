import { type ReactNode, useId } from 'react';
import type { DecisionBlock } from '#contract/admin/decisions.ts';
import { t } from '#contract/i18n/t.ts';
import { Icon } from '#web/base/ui/icon.tsx';

/** The buttons of a decision; disabled, with the reason, where whoever sees them may not make it. */
export function Decidable({ blocked, children }: { blocked: DecisionBlock | null; children: ReactNode }) {
  const reasonId = useId();
  if (blocked === null) return children;
  return (
    <fieldset disabled aria-describedby={reasonId} className="min-w-0">
      {children}
      <p id={reasonId} className="mt-2 flex max-w-64 gap-1.5 text-muted text-sm">
        <Icon name="ban" className="mt-0.5 size-[1em] shrink-0" />
        {REASONS[blocked]}
      </p>
    </fieldset>
  );
}

const REASONS: Record<DecisionBlock, string> = {
  own: t('Your own case: somebody else on the team decides.'),
  'higher-role': t('Decided by a higher role.'),
};
