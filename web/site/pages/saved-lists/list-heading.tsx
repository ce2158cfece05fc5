import { t } from '#contract/i18n/t.ts';
import type { SavedList } from '#contract/saved-lists.ts';
import { copyLink } from '#web/base/api/copy-text.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { toUrl } from './use-list-actions.ts';

/** The name of a list with what its owner does with it, and its link while it is shared. */
export function ListHeading({
  list: { name, path },
  busy,
  onShare,
  onRevoke,
  onRename,
  onDelete,
}: {
  list: SavedList;
  busy: boolean;
  onShare: () => void;
  onRevoke: () => void;
  onRename: () => void;
  onDelete: () => void;
}) {
  return (
    <>
      <div className="mt-6 mb-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 className="typed text-xl">{name}</h2>
        <div className="flex flex-wrap gap-1">
          {path === null && (
            <Button variant="ghost" size="sm" busy={busy} onClick={onShare}>
              <Icon name="share-2" />
              {t('Share')}
            </Button>
          )}
          <Button variant="ghost" size="sm" onClick={onRename}>
            <Icon name="pen-line" />
            {t('Rename')}
          </Button>
          <Button variant="ghost" size="sm" onClick={onDelete}>
            <Icon name="trash-2" />
            {t('Delete list')}
          </Button>
        </div>
      </div>
      {path !== null && (
        <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-card border bg-card px-4 py-3">
          <p>{t('Whoever has the link sees this list, and not who made it.')}</p>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <a href={path} className="link inline-flex min-h-11 items-center">
              {t('Open the shared list')}
            </a>
            <Button variant="secondary" size="sm" onClick={() => void copyLink(toUrl(path))}>
              <Icon name="link-2" />
              {t('Copy link')}
            </Button>
            <Button variant="secondary" size="sm" busy={busy} onClick={onRevoke}>
              <Icon name="unlink" />
              {t('Stop sharing')}
            </Button>
          </div>
        </div>
      )}
    </>
  );
}
