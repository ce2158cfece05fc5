import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { type TextIssue, type TextSource, textKeySchema } from '#contract/admin/texts.ts';
import { z } from '#contract/zod.ts';
import { type CompileContext, type CompiledText, compileText } from './compile-text.ts';
import { findKind, splitTextKey, toPostName, toTextKey } from './text-keys.ts';

const CONTENT_FOLDER = join(import.meta.dirname, '../../content');

/** A text of `content/`. */
export interface ReleaseText {
  source: TextSource;
  compiled: CompiledText;
  /** Differs when the source does. */
  digest: string;
}

/**
 * Reads the texts that come with the release, by key: the English ones, and those of each other language from its folder.
 * @throws {Error} with the name of the file that is invalid, or whose text another file has too
 */
export function readReleaseTexts(isCounty: CompileContext['isCounty'], files = readFiles()): Map<string, ReleaseText> {
  const texts = new Map<string, ReleaseText>();
  for (const [file, content] of files) {
    const fault = (message: string) => new Error(`content/${file}: ${message}`);
    const parsed = parseFile(file, content);
    if (!parsed) throw fault('The front matter is missing or not YAML.');
    const { key, source, updated } = parsed;
    const kind = textKeySchema.safeParse(key).success ? findKind(key) : undefined;
    if (kind === undefined) throw fault(`No page shows the text ${key}.`);
    if (texts.has(key)) throw fault(`Another file has the text ${key} too.`);
    if (!isDate(kind === 'post' ? source.fields.date : kind === 'policy' ? updated : '2025-04-16'))
      throw fault(`${kind === 'post' ? 'date' : 'updated'}: Enter a date`);
    const { text, issues } = compileText(key, source, { isCounty, publishedOn: updated });
    const [issue] = issues;
    if (issue) throw fault(`${toPlace(issue, content, source.markdown)}: ${issue.message}`);
    texts.set(key, { source, compiled: text as CompiledText, digest: toDigest(source) });
  }
  return texts;
}

const isDate = (text: string | undefined) => z.iso.date().safeParse(text).success;

/** The field, or the line of the file. */
function toPlace({ path, line }: TextIssue, content: string, markdown: string): string {
  if (line === null) return path;
  return `line ${line + content.slice(0, content.lastIndexOf(markdown)).split('\n').length - 1}`;
}

const toDigest = ({ fields, markdown }: TextSource): string =>
  createHash('sha256')
    .update(JSON.stringify([Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)), markdown]))
    .digest('base64url');

function readFiles(): Map<string, string> {
  const names = readdirSync(CONTENT_FOLDER, { recursive: true, encoding: 'utf8' }).map((name) =>
    name.replaceAll('\\', '/'),
  );
  const files = names.filter((name) => /\.(md|yaml)$/.test(name) && !/(^|\/)README\.md$/.test(name)).sort();
  return new Map(files.map((name) => [name, readFileSync(join(CONTENT_FOLDER, name), 'utf8')]));
}

function parseFile(file: string, content: string): { key: string; source: TextSource; updated: string } | undefined {
  const name = file.replace(/\.\w+$/, '');
  if (file.endsWith('.yaml')) return { key: name, source: { fields: {}, markdown: content.trim() }, updated: '' };
  const [, matter, markdown] = content.match(/^---\n(.*?)\n---\n(.*)$/s) ?? [];
  if (matter === undefined || markdown === undefined) return undefined;
  const values = parseMatter(matter);
  if (!values) return undefined;
  const { slug, updated = '', ...fields } = values;
  const { name: ownName, language } = splitTextKey(name);
  // The number in the name of a file is its place in the folder, and the date that of a post.
  const textName = slug === undefined ? ownName.replace(/^help\/\d+-/, 'help/') : toPostName(slug);
  return { key: toTextKey(textName, language), source: { fields, markdown: markdown.trim() }, updated };
}

/** Values as text; undefined for what is not YAML. */
function parseMatter(matter: string): Record<string, string> | undefined {
  try {
    return Object.fromEntries(Object.entries(parse(matter)).map(([name, value]) => [name, String(value)]));
  } catch {
    return undefined;
  }
}
