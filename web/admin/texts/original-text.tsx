import { useState } from 'react';
import type { AdminText, TextSource } from '#contract/admin/texts.ts';
import { t } from '#contract/i18n/t.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { Badge } from '#web/base/ui/badge.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { ReasonDialog } from '#web/base/ui/form/reason-dialog.tsx';
import { srOnly } from '#web/base/ui/sr-only.tsx';
import { TextDifference } from './text-difference.tsx';
import { useTextActions } from './text-queries.ts';
import { describeUse } from './text-use.ts';

/** The text that came with the program, as the first of the versions: it is compared with the one in the editor, and pages can show it again. */
export function OriginalText({
  text,
  current,
  disabled,
  isDirty,
  onRestored,
}: {
  text: AdminText;
  current: TextSource;
  disabled: boolean;
  isDirty: boolean;
  onRestored: (text: AdminText) => void;
}) {
  const { act } = useTextActions(text.key);
  const [isOpen, setOpen] = useState(false);
  const [asks, setAsks] = useState(false);
  const { release, kind, state, version } = text;
  if (!release) return null;
  const isShown = state === 'release';
  const use = describeUse(kind);
  const restore = async () => {
    const { text: changed, failure } = await act('reset', { version });
    if (changed) onRestored(changed);
    return failure;
  };
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="font-semibold">{t('Original text')}</span>
            {isShown && <Badge tone="success">{use.isUsed}</Badge>}
          </p>
          <p className="text-muted text-sm">{t('It came with the site.')}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {rich('Compare<hidden> the original text</hidden>', { hidden: srOnly })}
          </Button>
          {!isShown && (
            <Button variant="secondary" size="sm" disabled={disabled} onClick={() => setAsks(true)}>
              {rich('Restore<hidden> the original text</hidden>', { hidden: srOnly })}
            </Button>
          )}
        </div>
      </div>
      {isOpen && (
        <div className="mt-3 grid gap-3">
          <p className="text-muted">{t('From the original text to the text in the editor:')}</p>
          <TextDifference kind={kind} before={release} after={current} />
        </div>
      )}
      {asks && (
        <ReasonDialog
          question={{
            title: t('Restore the original text?'),
            description: (
              <>
                {use.usedAgain}
                {isDirty && <span className="mt-3 block">{t('What you typed and haven’t saved is replaced.')}</span>}
              </>
            ),
            confirmLabel: t('Restore'),
            busyLabel: t('Restoring...'),
          }}
          onSubmit={restore}
          done={{ title: use.restored, tone: 'success' }}
          onClose={() => setAsks(false)}
        />
      )}
    </>
  );
}
