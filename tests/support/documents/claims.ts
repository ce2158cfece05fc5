import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lexer, type Tokens } from 'marked';

const ROOT = join(import.meta.dirname, '../../..');
const REFERENCE = /`([\w./-]+) › ([^`]+)`/g;
const TITLE = /(\b(?:it|test|describe)(?:\.\w+)*|\))\(\s*(['"`])((?:\\.|(?!\2)[\s\S])*?)\2\s*,/g;

/** A row of a table: its cells, as Markdown. */
export type Row = string[];

/** A document, by its headings of the second level; what stands before them has the name ''. */
export interface DocumentSection {
  name: string;
  tables: { columns: string[]; rows: Row[] }[];
  /** Of paragraphs and lists, with code as it is written. */
  sentences: string[];
}

/** Parses a document of `docs/`. */
export function readSections(document: string): DocumentSection[] {
  const sections: DocumentSection[] = [{ name: '', tables: [], sentences: [] }];
  for (const token of lexer(readFileSync(join(ROOT, document), 'utf8'))) {
    const section = sections.at(-1) as DocumentSection;
    if (token.type === 'heading' && token.depth === 2)
      sections.push({ name: token.text as string, tables: [], sentences: [] });
    if (token.type === 'paragraph') section.sentences.push(...splitSentences(token.text as string));
    if (token.type === 'list')
      for (const item of (token as Tokens.List).items) section.sentences.push(...splitSentences(item.text));
    if (token.type === 'table') {
      const { header, rows } = token as Tokens.Table;
      const toTexts = (cells: Tokens.TableCell[]) => cells.map(({ text }) => text);
      section.tables.push({ columns: toTexts(header), rows: rows.map(toTexts) });
    }
  }
  return sections;
}

/** Code in a sentence has no end of a sentence. */
function splitSentences(text: string): string[] {
  const codes: string[] = [];
  const withoutCode = text.replaceAll(/`[^`]*`/g, (code) => `\u0000${codes.push(code) - 1}\u0000`);
  const restore = (part: string) => part.replaceAll(/\0(\d+)\0/g, (_all, index) => codes[Number(index)] ?? '');
  return withoutCode.split(/(?<=[.!?])\s+/).map(restore);
}

/** Whether a text names the test or the heading that shows what it says: `file › title`. */
export const hasReference = (text: string): boolean => text.search(REFERENCE) >= 0;

/** Whether a text consists of such references, separated by commas. */
export const isReferences = (text: string): boolean => text.split(', `').every((part, i) => isReference(part, i > 0));

const isReference = (part: string, isFollowing: boolean) =>
  /^`[\w./-]+ › [^`]+`$/.test(isFollowing ? `\`${part}` : part);

/**
 * The references of a document that lead nowhere: a test whose file has no such title, a heading of a document that it does not have. Titles of
 * `describe` may come before that of the test, also separated by ›, and `…` may stand for the end of a title.
 */
export function findBrokenReferences(document: string): string[] {
  const text = readFileSync(join(ROOT, document), 'utf8');
  return [...text.matchAll(REFERENCE)]
    .filter(([, file = '', titles = '']) => !isFound(file, titles.split(' › ')))
    .map(([reference]) => reference);
}

const titlesByFile = new Map<string, { title: string; isTest: boolean }[]>();

function isFound(file: string, wanted: string[]): boolean {
  const path = join(ROOT, file);
  if (!existsSync(path)) return false;
  const titles = titlesByFile.get(file) ?? readTitles(path);
  titlesByFile.set(file, titles);
  return wanted.every((name, index) => {
    const isLast = index === wanted.length - 1;
    const found = name.endsWith('…')
      ? titles.filter(({ title }) => title.startsWith(name.slice(0, -1)))
      : titles.filter(({ title }) => title === name);
    // A beginning that several titles have says nothing.
    const isClear = !name.endsWith('…') || new Set(found.map(({ title }) => title)).size === 1;
    return isClear && found.some(({ isTest }) => isTest || !isLast);
  });
}

/** The titles of a file of tests as they are written, with the placeholders of `it.each`; of a document its headings, and beginnings in bold. */
function readTitles(path: string): { title: string; isTest: boolean }[] {
  const source = readFileSync(path, 'utf8');
  if (path.endsWith('.md'))
    return [...source.matchAll(/^(?:#+ (.+)|(?:- )?\*\*(.+?)[.:]?\*\*.*)$/gm)].map(([, heading, bold]) => ({
      title: heading ?? bold ?? '',
      isTest: true,
    }));
  return [...source.matchAll(TITLE)].map(([, callee = '', , title = '']) => ({
    title: title.replaceAll(/\\(.)/g, '$1'),
    isTest: !callee.startsWith('describe'),
  }));
}
