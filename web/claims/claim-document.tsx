import { useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import { MAX_PHOTO_BYTES } from '#contract/limits.ts';
import { DOCUMENT_ERROR_MESSAGES, type ClaimDocument as UploadedDocument } from '#contract/ownership/claims.ts';
import { PHOTO_MIME_TYPES } from '#contract/photos.ts';
import { ApiError, fetchApi, parseResponse } from '#web/base/api/api.ts';
import { toFailure } from '#web/base/api/run-mutation.ts';
import { Button } from '#web/base/ui/button.tsx';
import { ChooseFile } from '#web/base/ui/form/choose-file.tsx';
import { Field } from '#web/base/ui/form/field.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { Spinner } from '#web/base/ui/spinner.tsx';

/**
 * A PDF or picture that proves a claim, uploaded when it is chosen.
 * @param onChange gets the name by which the claim has it; empty for none
 * @param onUpload called when an upload begins and ends
 */
export function ClaimDocument({
  onChange,
  onUpload,
  error,
}: {
  onChange: (name: string) => void;
  onUpload: (isUploading: boolean) => void;
  error?: string;
}) {
  const [file, setFile] = useState<{ name: string; isReady: boolean }>();
  const [failure, setFailure] = useState<string>();
  const choose = async (chosen: File) => {
    setFile({ name: chosen.name, isReady: false });
    onUpload(true);
    const failed = await toFailure(t('We couldn’t upload this file'), async () => onChange(await upload(chosen)));
    onUpload(false);
    setFailure(failed?.message);
    setFile(failed ? undefined : { name: chosen.name, isReady: true });
  };
  return (
    <Field
      label={t('Or a document that shows it’s yours')}
      hint={t(
        'A business license, a utility bill or a letter, as a PDF or picture of up to 10 MB. Only our staff sees it, and it’s deleted when we’ve decided.',
      )}
      optional
      error={failure ?? error}
    >
      {(control) =>
        file ? (
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1" role="status">
            <span className="typed wrap-anywhere">{file.name}</span>
            {file.isReady ? (
              <Button
                variant="secondary"
                size="sm"
                onClick={() => {
                  onChange('');
                  setFile(undefined);
                }}
              >
                <Icon name="trash-2" />
                {t('Remove')}
              </Button>
            ) : (
              <Spinner label={t('Uploading…')} />
            )}
          </p>
        ) : (
          <ChooseFile
            {...control}
            icon="upload"
            accept={['application/pdf', ...PHOTO_MIME_TYPES]}
            onChoose={(chosen) => void choose(chosen)}
          />
        )
      }
    </Field>
  );
}

/** @throws {ApiError} with a message for people */
async function upload(file: File): Promise<string> {
  if (file.type === 'application/pdf' && file.size > MAX_PHOTO_BYTES)
    throw new ApiError(413, DOCUMENT_ERROR_MESSAGES.tooLarge);
  const body = new FormData();
  body.append('file', file.type === 'application/pdf' ? file : await toPicture(file));
  return ((await parseResponse(await fetchApi('/api/claim-documents', { method: 'POST', body }))) as UploadedDocument)
    .name;
}

async function toPicture(file: File): Promise<Blob> {
  const { scalePicture } = await import('#web/base/api/scale-picture.ts');
  return scalePicture(file, DOCUMENT_ERROR_MESSAGES);
}
