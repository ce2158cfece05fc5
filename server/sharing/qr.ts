import { renderSVG } from 'uqr';

// Printed codes get scratched and dirty: a quarter of it may be unreadable.
const OPTIONS = { ecc: 'Q', border: 4 } as const;
const PNG_WIDTH = 1024;

/** The QR code of an address, black on white because many cameras read nothing else. */
export const drawQrCode = (url: string): string => renderSVG(url, OPTIONS);

/** The same as a PNG of about 1024 pixels, for programs that take no SVG. */
export async function drawQrCodePng(url: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  return sharp(Buffer.from(drawQrCode(url)))
    .resize(PNG_WIDTH, PNG_WIDTH, { kernel: 'nearest' })
    .png({ palette: true, colors: 2 })
    .toBuffer();
}
