import type { Photo } from '#contract/photos.ts';

/** What a listing's row keeps of a picture that it shows (columns `logo` and `photos`). Sizes are pixels. */
export interface StoredPicture {
  id: number;
  /** What its files are called: `/photos/<name>-<width>.webp`. */
  name: string;
  widths: number[];
  width: number;
  height: number;
  alt: string;
}

/** What one of a picture's files is called. */
export const pictureFileName = (name: string, width: number) => `${name}-${width}.webp`;
/** Matches what a picture's file can be called. */
export const FILE_NAME_PATTERN = /^[a-z0-9]{20,40}-\d{1,5}\.webp$/;

/** The address of one of a picture's files. */
export const pictureUrl = (name: string, width: number) => `/photos/${pictureFileName(name, width)}`;

// What an `img` without `srcset` shows.
const DEFAULT_WIDTH = 640;

/** A picture as pages show it. */
export function presentPicture({ name, widths, width, height, alt }: StoredPicture): Photo {
  const usual = widths.find((candidate) => candidate >= DEFAULT_WIDTH) ?? width;
  const srcSet = widths.map((candidate) => `${pictureUrl(name, candidate)} ${candidate}w`).join(', ');
  return { src: pictureUrl(name, usual), srcSet, width, height, alt };
}

/** The pictures that a row keeps. */
export const toPhotos = ({ photos }: { photos: unknown }): Photo[] => (photos as StoredPicture[]).map(presentPicture);
export const toLogo = ({ logo }: { logo: unknown }): Photo | null =>
  logo === null ? null : presentPicture(logo as StoredPicture);
