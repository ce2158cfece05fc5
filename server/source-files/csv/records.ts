import { t } from '#contract/i18n/t.ts';
import { ImportError } from '#server/source-files/rows.ts';

/** A record of a CSV file. */
export interface CsvRecord {
  /** The line at which it begins, from 1. */
  line: number;
  fields: string[];
  /** Whether its quotation marks cannot be read: its fields are then those between the delimiters. */
  isBroken: boolean;
}

// A record has a few hundred characters; one far beyond that has an unclosed quotation mark.
const MAX_RECORD_LENGTH = 100_000;
// Lines within a field that have so many delimiters are rows of the table, and the quotation mark before them was never closed.
const MIN_ROW_FIELDS = 5;

/** Divides text into records, chunk by chunk. */
export interface RecordSplitter {
  /** The records that end in the text so far. */
  push(text: string): CsvRecord[];
  /** The last record, without a line break at its end. */
  end(): CsvRecord[];
  /** From the header on: how many fields a record has. */
  setWidth(width: number): void;
}

/**
 * Divides CSV (RFC 4180) into records. A quotation mark within a field is read literally. One that breaks the record, because it is never closed or
 * text follows it, costs only its line: that is read with literal quotation marks if it then has the fields of the header.
 * Line breaks are those of all systems; blank lines are left out. See docs/decisions/0146-a-broken-row-costs-that-row.md.
 * @param firstLine the number of the first line
 */
export function createRecordSplitter(delimiter: string, firstLine = 1): RecordSplitter {
  let text = '';
  let line = firstLine;
  let width: number | null = null;

  function take(isEnd: boolean): CsvRecord[] {
    const records: CsvRecord[] = [];
    const findLineEnd = createFinder(text, ['\n', '\r']);
    const findQuote = createFinder(text, ['"']);
    let from = 0;
    while (from < text.length) {
      const end = findLineEnd(from);
      if (Math.min(end, text.length) - from > MAX_RECORD_LENGTH) throw tooLong(line);
      // A carriage return at the end of a chunk may be half of a line break.
      if (!isEnd && end >= text.length - 1) break;
      const plainEnd = Math.min(end, text.length);
      if (findQuote(from) > plainEnd) {
        const raw = text.slice(from, plainEnd);
        if (raw.trim() !== '') records.push({ line, fields: raw.split(delimiter), isBroken: false });
        from = skipLineBreak(text, plainEnd);
        line++;
        continue;
      }
      const read = readQuoted(text, from, delimiter, isEnd);
      if (read === 'incomplete' && !isEnd && text.length - from <= MAX_RECORD_LENGTH) break;
      if (typeof read === 'object' && isWhole(read, plainEnd)) {
        records.push({ line, fields: read.fields, isBroken: false });
        line += countLines(text.slice(from, read.end)) + 1;
        from = skipLineBreak(text, read.end);
      } else {
        records.push({ line, ...readLine(text.slice(from, plainEnd), delimiter, width) });
        from = skipLineBreak(text, plainEnd);
        line++;
      }
    }
    text = text.slice(from);
    return records;
  }

  /** Whether a record of several lines is one, and not several that an unclosed quotation mark joins. */
  function isWhole({ fields, end }: QuotedRecord, lineEnd: number) {
    if (width === null) return true;
    if (fields.length !== width) return false;
    if (end <= lineEnd || width < MIN_ROW_FIELDS) return true;
    return !fields.some((field) =>
      field.split(/\r\n|\n|\r/).some((part) => countOccurrences(part, delimiter) === (width ?? 0) - 1),
    );
  }

  return {
    push(chunk) {
      text += chunk;
      return take(false);
    },
    end: () => take(true),
    setWidth(fields) {
      width = fields;
    },
  };
}

const tooLong = (line: number) =>
  new ImportError(
    t('line {line}: a record of more than {max} characters. Is it no CSV file?', { line, max: MAX_RECORD_LENGTH }),
  );

/** Finds the next of some characters, in time proportional to the text for all calls from left to right. */
function createFinder(text: string, characters: string[]) {
  const next = characters.map(() => -1);
  return (from: number) => {
    let nearest = Infinity;
    for (const [n, character] of characters.entries()) {
      let at = next[n] ?? -1;
      if (at < from) {
        at = text.indexOf(character, from);
        next[n] = at === -1 ? Infinity : at;
        if (at === -1) at = Infinity;
      }
      if (at < nearest) nearest = at;
    }
    return nearest;
  };
}

interface QuotedRecord {
  fields: string[];
  /** Where the line break after it is. */
  end: number;
}

/** Reads a record whose quotation marks stand around whole fields, and are double inside them. */
function readQuoted(
  text: string,
  from: number,
  delimiter: string,
  isEnd: boolean,
): QuotedRecord | 'incomplete' | 'broken' {
  const fields: string[] = [];
  for (let at = from; ; at++) {
    const start = skipSpaces(text, at);
    if (text[start] === '"') {
      let value = '';
      for (at = start + 1; ; at += 2) {
        const quote = text.indexOf('"', at);
        if (quote === -1 || quote - from > MAX_RECORD_LENGTH || (quote + 1 === text.length && !isEnd))
          return 'incomplete';
        value += text.slice(at, quote);
        at = quote;
        if (text[quote + 1] !== '"') break;
        value += '"';
      }
      fields.push(value);
      at = skipSpaces(text, at + 1);
      if (at < text.length && text[at] !== delimiter && !isLineBreak(text[at])) return 'broken';
    } else {
      const begin = at;
      while (at < text.length && text[at] !== delimiter && !isLineBreak(text[at])) at++;
      fields.push(text.slice(begin, at));
    }
    if (text[at] === delimiter) continue;
    // A carriage return at the end of a chunk may be half of a line break.
    return at < text.length - 1 || isEnd ? { fields, end: at } : 'incomplete';
  }
}

/** Reads a line whose quotation marks are not those of CSV. */
function readLine(line: string, delimiter: string, width: number | null): Pick<CsvRecord, 'fields' | 'isBroken'> {
  const literal = line.split(delimiter);
  for (const fields of [readClosedFields(line, delimiter), literal]) {
    if (width === null || fields.length === width) return { fields, isBroken: false };
  }
  return { fields: literal, isBroken: true };
}

/** The fields where quotation marks close only what ends after them: `"The 12" Sub Shop",Irvine`. */
function readClosedFields(line: string, delimiter: string): string[] {
  const fields: string[] = [];
  for (let at = 0; at <= line.length; ) {
    const start = skipSpaces(line, at);
    const close = line[start] === '"' ? findClosing(line, start + 1, delimiter) : -1;
    const found = line.indexOf(delimiter, close === -1 ? at : close);
    const end = found === -1 ? line.length : found;
    fields.push(close === -1 ? line.slice(at, end) : line.slice(start + 1, close).replaceAll('""', '"'));
    at = end + 1;
  }
  return fields;
}

function findClosing(line: string, from: number, delimiter: string) {
  for (let quote = line.indexOf('"', from); quote !== -1; quote = line.indexOf('"', quote + 1)) {
    const after = skipSpaces(line, quote + 1);
    if (after >= line.length || line[after] === delimiter) return quote;
  }
  return -1;
}

function skipSpaces(text: string, from: number) {
  let at = from;
  while (text[at] === ' ') at++;
  return at;
}

const isLineBreak = (character: string | undefined) => character === '\n' || character === '\r';

const skipLineBreak = (text: string, end: number) => (text[end] === '\r' && text[end + 1] === '\n' ? end + 2 : end + 1);

const countLines = (text: string) => text.match(/\r\n|\n|\r/g)?.length ?? 0;

function countOccurrences(text: string, character: string) {
  let count = 0;
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) count++;
  return count;
}
