import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import type { TextIssue } from '#contract/admin/texts.ts';
import { t } from '#contract/i18n/t.ts';

/**
 * Compares sentences of an email with those of the release, whose placeholders they must have: the program fills them in.
 * @returns those that differ, and what is wrong
 */
export function checkSentences(
  release: Record<string, string>,
  edited: Record<string, string>,
): { sentences: Record<string, string>; issues: TextIssue[] } {
  const different = Object.entries(edited).filter(
    ([name, text]) => Object.hasOwn(release, name) && text !== release[name],
  );
  const issues = different.flatMap(([path, text]) => {
    const message = findFault(release[path] as string, text);
    return message === undefined ? [] : [{ path, line: null, message }];
  });
  return { sentences: Object.fromEntries(different), issues };
}

/** What is wrong with a sentence; undefined if nothing. */
function findFault(original: string, text: string): string | undefined {
  const known = readPlaceholders(original) ?? new Map<string, Set<TYPE>>();
  // Without placeholders it is plain text: braces would be shown.
  const used = known.size === 0 ? readPlainBraces(text) : readPlaceholders(text);
  if (!used) return t('The braces don’t match. A placeholder is written as {placeholder}.', { placeholder: '{name}' });
  const list = [...known.keys()].map(toBraces).join(', ');
  const unknown = [...used.keys()].find((name) => !known.has(name));
  if (unknown !== undefined)
    return known.size === 0
      ? t('There’s no placeholder {placeholder} here.', { placeholder: toBraces(unknown) })
      : t('There’s no placeholder {placeholder}. Use {known}.', { placeholder: toBraces(unknown), known: list });
  const missing = [...known.keys()].find((name) => !used.has(name));
  if (missing !== undefined) return t('{placeholder} is missing.', { placeholder: toBraces(missing) });
  const misused = [...used].find(([name, types]) => [...types].some((type) => !isAllowed(type, known.get(name))));
  return misused && t('Write {placeholder} as in the original.', { placeholder: toBraces(misused[0]) });
}

const toBraces = (name: string) => `{${name}}`;

/** Whether a placeholder may be written in a way: as it is, or as the original does. */
const isAllowed = (type: TYPE, original: Set<TYPE> = new Set()) => type === TYPE.argument || original.has(type);

/** The names between braces of a text without placeholders; undefined for a brace without another one. */
function readPlainBraces(text: string): Map<string, Set<TYPE>> | undefined {
  const names = [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
  if (names.length === 0 && /[{}]/.test(text)) return undefined;
  return new Map(names.map((name) => [name, new Set([TYPE.argument])]));
}

/** The placeholders of a message, and how they are written; undefined for what is no message. */
function readPlaceholders(message: string): Map<string, Set<TYPE>> | undefined {
  const found = new Map<string, Set<TYPE>>();
  try {
    collect(parse(message), found);
    return found;
  } catch {
    return undefined;
  }
}

function collect(elements: MessageFormatElement[], found: Map<string, Set<TYPE>>): void {
  for (const element of elements) {
    if (element.type === TYPE.literal || element.type === TYPE.pound) continue;
    found.set(element.value, (found.get(element.value) ?? new Set()).add(element.type));
    if (element.type === TYPE.tag) collect(element.children, found);
    if (element.type === TYPE.plural || element.type === TYPE.select)
      for (const { value } of Object.values(element.options)) collect(value, found);
  }
}
