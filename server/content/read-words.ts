import { parseDocument } from 'yaml';
import type { TextIssue } from '#contract/admin/texts.ts';
import { defineMessage, t, translateDefined } from '#contract/i18n/t.ts';
import { z } from '#contract/zod.ts';

const wordsSchema = z.record(
  z.string(),
  z.string().max(300, defineMessage('Use at most 300 characters for a question')),
);

/** Reads lines such as 'how-can-i-pay: credit card; check', which are YAML. */
export function readWords(source: string): { words: Record<string, string>; issues: TextIssue[] } {
  const document = parseDocument(source);
  const toIssue = (line: number, message: string): TextIssue => ({ path: 'markdown', line, message });
  const [fault] = [...document.errors, ...document.warnings];
  if (fault)
    return {
      words: {},
      issues: [toIssue(fault.linePos?.[0].line ?? 1, t('This isn’t “question: words; more words”.'))],
    };
  const parsed = wordsSchema.safeParse(toObject(document) ?? {});
  if (parsed.success) return { words: parsed.data, issues: [] };
  const [{ path, message } = { path: [], message: '' }] = parsed.error.issues;
  return { words: {}, issues: [toIssue(findLine(source, String(path[0] ?? '')), translateDefined(message))] };
}

function toObject(document: ReturnType<typeof parseDocument>): unknown {
  try {
    // No aliases: a few lines of them would be many megabytes.
    return document.toJS({ maxAliasCount: 0 });
  } catch {
    return 'an alias';
  }
}

/** The number of the line with the words of a question. */
export const findLine = (source: string, question: string) =>
  Math.max(
    0,
    source.split('\n').findIndex((line) => line.startsWith(`${question}:`)),
  ) + 1;
