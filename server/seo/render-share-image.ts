import { createRequire } from 'node:module';
import sharp, { type OverlayOptions } from 'sharp';
import { pictureFileName, type StoredPicture } from '#server/photos/pictures.ts';
import { escapeXml } from '#server/platform/page-cache/escape-xml.ts';
import type { EntryServer } from '#server/platform/page-cache/web-build.ts';
import type { Storage } from '#server/platform/storage/storage.ts';

/** The text of an image and its background scene. */
export interface ShareImageText {
  title: string;
  line: string;
  /** The slug of a county; null for all of Southern California. */
  county: string | null;
  /** Selects a variant of the scene. */
  seed: number;
}

/** The pictures of a listing that its image shows. */
export interface SharedPictures {
  photo: StoredPicture | null;
  logo: StoredPicture | null;
}

const FONT_FILE = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/bricolage-grotesque/700Bold/BricolageGrotesque_700Bold.ttf',
);
const WIDTH = 1200;
const HEIGHT = 630;

/** The image of a page as PNG: its text over the scene of its county. */
export async function renderSceneImage(entry: EntryServer, text: ShareImageText): Promise<Buffer> {
  const { svg, words } = await layOut(entry, text, { scene: true, mark: true });
  return sharp(Buffer.from(svg)).composite([words]).png({ palette: true, effort: 3 }).toBuffer();
}

/**
 * The image of a listing as JPEG: its photo in place of the scene, its logo in place of our mark, as far as their files exist.
 * Only files that our encoder wrote are decoded here.
 */
export async function renderPictureImage(
  entry: EntryServer,
  storage: Storage,
  text: ShareImageText,
  pictures: SharedPictures,
): Promise<Buffer> {
  const [photo, logo] = await Promise.all([
    readPicture(storage, pictures.photo, WIDTH),
    readPicture(storage, pictures.logo, LOGO_FILE_WIDTH),
  ]);
  const { svg, words, mark } = await layOut(entry, text, { scene: !photo, mark: !logo });
  const overlays: OverlayOptions[] = photo ? [{ input: Buffer.from(svg) }, words] : [words];
  if (logo) overlays.push({ input: await fitLogo(logo, mark.size), left: mark.left, top: mark.top });
  const ground = photo ? sharp(photo).resize(WIDTH, HEIGHT, { fit: 'cover' }) : sharp(Buffer.from(svg));
  return ground.composite(overlays).flatten().jpeg({ quality: 84 }).toBuffer();
}

const LOGO_FILE_WIDTH = 160;

/** The smallest file of a picture that is at least so wide, else the largest. */
async function readPicture(storage: Storage, picture: StoredPicture | null, width: number): Promise<Buffer | null> {
  if (!picture) return null;
  const chosen = picture.widths.find((candidate) => candidate >= width) ?? picture.width;
  return storage.get(pictureFileName(picture.name, chosen));
}

const fitLogo = (logo: Buffer, size: number) =>
  sharp(logo)
    .resize(size, size, { fit: 'contain', background: { r: 255, g: 255, b: 255, alpha: 0 } })
    .png()
    .toBuffer();

/** The drawing below the text, and the text as an image at its position. */
async function layOut(
  { renderShareImage, getTextPosition, TEXT_WIDTH }: EntryServer,
  { title, line, county, seed }: ShareImageText,
  parts: { scene: boolean; mark: boolean },
) {
  const [heading = '', subtitle] = [title, line].map((words) => truncate(stripNonLatin(words))).filter(Boolean);
  const markup = [
    `<span size="${getFontSize(heading)}pt" foreground="#14232b">${escapeXml(heading)}</span>`,
    ...(subtitle ? [`<span size="30pt" line_height="1.5" foreground="#52636b">${escapeXml(subtitle)}</span>`] : []),
  ].join('\n');
  const words = await rasterizeText(markup, TEXT_WIDTH);
  const position = getTextPosition(words.info);
  return {
    svg: renderShareImage(county, seed, position, parts),
    words: { input: words.data, left: position.left, top: position.top },
    mark: position.mark,
  };
}

/** At 72 dots per inch a point is a pixel. */
const rasterizeText = (text: string, width: number) =>
  sharp({
    text: {
      text,
      font: 'Bricolage Grotesque Bold',
      fontfile: FONT_FILE,
      width,
      dpi: 72,
      rgba: true,
      wrap: 'word-char',
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true });

const MAX_LENGTH = 90;

const getFontSize = (name: string) => (name.length > 44 ? 46 : name.length > 22 ? 58 : 76);

const truncate = (words: string) =>
  words.length <= MAX_LENGTH ? words : `${words.slice(0, MAX_LENGTH).replace(/\s+\S*$/, '')}…`;

/** Removes the characters that our typeface lacks: an image must not depend on the fonts of the machine. */
const stripNonLatin = (words: string) =>
  words
    .normalize('NFC')
    .replace(/[^\p{Script=Latin}\d!-~¡-ÿ‘’“”–—…•·€™]+/gu, ' ')
    .trim();
