import { useState } from 'react';
import type { Passkey } from '#contract/admin/second-factor.ts';
import { t } from '#contract/i18n/t.ts';
import { Button } from '#web/base/ui/button.tsx';
import { FactorRow } from './factor-row.tsx';
import { RenameDialog } from './passkey-dialog.tsx';
import { RemoveFactorButton } from './remove-factor-button.tsx';
import { SECOND_FACTOR_PATH } from './second-factor-queries.ts';

/** A passkey, with buttons to rename and remove it. */
export function PasskeyRow({ passkey, reload }: { passkey: Passkey; reload: () => Promise<void> }) {
  const [isRenaming, setRenaming] = useState(false);
  const onRenamed = async () => {
    setRenaming(false);
    await reload();
  };
  return (
    <FactorRow icon="key-round" {...passkey}>
      <Button
        variant="ghost"
        size="sm"
        aria-label={t('Rename {name}', { name: passkey.name })}
        onClick={() => setRenaming(true)}
      >
        {t('Rename')}
      </Button>
      <RemoveFactorButton path={`${SECOND_FACTOR_PATH}/passkeys/${passkey.id}`} name={passkey.name} reload={reload} />
      {isRenaming && <RenameDialog passkey={passkey} onClose={() => setRenaming(false)} onRenamed={onRenamed} />}
    </FactorRow>
  );
}
