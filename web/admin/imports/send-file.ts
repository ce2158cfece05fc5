import { MAX_UPLOAD_PART_BYTES } from '#contract/imports/limits.ts';
import type { ImportUpload } from '#contract/imports/uploads.ts';
import { ADMIN_API_PREFIX } from '#web/admin/admin-queries.ts';
import { ApiError, fetchApi, parseResponse, send } from '#web/base/api/api.ts';

/** The API path of uploaded files. */
export const UPLOADS_PATH = `${ADMIN_API_PREFIX}import-uploads`;

const RETRY_DELAYS_MS = [1000, 3000, 10_000];

/**
 * Sends a file part by part, each again after a lost connection.
 * @param begun the upload that it continues, if it was interrupted
 * @throws {ApiError} when the server refuses it, or stays unreachable
 */
export async function sendFile(
  file: File,
  begun: ImportUpload | undefined,
  { onProgress, signal }: { onProgress: (share: number) => void; signal: AbortSignal },
): Promise<ImportUpload> {
  let upload =
    begun ?? (await send<ImportUpload>('POST', UPLOADS_PATH, { file: file.name.slice(-255), size: file.size }));
  while (upload.received < upload.size) {
    onProgress(upload.received / upload.size);
    upload = await sendPart(file, upload, signal);
  }
  return upload;
}

async function sendPart(file: File, { id, received }: ImportUpload, signal: AbortSignal): Promise<ImportUpload> {
  const body = file.slice(received, received + MAX_UPLOAD_PART_BYTES);
  for (let attempt = 0; ; attempt++) {
    try {
      const response = await fetchApi(`${UPLOADS_PATH}/${id}/content?offset=${received}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/octet-stream' },
        body,
        signal,
      });
      return (await parseResponse(response)) as ImportUpload;
    } catch (error) {
      const isTemporary = error instanceof ApiError && [0, 502, 503, 504].includes(error.status);
      const delay = RETRY_DELAYS_MS[attempt];
      if (!isTemporary || delay === undefined) throw error;
      await new Promise((resolve) => setTimeout(resolve, delay));
    }
  }
}
