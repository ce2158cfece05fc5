import { DEFAULT_LANGUAGE, type Language, toLocalPath } from '#contract/i18n/languages.ts';
import { compileMessage, compileRichMessage, type Helper } from './compile-message.ts';
import { findMessages, type MessageCall, type Node, walk } from './find-messages.ts';

interface Edit {
  start: number;
  end: number;
  toSource: () => string;
}

// The elements and attributes with addresses of pages.
const ADDRESSES: Record<string, string> = { a: 'href', form: 'action' };

const HELPERS: Record<Helper | 'localPath', string> = {
  plural: '#web/base/i18n/plural.ts',
  choose: '#web/base/i18n/plural.ts',
  formatNumber: '#web/base/i18n/format.ts',
  localPath: '#web/base/i18n/language.ts',
};

/**
 * Puts the texts of a language in the place of a module's messages, and its addresses in that of links and forms.
 * @param translate the text of a message in the language, by its key; undefined leaves it in English
 * @returns undefined for a module without any
 * @throws {Error} for a message that cannot be compiled, with the file and line
 */
export function compileModule(
  file: string,
  code: string,
  language: Language,
  translate: (key: string) => string | undefined,
): string | undefined {
  const { program, imports, calls } = findMessages(file, code);
  const helpers = new Set<keyof typeof HELPERS>();
  const use = <Name extends keyof typeof HELPERS>(helper: Name) => {
    helpers.add(helper);
    return `_${helper}`;
  };
  const edits: Edit[] = imports.map(({ start, end }) => ({ start, end, toSource: () => '' }));
  for (const call of calls)
    edits.push({ ...call.node, toSource: () => compileCall(call, { file, code, translate, use, render }) });
  if (language !== DEFAULT_LANGUAGE) edits.push(...findAddresses(program, language, use, render));
  if (edits.length === 0) return undefined;

  /** The source from one position to another, with the outermost edits in it made. */
  function render(start: number, end: number): string {
    let position = start;
    let source = '';
    const inside = edits.filter((edit) => edit.start >= start && edit.end <= end).sort((a, b) => a.start - b.start);
    for (const edit of inside) {
      if (edit.start < position) continue;
      source += code.slice(position, edit.start) + edit.toSource();
      position = edit.end;
    }
    return source + code.slice(position, end);
  }

  const compiled = render(0, code.length);
  const imported = [...helpers].map((name) => `import { ${name} as _${name} } from '${HELPERS[name]}';`);
  return [compiled, ...imported].join('\n');
}

interface CallContext {
  file: string;
  code: string;
  translate: (key: string) => string | undefined;
  use: (helper: Helper) => string;
  render: (start: number, end: number) => string;
}

function compileCall(
  { node, name, text, key: messageKey, values }: MessageCall,
  { file, code, translate, use, render }: CallContext,
) {
  const message = translate(messageKey) ?? text;
  if (!values) return JSON.stringify(message);
  const expressions = new Map([...values].map(([key, value]) => [key, render(value.start, value.end)]));
  // What is more than a name is evaluated once, in an argument.
  const isSimple = [...values.values()].every(isSimpleExpression);
  const getValue = (key: string) => {
    const expression = expressions.get(key);
    if (expression === undefined) {
      const line = code.slice(0, node.start).split('\n').length;
      throw new Error(`${file}:${line}: “${message}” has an argument without a value: ${key}`);
    }
    return isSimple ? expression : `_${key}`;
  };
  const body =
    name === 'rich' ? compileRichMessage(message, { getValue, use }) : compileMessage(message, { getValue, use });
  if (isSimple) return `(${body})`;
  return `((${[...expressions.keys()].map((key) => `_${key}`)}) => ${body})(${[...expressions.values()]})`;
}

const isSimpleExpression = ({ type, object, computed }: Node): boolean =>
  ['Identifier', 'Literal', 'ArrowFunctionExpression'].includes(type) ||
  (type === 'MemberExpression' && !computed && isSimpleExpression(object));

function findAddresses(
  program: Node,
  language: Language,
  use: (helper: 'localPath') => string,
  render: CallContext['render'],
): Edit[] {
  const edits: Edit[] = [];
  walk(program, (node) => {
    if (node.type !== 'JSXOpeningElement') return;
    const name = ADDRESSES[node.name.name];
    const attribute = node.attributes.find((item: Node) => name && item.name?.name === name);
    // A link with `hrefLang` leads to another language.
    if (!attribute?.value || node.attributes.some((item: Node) => item.name?.name === 'hrefLang')) return;
    const { value } = attribute;
    const toSource =
      value.type === 'Literal'
        ? () => JSON.stringify(value.value.startsWith('/') ? toLocalPath(value.value, language) : value.value)
        : () => `{${use('localPath')}(${render(value.expression.start, value.expression.end)})}`;
    edits.push({ start: value.start, end: value.end, toSource });
  });
  return edits;
}
