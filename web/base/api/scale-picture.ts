import { MAX_PHOTO_BYTES, MAX_PHOTO_PIXELS } from '#contract/limits.ts';
import { HEIC_MIME_TYPES, PHOTO_ERROR_MESSAGES, PHOTO_MIME_TYPES, type UploadErrorMessages } from '#contract/photos.ts';
import { ApiError } from './api.ts';

const MAX_SIDE = 4096;
const QUALITY = 0.9;

/** Also where the browser does not know the type. */
const isHeic = ({ type, name }: File) => HEIC_MIME_TYPES.includes(type) || (!type && /\.hei[cf]$/i.test(name));

/**
 * Makes a picture that the API takes of one that is too large for it, or that only this browser reads: at most 4,096 pixels wide and
 * high, upright as the camera was held. Any other file is returned as it is.
 * @param messages what it says of a file that is refused
 * @throws {ApiError} when the browser cannot read the file, and the API would refuse it
 */
export async function scalePicture(file: File, messages: UploadErrorMessages = PHOTO_ERROR_MESSAGES): Promise<Blob> {
  const image = await decode(file);
  if (!image) {
    if (isHeic(file)) throw new ApiError(400, messages.unreadableHeic);
    if (file.size > MAX_PHOTO_BYTES) throw new ApiError(413, messages.tooLarge);
    return file;
  }
  const { naturalWidth: width, naturalHeight: height } = image;
  if (!isHeic(file) && file.size <= MAX_PHOTO_BYTES && width * height <= MAX_PHOTO_PIXELS) return file;
  const scaled = await encode(image, Math.min(1, MAX_SIDE / Math.max(width, height)), toTargetType(file));
  if (!scaled || scaled.size > MAX_PHOTO_BYTES) throw new ApiError(413, messages.tooLarge);
  return scaled;
}

/** The picture of a file; null where the browser cannot read it. */
async function decode(file: File): Promise<HTMLImageElement | null> {
  const image = new Image();
  image.src = URL.createObjectURL(file);
  try {
    await image.decode();
    return image;
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(image.src);
  }
}

function encode(image: HTMLImageElement, scale: number, type: string): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(image.naturalWidth * scale);
  canvas.height = Math.round(image.naturalHeight * scale);
  const context = canvas.getContext('2d');
  if (!context) return Promise.resolve(null);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, type, QUALITY));
}

/** What may be transparent stays so. */
const toTargetType = ({ type }: File) =>
  PHOTO_MIME_TYPES.some((allowed) => allowed === type) && type !== 'image/jpeg' ? 'image/webp' : 'image/jpeg';
