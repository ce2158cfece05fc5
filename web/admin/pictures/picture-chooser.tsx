import { useState } from 'react';
import type { LibraryPicture } from '#contract/admin/library-pictures.ts';
import { t } from '#contract/i18n/t.ts';
import { PaginatedList } from '#web/base/layout/paginated-list.tsx';
import { Dialog } from '#web/base/ui/dialog.tsx';
import { PictureDialog } from './picture-dialog.tsx';
import { usePictures } from './picture-queries.ts';
import { UploadButton } from './upload-button.tsx';

/** Chooses a picture of the library or uploads one, which is described before it is used. */
export function PictureChooser({
  file,
  onChoose,
  onClose,
}: {
  /** Is uploaded at once. */
  file: File | null;
  onChoose: (picture: Pick<LibraryPicture, 'id' | 'alt'>) => void;
  onClose: () => void;
}) {
  const list = usePictures();
  const [undescribed, setUndescribed] = useState<LibraryPicture | null>(null);
  const choose = (picture: LibraryPicture) => (picture.alt ? onChoose(picture) : setUndescribed(picture));
  if (undescribed)
    return (
      <PictureDialog
        picture={undescribed}
        submitLabel={t('Use picture')}
        onClose={onClose}
        onSaved={({ alt }) => onChoose({ id: undescribed.id, alt })}
      />
    );
  return (
    <Dialog open onClose={onClose} title={t('Choose a picture')}>
      <div className="grid gap-4">
        <UploadButton file={file} onUploaded={choose} />
        <PaginatedList
          list={list}
          itemsLabel={t('pictures')}
          errorTitle={t('Failed to fetch the pictures')}
          empty={t('No pictures yet.')}
        >
          {(pictures) => (
            <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
              {pictures.map((picture) => (
                <li key={picture.id}>
                  <button
                    type="button"
                    onClick={() => choose(picture)}
                    className="w-full overflow-hidden rounded-field border hover:border-pacific"
                  >
                    <img
                      src={picture.src}
                      alt={picture.alt || t('Picture {id}, not described yet', { id: picture.id })}
                      loading="lazy"
                      className="h-24 w-full bg-paper object-contain"
                    />
                  </button>
                </li>
              ))}
            </ul>
          )}
        </PaginatedList>
      </div>
    </Dialog>
  );
}
