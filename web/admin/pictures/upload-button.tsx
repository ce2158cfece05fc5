import { useEffect, useRef, useState } from 'react';
import type { LibraryPicture } from '#contract/admin/library-pictures.ts';
import { t } from '#contract/i18n/t.ts';
import { PHOTO_MIME_TYPES } from '#contract/photos.ts';
import { ApiError } from '#web/base/api/api.ts';
import { buttonClass } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { usePictureActions } from './picture-queries.ts';

/** Uploads a picture to the library, and shows why one is refused. */
export function UploadButton({
  file: given,
  onUploaded,
}: {
  /** Is uploaded at once, such as one that was pasted. */
  file?: File | null;
  onUploaded: (picture: LibraryPicture) => void;
}) {
  const { upload } = usePictureActions();
  const [isUploading, setUploading] = useState(false);
  const [failure, setFailure] = useState<string>();
  const send = async (file: File, signal: AbortSignal) => {
    setUploading(true);
    setFailure(undefined);
    try {
      onUploaded(await upload(file, signal));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!signal.aborted) setFailure(error.message);
    } finally {
      setUploading(false);
    }
  };
  const sendRef = useRef(send);
  sendRef.current = send;
  const controller = useRef<AbortController>(null);
  useEffect(() => {
    controller.current = new AbortController();
    if (given) void sendRef.current(given, controller.current.signal);
    return () => controller.current?.abort();
  }, [given]);
  return (
    <div>
      <label className={buttonClass({ variant: 'secondary' })}>
        <Icon name="upload" />
        {isUploading ? t('Uploading…') : t('Upload picture')}
        <input
          type="file"
          accept={PHOTO_MIME_TYPES.join()}
          className="sr-only"
          disabled={isUploading}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            target.value = '';
            if (file && controller.current) void send(file, controller.current.signal);
          }}
        />
      </label>
      {failure && (
        <p role="alert" className="mt-2 text-danger">
          {failure}
        </p>
      )}
    </div>
  );
}
