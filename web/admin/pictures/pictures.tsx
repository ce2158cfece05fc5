import { Fragment, useState } from 'react';
import type { LibraryPicture, ListedPicture } from '#contract/admin/library-pictures.ts';
import { t } from '#contract/i18n/t.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { PaginatedList } from '#web/base/layout/paginated-list.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { Dialog } from '#web/base/ui/dialog.tsx';
import { formatBytes } from '#web/base/ui/format-bytes.ts';
import { toast } from '#web/base/ui/toast.tsx';
import { PictureDialog } from './picture-dialog.tsx';
import { usePictureActions, usePictures } from './picture-queries.ts';
import { UploadButton } from './upload-button.tsx';

/** The pictures of the library with where each is used, and dialogs to describe and delete one. */
export function Pictures() {
  const list = usePictures();
  const [edited, setEdited] = useState<LibraryPicture | null>(null);
  const [deleted, setDeleted] = useState<ListedPicture | null>(null);
  return (
    <>
      <div className="mb-6 flex flex-wrap items-start justify-between gap-4">
        <p className="max-w-measure text-muted">
          {t(
            'Pictures for posts, other texts and ads. The editor of a text inserts them. Earlier versions of a text count as a use until its post is removed.',
          )}
        </p>
        <UploadButton onUploaded={setEdited} />
      </div>
      <PaginatedList
        list={list}
        itemsLabel={t('pictures')}
        errorTitle={t('Failed to fetch the pictures')}
        empty={t('No pictures yet.')}
      >
        {(pictures) => (
          <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {pictures.map((picture) => (
              <PictureCard
                key={picture.id}
                picture={picture}
                onEdit={() => setEdited(picture)}
                onDelete={() => setDeleted(picture)}
              />
            ))}
          </ul>
        )}
      </PaginatedList>
      {edited && (
        <PictureDialog
          key={edited.id}
          picture={edited}
          onClose={() => setEdited(null)}
          onSaved={() => {
            setEdited(null);
            toast({ title: t('Picture saved'), tone: 'success' });
          }}
        />
      )}
      {deleted && <DeleteDialog picture={deleted} onClose={() => setDeleted(null)} />}
    </>
  );
}

function PictureCard({
  picture,
  onEdit,
  onDelete,
}: {
  picture: ListedPicture;
  onEdit: () => void;
  onDelete: () => void;
}) {
  const { src, srcSet, alt, width, height, bytes, uses, id } = picture;
  const name = alt || t('Picture {id}', { id });
  return (
    <li className="card grid content-start overflow-hidden">
      <img
        {...{ src, srcSet, width, height }}
        alt={alt}
        sizes="(width < 40rem) 92vw, 24rem"
        loading="lazy"
        className="h-44 w-full bg-paper object-contain"
      />
      <div className="grid gap-2 p-4 text-sm">
        <p className="wrap-anywhere font-semibold">{alt || t('Not described yet')}</p>
        <p className="text-muted">
          {t('{width} × {height}, {size}', { width, height, size: formatBytes(bytes) })} ·{' '}
          <code>{`picture:${id}`}</code>
        </p>
        <p className="wrap-anywhere">
          {uses.length === 0
            ? t('Not used')
            : rich('Used in {names}, so it can’t be deleted.', {
                names: uses.map((use, index) => (
                  <Fragment key={`${use.kind} ${use.name}`}>
                    {index > 0 && ', '}
                    <a
                      href={
                        use.kind === 'text' ? `/admin?tab=texts&text=${encodeURIComponent(use.name)}` : '/admin?tab=ads'
                      }
                      className="link"
                    >
                      {use.name}
                    </a>
                  </Fragment>
                )),
              })}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" size="sm" onClick={onEdit}>
            {t('Edit')}
            <span className="sr-only"> {name}</span>
          </Button>
          <Button variant="ghost" size="sm" disabled={uses.length > 0} onClick={onDelete}>
            {t('Delete')}
            <span className="sr-only"> {name}</span>
          </Button>
        </div>
      </div>
    </li>
  );
}

function DeleteDialog({ picture, onClose }: { picture: ListedPicture; onClose: () => void }) {
  const { remove } = usePictureActions();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const confirm = async () => {
    setBusy(true);
    const failed = await remove(picture.id);
    setBusy(false);
    if (failed) return setFailure(failed.message);
    toast({ title: t('Picture deleted'), tone: 'success' });
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Delete this picture?')}
      actions={
        <>
          <Button variant="danger" busy={busy} onClick={confirm}>
            {t('Delete')}
          </Button>
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            {t('Keep it')}
          </Button>
        </>
      }
    >
      <img src={picture.src} alt={picture.alt} className="max-h-48 rounded-field border" />
      <p className="mt-3 text-muted">{t('This can’t be undone.')}</p>
      {failure && (
        <p role="alert" className="mt-3 text-danger">
          {failure}
        </p>
      )}
    </Dialog>
  );
}
