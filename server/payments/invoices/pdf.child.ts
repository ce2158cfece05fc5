import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import PDFDocument from 'pdfkit';
import type { DocumentPages } from './pages.ts';

// The full fonts of the brand have the letters of names in Latin script, Vietnamese too. What has Cyrillic or Greek letters is in Arimo. Only the
// letters that occur are embedded. Scripts from right to left would be written in the wrong order.
const resolve = createRequire(import.meta.url).resolve;
const readFont = (name: string) => readFileSync(resolve(`@expo-google-fonts/${name}.ttf`));
const FONTS = {
  regular: readFont('bricolage-grotesque/400Regular/BricolageGrotesque_400Regular'),
  bold: readFont('bricolage-grotesque/700Bold/BricolageGrotesque_700Bold'),
  'regular-wide': readFont('arimo/400Regular/Arimo_400Regular'),
  'bold-wide': readFont('arimo/700Bold/Arimo_700Bold'),
};
const NOT_LATIN = /[\p{Script=Cyrillic}\p{Script=Greek}]/u;
const FROM_THE_RIGHT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const NOT_PRINTABLE = /(?![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}])\p{L}/u;

const INK = '#14232B';
const MUTED = '#52636B';
const LINE = '#C9D1D5';
const MARGIN = 60;
const WIDTH = 612 - 2 * MARGIN;
const RIGHT_COLUMN = MARGIN + WIDTH / 2 + 20;
const RIGHT_WIDTH = WIDTH / 2 - 20;
const AMOUNT_WIDTH = 110;

// A thread that draws one document after the other; see `render-pdf.ts`.
parentPort?.on('message', async (pages: DocumentPages) => parentPort?.postMessage(await drawPdf(pages)));

/**
 * A document as a PDF of one page in Letter size, tagged for screen readers (https://pdfa.org/resource/iso-14289-pdfua/). The same
 * content yields the same bytes.
 */
function drawPdf(pages: DocumentPages): Promise<Buffer> {
  const { headings, title, notice, seller, buyer, notes } = pages;
  const { doc, done } = openDocument(pages);
  const root = doc.struct('Document');
  doc.addStructure(root);
  const paper: Paper = { doc, root };

  let top = MARGIN;
  if (notice) top = drawParagraph(paper, 'P', [notice], { y: top, bold: true, color: '#B3261E' }) + 14;
  const titleEnd = drawParagraph(paper, 'H1', [title], { y: top, size: 26, bold: true });
  const sellerEnd = drawParagraph(paper, 'P', seller, {
    x: RIGHT_COLUMN,
    y: top + 6,
    width: RIGHT_WIDTH,
    align: 'right',
  });
  top = Math.max(titleEnd, sellerEnd) + 24;
  drawParagraph(paper, 'H2', [headings.buyer], { y: top, color: MUTED });
  const buyerEnd = drawParagraph(paper, 'P', buyer, { y: top + 16, width: WIDTH / 2 });
  const detailsEnd = drawDetails(paper, pages.details, top);
  top = Math.max(buyerEnd, detailsEnd) + 28;
  top = drawTable(paper, pages, top) + 24;
  const isComplete = ![...seller, ...buyer, ...pages.item].some((line) => NOT_PRINTABLE.test(line));
  for (const note of isComplete ? notes : [...notes, pages.incomplete])
    top = drawParagraph(paper, 'P', [note], { y: top, color: MUTED }) + 4;
  root.end();
  doc.end();
  return done;
}

/** A document that is drawn, and the root of its structure. */
interface Paper {
  doc: PDFKit.PDFDocument;
  root: PDFKit.PDFStructureElement;
}

function openDocument({ locale, title, number, seller, issuedAt }: DocumentPages) {
  const doc = new PDFDocument({
    size: 'LETTER',
    margin: MARGIN,
    pdfVersion: '1.7',
    tagged: true,
    lang: locale,
    displayTitle: true,
    font: '',
    info: { Title: `${title} ${number}`, Author: seller[0], CreationDate: issuedAt },
  });
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise<Buffer>((fulfill, reject) => {
    doc.on('end', () => fulfill(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
  for (const [name, font] of Object.entries(FONTS)) doc.registerFont(name, font);
  return { doc, done };
}

/** Selects the font and color of the next text. */
const pen = ({ doc }: Paper, text: string, { size = 10, bold = false, color = INK } = {}) =>
  doc
    .font(`${bold ? 'bold' : 'regular'}${NOT_LATIN.test(text) && !FROM_THE_RIGHT.test(text) ? '-wide' : ''}`)
    .fontSize(size)
    .fillColor(color);

/** Draws a paragraph of lines; returns where it ends. */
function drawParagraph(
  paper: Paper,
  tag: 'P' | 'H1' | 'H2',
  lines: string[],
  {
    x = MARGIN,
    y,
    width = WIDTH,
    align = 'left',
    ...look
  }: { x?: number; y: number; width?: number; align?: 'left' | 'right'; size?: number; bold?: boolean; color?: string },
): number {
  const { doc, root } = paper;
  root.add(
    doc.struct(tag, {}, () => {
      const text = lines.join('\n').normalize('NFC');
      pen(paper, text, look).text(text, x, y, { width, align, lineGap: 2 });
    }),
  );
  return doc.y;
}

function drawDetails(paper: Paper, details: DocumentPages['details'], top: number): number {
  const { doc, root } = paper;
  let y = top;
  for (const [label, value] of details) {
    let end = y;
    root.add(
      doc.struct('P', {}, () => {
        pen(paper, label, { color: MUTED }).text(label, RIGHT_COLUMN, y, { width: RIGHT_WIDTH / 2 });
        const labelEnd = doc.y;
        pen(paper, value).text(value, RIGHT_COLUMN + RIGHT_WIDTH / 2 - 10, y, {
          width: RIGHT_WIDTH / 2 + 10,
          align: 'right',
        });
        end = Math.max(labelEnd, doc.y);
      }),
    );
    y = end + 4;
  }
  return y;
}

function drawTable(paper: Paper, pages: DocumentPages, top: number): number {
  const { doc, root } = paper;
  const { headings } = pages;
  const table = doc.struct('Table');
  root.add(table);
  let y = top;
  const row = (
    cell: 'TH' | 'TD',
    [text, amount]: [string[], string],
    look: { size?: number; bold?: boolean; color?: string } = {},
  ) => {
    const line = doc.struct('TR');
    table.add(line);
    let end = y;
    line.add(
      doc.struct(cell, {}, () => {
        const [first = '', ...others] = text.map((part) => part.normalize('NFC'));
        const options = { width: WIDTH - AMOUNT_WIDTH - 20, lineGap: 2 };
        pen(paper, first, look).text(first, MARGIN, y, options);
        const more = others.join('\n');
        if (more) pen(paper, more, { size: 9, color: MUTED }).text(more, options);
        end = doc.y;
      }),
    );
    line.add(
      doc.struct(cell, {}, () => {
        pen(paper, amount, look).text(amount, MARGIN + WIDTH - AMOUNT_WIDTH, y, {
          width: AMOUNT_WIDTH,
          align: 'right',
        });
      }),
    );
    y = end + 8;
  };
  row('TH', [[headings.item], headings.amount], { size: 9, color: MUTED });
  drawRule(paper, y - 3);
  y += 6;
  row('TD', [pages.item, pages.itemAmount], { size: 11 });
  for (const [label, amount] of pages.additions) row('TD', [[label], amount]);
  drawRule(paper, y);
  y += 10;
  row('TD', [[pages.total[0]], pages.total[1]], { size: 13, bold: true });
  return y;
}

const drawRule = ({ doc }: Paper, y: number) =>
  doc
    .markContent('Artifact', { type: 'Layout' })
    .moveTo(MARGIN, y)
    .lineTo(MARGIN + WIDTH, y)
    .lineWidth(0.75)
    .strokeColor(LINE)
    .stroke()
    .endMarkedContent();
