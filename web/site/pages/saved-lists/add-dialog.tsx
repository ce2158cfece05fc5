import { useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { SavedList } from '#contract/saved-lists.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Dialog } from '#web/base/ui/dialog.tsx';
import { Icon } from '#web/base/ui/icon.tsx';

/**
 * Asks to which list the chosen listings are added.
 * @param from the list that is shown, from which they can be moved
 * @param onChoose called with the list, or null for a new one, and whether they are taken from the one that is shown
 */
export function AddDialog({
  lists,
  from,
  onChoose,
  onClose,
}: {
  lists: SavedList[];
  from: SavedList | undefined;
  onChoose: (list: SavedList | null, isMoved: boolean) => void;
  onClose: () => void;
}) {
  const [isMoved, setMoved] = useState(false);
  return (
    <Dialog open onClose={onClose} title={t('Add to which list?')}>
      {from && (
        <label className="mb-3 flex min-h-11 items-center gap-3">
          <input type="checkbox" checked={isMoved} onChange={() => setMoved(!isMoved)} className="size-5" />
          <span className="typed">{t('Also remove from “{name}”', { name: from.name })}</span>
        </label>
      )}
      <ul className="grid gap-2">
        {lists
          .filter((list) => list !== from)
          .map((list) => (
            <li key={list.id}>
              <Button variant="secondary" className="w-full" onClick={() => onChoose(list, isMoved)}>
                <span className="typed">{list.name}</span>
              </Button>
            </li>
          ))}
        <li>
          <Button variant="ghost" className="w-full" onClick={() => onChoose(null, isMoved)}>
            <Icon name="plus" />
            {t('New list')}
          </Button>
        </li>
      </ul>
    </Dialog>
  );
}
