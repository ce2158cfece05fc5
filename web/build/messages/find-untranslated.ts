import { findMessages, type Node } from './find-messages.ts';

/** A text for people that no catalog has, with its line. */
export interface Untranslated {
  line: number;
  text: string;
}

// Attributes and properties whose texts people read or hear.
const TEXT_NAMES =
  /^(?:aria-label|aria-description|aria-roledescription|alt|title|label|placeholder|description|summary|heading|hint|help|note|message|caption|legend|text|body|subject|action|errorTitle|submitLabel|confirmLabel|empty|name)$/;
// Attributes that are never read, whatever they look like.
const CODE_NAMES =
  /^(?:className|class|style|key|id|d|viewBox|transform|points|href|src|srcSet|sizes|type|rel|role|icon|autoComplete|htmlFor|form|target|method|pattern|accept|inputMode|preserveAspectRatio|dataKey|data-.*)$/;
const CODE_CALLS =
  /(?:^|\.)(?:clsx|buttonClass|includes|startsWith|endsWith|replace|replaceAll|split|querySelector\w*|getElementById|closest|recordEvent|addEventListener|t|rich|defineMessage|matches|localeCompare|lazy|load|\w*Error)$/;

/** A sentence or phrase of English: a capitalized word, or words with one that only prose has. */
const isProse = (text: string) =>
  /(?:^|[\s“‘(])\p{Lu}\p{Ll}+(?:[\s.,!?:…’]|$)/u.test(text) ||
  (/\p{L} \p{L}/u.test(text) &&
    /(?:^| )(?:the|a|an|of|to|in|is|are|was|for|and|or|your|this|no|not|with|by|from|at|on|it|we|you)(?: |$)/.test(
      text,
    ));

/**
 * The texts of a module that look like English and that nothing translates: of elements, of attributes, and strings that read like
 * prose. Code must not be mistaken for them: names of classes, types, keys, errors of programs.
 */
export function findUntranslated(file: string, code: string): Untranslated[] {
  const { program } = findMessages(file, code);
  const found: Untranslated[] = [];
  const add = ({ start }: Node, text: string) =>
    found.push({ line: code.slice(0, start).split('\n').length, text: text.trim().replace(/\s+/g, ' ') });

  const visit = (node: Node, path: Node[]) => {
    if (/^TS(?!AsExpression|SatisfiesExpression|NonNullExpression)|^(?:Import|ExportAll)Declaration$/.test(node.type))
      return;
    const parent = path.at(-1);
    if (node.type === 'JSXAttribute' && CODE_NAMES.test(toName(node))) return;
    if (isCodeCall(node, code) || node.type === 'TaggedTemplateExpression') return;
    if (node.type === 'BinaryExpression' && /[=<>]|^in/.test(node.operator)) return;
    if (node.type === 'JSXText' && /\p{L}{2}/u.test(node.value)) add(node, node.value);
    else if (node.type === 'Literal' && typeof node.value === 'string' && parent && isRead(node, parent, node.value))
      add(node, node.value);
    else if (node.type === 'TemplateLiteral') {
      const text = node.quasis.map(({ value }: Node) => value.cooked).join('…');
      if (isProse(text) || (parent && isTextPlace(parent, node) && /\p{L}{2}/u.test(text))) add(node, text);
    }
    for (const [name, value] of Object.entries(node)) {
      if (name === 'key' && node.type === 'Property' && !node.computed) continue;
      for (const child of Array.isArray(value) ? value : [value])
        if (child && typeof child === 'object' && typeof child.type === 'string') visit(child, [...path, node]);
    }
  };
  visit(program, []);
  return found;
}

const toName = ({ name }: Node): string => name.name?.name ?? name.name;

const isCodeCall = ({ type, callee }: Node, code: string) =>
  (type === 'CallExpression' || type === 'NewExpression') &&
  (CODE_CALLS.test(code.slice(callee.start, callee.end)) || code.slice(callee.start, callee.end).startsWith('Intl.'));

function isRead(node: Node, parent: Node, text: string): boolean {
  if (parent.type === 'SwitchCase' || parent.type === 'ExpressionStatement' || parent.type === 'MemberExpression')
    return false;
  if (/^\/|^https?:/.test(text)) return false;
  return isTextPlace(parent, node) ? /\p{L}{2}/u.test(text) && !isName(text) : isProse(text);
}

/** A place of an element or attribute that people read. */
const isTextPlace = (parent: Node, node: Node): boolean =>
  (parent.type === 'JSXAttribute' && TEXT_NAMES.test(toName(parent)) && toName(parent) !== 'name') ||
  (parent.type === 'Property' &&
    parent.value === node &&
    /^(?:label|title|text|message|heading)$/.test(toName({ type: '', start: 0, end: 0, name: parent.key })));

// Texts such as `value` or 'two-words' are names of code.
const isName = (text: string) => /^[a-z][\w-]*$/.test(text);
