import { t } from '#contract/i18n/t.ts';
import { Dialog } from '#web/base/ui/dialog.tsx';
import { Switch } from '#web/base/ui/form/switch.tsx';
import { SHORTCUTS } from './use-shortcuts.ts';

/** All keys of the table, and whether they are used. */
export function KeysDialog({
  open,
  onClose,
  enabled,
  onEnable,
}: {
  open: boolean;
  onClose: () => void;
  enabled: boolean;
  onEnable: (enabled: boolean) => void;
}) {
  return (
    <Dialog open={open} onClose={onClose} title={t('Keyboard shortcuts')}>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2.5">
        {Object.entries(SHORTCUTS).map(([key, effect]) => (
          <div key={key} className="contents">
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{effect}</dd>
          </div>
        ))}
      </dl>
      <Switch
        label={t('Use these keys')}
        className="mt-4"
        checked={enabled}
        onChange={(event) => onEnable(event.target.checked)}
      />
    </Dialog>
  );
}
