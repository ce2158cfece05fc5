import { HEIC_MIME_TYPES, PHOTO_ERROR_MESSAGES, PHOTO_MIME_TYPES } from '#contract/photos.ts';
import type { ApiError } from '#web/base/api/api.ts';

/** The form's field that a picture belongs to. */
export type PictureField = 'logo' | 'photos';

/** An upload in progress or failed. */
export interface PictureUpload {
  key: number;
  field: PictureField;
  file: File;
  /** An object URL of the file, to show it before it is uploaded. */
  preview: string;
  /** The uploaded share of the file, from 0 to 1. */
  progress: number;
  /** Why the upload failed. */
  failure?: ApiError;
}

/** Whether the same file may be accepted on another attempt. */
export const isRetryable = ({ status }: ApiError) => status !== 400 && status !== 413;

/** Why a file cannot be uploaded, if so. */
export function validateFile({ type }: File): string | undefined {
  // Where the browser does not know the type, the server detects it.
  const isPicture = !type || [...PHOTO_MIME_TYPES, ...HEIC_MIME_TYPES].includes(type);
  return isPicture ? undefined : PHOTO_ERROR_MESSAGES.unreadable;
}
