import { repairMojibake } from './mojibake.ts';
import { normalizeText } from './normalize-text.ts';

/**
 * What a cell says: without what keeps a spreadsheet from reading it as a number or a formula (`="92614"`, `'92614`), and '' where it says that
 * there is nothing: an error of a formula, the formula itself, or a word like 'N/A'.
 */
export function readCell(text: string): string {
  const value = readText(text);
  return isNoValue(value) ? '' : value;
}

/** What a cell says, even if that is nothing: see `readCell`. */
export function readText(text: string): string {
  const value = normalizeText(repairMojibake(text));
  const first = value[0];
  if (first !== '=' && first !== "'") return value;
  const [, quoted] = /^=\s*"(.*)"$/s.exec(value) ?? [];
  if (quoted !== undefined) return normalizeText(quoted.replaceAll('""', '"'));
  const [, number] = /^=\s*(\+?\(?\d[\d\s().-]*)$/.exec(value) ?? [];
  if (number) return number.trim();
  return /^'(?:'*[=+@-]|\+?\(?\d[\d\s().,/-]*$)/.test(value) ? value.slice(1) : value;
}

/** Whether a text stands for nothing: an error or formula of a spreadsheet, or a word like 'N/A'. */
export function isNoValue(text: string): boolean {
  if (text.length <= MAX_PLACEHOLDER_LENGTH && PLACEHOLDERS.has(text.toLowerCase())) return true;
  if (text[0] === '#') return ERROR.test(text);
  return text[0] === '=' && FORMULA.test(text);
}

const PLACEHOLDERS = new Set([
  ...[
    'n/a',
    'n.a.',
    'n.a',
    'na',
    'none',
    'null',
    'nan',
    'undefined',
    'unknown',
    'tbd',
    'tba',
    '(blank)',
    '(none)',
    '(null)',
    '\\n',
  ],
  ...[
    '-',
    '--',
    '---',
    '–',
    '—',
    '.',
    '..',
    '...',
    '…',
    '?',
    '*',
    'not available',
    'not applicable',
    'no data',
    'missing',
  ],
  ...['no disponible', 'no aplica', 'ninguno', 'ninguna', 'desconocido', 'sin datos', 'n/d'],
]);
const MAX_PLACEHOLDER_LENGTH = 14;

/** '#NAME?' and '#####', in the languages of the files. */
const ERROR =
  /^#(?:#+|N\/[AD]|[¿¡]?(?:NAME|NOMBRE)\?|[¿¡]?(?:REF|VALUE|VALOR|DIV\/0|NUM|NULL|NULO|SPILL|CALC|FIELD|ERROR)!?)$/i;

/** A function, a reference or a sum; '=1+1 Tutors' has words. */
const FORMULA = /^=\s*(?:[\p{L}_.]+\(|[\d\s.,+*/^&$A-Z:()!%"'<>=-]*$|.*[|!])/u;
