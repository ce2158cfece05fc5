import { t } from '#contract/i18n/t.ts';
import type { UploadedPhoto } from '#contract/photos.ts';
import { ApiError, UNREACHABLE_MESSAGE } from '#web/base/api/api.ts';

/**
 * Uploads a picture by XMLHttpRequest, because `fetch` reports no progress.
 * @param onProgress called with the uploaded share, from 0 to 1
 * @throws {ApiError} with the API's message; with status 0 when it could not be reached or `signal` aborted
 */
export function uploadPhoto(
  file: Blob,
  onProgress: (progress: number) => void,
  signal: AbortSignal,
  path = '/api/photos',
): Promise<UploadedPhoto> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.setRequestHeader('accept', 'application/json');
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const { status, response } = request;
      if (status === 201 && response) resolve(response);
      else reject(new ApiError(status, response?.message ?? t('We couldn’t upload this photo. Please try again.')));
    };
    request.onerror = request.onabort = () => reject(new ApiError(0, UNREACHABLE_MESSAGE));
    signal.addEventListener('abort', () => request.abort());
    const form = new FormData();
    form.append('file', file);
    request.send(form);
  });
}
