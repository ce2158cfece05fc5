import { parseSync } from 'vite';
import { toMessageKey } from '#contract/i18n/t.ts';

/** A node of a syntax tree (ESTree), as far as it is used here. */
export interface Node {
  type: string;
  start: number;
  end: number;
  // biome-ignore lint/suspicious/noExplicitAny: the fields depend on the type.
  [field: string]: any;
}

/** A call of `t`, `rich` or `defineMessage`. */
export interface MessageCall {
  node: Node;
  name: MessageFunction;
  text: string;
  /** The key in the catalogs. */
  key: string;
  /** The expressions of its values, by name; null for a plain text. */
  values: Map<string, Node> | null;
}

const FUNCTIONS = ['t', 'rich', 'defineMessage'] as const;
export type MessageFunction = (typeof FUNCTIONS)[number];

const MODULES = /(?:\/i18n|^\.)\/(?:t|rich)\.ts$/;

/** The import declaration of message functions. */
const isMessageImport = ({ type, source }: Node) => type === 'ImportDeclaration' && MODULES.test(source.value);

export interface ParsedModule {
  program: Node;
  /** The imports of nothing but message functions. */
  imports: Node[];
  calls: MessageCall[];
}

/**
 * Finds the messages of a module.
 * @throws {Error} with the line of a call whose arguments are no literals, because they could not be translated
 */
export function findMessages(file: string, code: string): ParsedModule {
  const { program, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const declarations = (program.body as unknown as Node[]).filter(isMessageImport);
  const isMessageName = ({ imported }: Node) => (FUNCTIONS as readonly string[]).includes(imported?.name);
  const names = new Set(
    declarations.flatMap(({ specifiers }) => specifiers.filter(isMessageName).map((s: Node) => s.local.name)),
  );
  const imports = declarations.filter(({ specifiers }) => specifiers.every(isMessageName));
  const calls: MessageCall[] = [];
  if (names.size > 0) {
    walk(program as unknown as Node, (node) => {
      if (node.type === 'CallExpression' && node.callee.type === 'Identifier' && names.has(node.callee.name))
        calls.push(toCall(node, file, code));
    });
  }
  return { program: program as unknown as Node, imports, calls };
}

function toCall(node: Node, file: string, code: string): MessageCall {
  const fault = (problem: string) =>
    new Error(`${file}:${code.slice(0, node.start).split('\n').length}: ${node.callee.name}() ${problem}`);
  const [first, second, third] = node.arguments as Node[];
  const text = first && toText(first);
  if (text === undefined) throw fault('needs a literal text');
  const context = third && toText(third);
  if (third && !context) throw fault('needs a literal context');
  const call = { node, name: node.callee.name, text, key: toMessageKey(text, context) };
  if (!second || (second.type === 'Literal' && second.value === null)) return { ...call, values: null };
  if (second.type !== 'ObjectExpression') throw fault('needs an object literal of values');
  const values = new Map<string, Node>();
  for (const property of second.properties as Node[]) {
    if (property.type !== 'Property' || property.computed) throw fault('needs an object literal of values');
    values.set(property.key.name ?? property.key.value, property.value);
  }
  return { ...call, values };
}

/** The text of a literal, also of several that are added. */
function toText(node: Node): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type === 'TemplateLiteral') return node.expressions.length === 0 ? node.quasis[0].value.cooked : undefined;
  if (node.type !== 'BinaryExpression' || node.operator !== '+') return undefined;
  const [left, right] = [toText(node.left), toText(node.right)];
  return left === undefined || right === undefined ? undefined : left + right;
}

/** Calls `visit` with each node, outer ones first. */
export function walk(node: Node, visit: (node: Node, parent: Node | null) => void, parent: Node | null = null) {
  visit(node, parent);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value])
      if (child && typeof child === 'object' && typeof child.type === 'string') walk(child, visit, node);
  }
}
