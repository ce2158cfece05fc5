import type { Photo } from '#contract/photos.ts';

/** A picture in the columns `logo` and `photos` of a listing. Sizes are pixels. */
export interface StoredPicture {
  id: number;
  /** The base name of its files: `/photos/<name>-<width>.webp`. */
  name: string;
  widths: number[];
  width: number;
  height: number;
  alt: string;
}

/** The name of one file of a picture. */
export const pictureFileName = (name: string, width: number) => `${name}-${width}.webp`;
/** Matches every name of a file of a listing's picture: its base name and its width. */
export const FILE_NAME_PATTERN = /^([a-z0-9]{20,40})-(\d{1,5})\.webp$/;

/** The headers of what browsers may keep for a year, and only the proxy that is purged may keep as well. */
export const PURGED_FILE_CACHE_CONTROL = 'public, max-age=31536000, s-maxage=0, immutable';

/** The path of one file of a picture. */
export const pictureUrl = (name: string, width: number) => `/photos/${pictureFileName(name, width)}`;

// The width of `src`, for browsers that ignore `srcset`.
const DEFAULT_WIDTH = 640;

/** The public shape of a picture. */
export const presentPicture = (picture: StoredPicture): Photo => pictureSource(picture, pictureUrl);

/** The same for a picture whose files have other URLs. */
export function pictureSource(
  { name, widths, width, height, alt }: Omit<StoredPicture, 'id'>,
  toUrl: (name: string, width: number) => string,
): Photo {
  const defaultWidth = widths.find((candidate) => candidate >= DEFAULT_WIDTH) ?? width;
  const srcSet = widths.map((candidate) => `${toUrl(name, candidate)} ${candidate}w`).join(', ');
  return { src: toUrl(name, defaultWidth), srcSet, width, height, alt };
}
