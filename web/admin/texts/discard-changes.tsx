import { useState } from 'react';
import type { AdminText } from '#contract/admin/texts.ts';
import { t } from '#contract/i18n/t.ts';
import { Button } from '#web/base/ui/button.tsx';
import { ReasonDialog } from '#web/base/ui/form/reason-dialog.tsx';

/** Throws away what was typed and not saved, after a question. */
export function DiscardChanges({
  text,
  disabled,
  onDiscard,
}: {
  text: AdminText;
  disabled: boolean;
  onDiscard: () => void;
}) {
  const [asks, setAsks] = useState(false);
  return (
    <>
      <Button variant="ghost" size="sm" disabled={disabled} onClick={() => setAsks(true)}>
        {t('Discard changes')}
      </Button>
      {asks && (
        <ReasonDialog
          question={{
            title: t('Discard your changes?'),
            description: text.draft
              ? t('The editor shows the saved draft again. What you typed since can’t be brought back.')
              : t('The editor shows the text as it was. What you typed can’t be brought back.'),
            confirmLabel: t('Discard changes'),
            busyLabel: t('Discarding...'),
            danger: true,
          }}
          onSubmit={async () => {
            onDiscard();
            return undefined;
          }}
          done={{ title: t('Changes discarded'), tone: 'success' }}
          onClose={() => setAsks(false)}
        />
      )}
    </>
  );
}
