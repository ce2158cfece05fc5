import type { AddedFactor } from '#contract/admin/second-factor.ts';
import { t } from '#contract/i18n/t.ts';
import { send } from '#web/base/api/api.ts';
import { useRunMutation } from '#web/base/session/use-run-mutation.ts';
import { Button } from '#web/base/ui/button.tsx';
import { SECOND_FACTOR_PATH } from './second-factor-queries.ts';

/** How many recovery codes are left, with a button to replace them. */
export function RecoveryCodes({
  left,
  onMade,
  reload,
}: {
  left: number;
  onMade: (codes: string[] | null) => void;
  reload: () => Promise<void>;
}) {
  const { runMutation, busy } = useRunMutation();
  const make = () =>
    runMutation(t('Couldn’t make new codes'), async () => {
      const { recoveryCodes } = await send<AddedFactor>('POST', `${SECOND_FACTOR_PATH}/recovery-codes`);
      onMade(recoveryCodes);
      await reload();
    });
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t pt-4">
      <p>
        {left <= 2
          ? t(
              '{left, plural, one {# of 10 recovery codes left. Make new ones before you run out.} other {# of 10 recovery codes left. Make new ones before you run out.}}',
              { left },
            )
          : t('{left} of 10 recovery codes left', { left })}
      </p>
      <Button variant="ghost" size="sm" busy={busy} onClick={make}>
        {busy ? t('Making new codes...') : t('Replace the codes')}
      </Button>
    </div>
  );
}
