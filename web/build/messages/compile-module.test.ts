import { describe, expect, test } from 'vitest';
import { compileModule } from './compile-module.ts';

const IMPORT = "import { t } from '#contract/i18n/t.ts';\n";
const compile = (code: string, translations: Record<string, string> = {}, language: 'en' | 'es' = 'es') =>
  compileModule('/web/page.tsx', IMPORT + code, language, (key) => translations[key])?.trim();

describe('messages', () => {
  test('are replaced by their text', () => {
    expect(compile("const label = t('Save');", { Save: 'Guardar' })).toBe('const label = "Guardar";');
  });

  test('stay English without a translation', () => {
    expect(compile("const label = t('Save');")).toBe('const label = "Save";');
  });

  test('without values are plain text', () => {
    expect(compile("t('{a} <b> ''');".replace("'''", "\\'\\''"))).toBe(`"{a} <b> ''";`);
  });

  test('are told apart by their context', () => {
    const translations = { Open: 'Abierto', 'Open [verb]': 'Abrir' };
    expect(compile("[t('Open'), t('Open', null, 'verb')];", translations)).toBe('["Abierto", "Abrir"];');
  });

  test('have their values in the places of the translation', () => {
    expect(compile("t('{a} in {b}', { a, b: place.name });", { '{a} in {b}': 'En {b}: {a}' })).toBe(
      // biome-ignore lint/suspicious/noTemplateCurlyInString: compiled code.
      '(`En ${place.name}: ${a}`);',
    );
  });

  test('evaluate what is more than a name once, in the order of the code', () => {
    expect(compile("t('{a} {b} {a}', { a: next(), b });")).toBe(
      // biome-ignore lint/suspicious/noTemplateCurlyInString: compiled code.
      '((_a,_b) => `${_a} ${_b} ${_a}`)(next(),b);',
    );
  });

  test('escape what would end or extend a template', () => {
    const code = compile("t('` \\\\ {a} $', { a });") ?? '';
    // biome-ignore lint/suspicious/noTemplateCurlyInString: compiled code.
    expect(new Function('a', `return ${code}`)('${x}')).toBe('` \\ ${x} $');
  });

  test('choose the form of a plural and of a select', () => {
    const code =
      compile("t('{n, plural, =0 {none} one {# ad} other {# ads}} {k, select, a {A} other {B}}', { n, k });") ?? '';
    expect(code).toContain('import { plural as _plural } from');
    expect(code).toContain('import { choose as _choose } from');
    expect(code).toContain('import { formatNumber as _formatNumber } from');
  });

  test('are elements and text in `rich`, whose values may have messages of their own', () => {
    const code = compileModule(
      '/web/page.tsx',
      "import { rich } from '../i18n/rich.ts';\nimport { t } from '#contract/i18n/t.ts';\n" +
        "const line = rich('Read <a>this</a>.', { a: (text) => <a href=\"/terms\" title={t('Save')}>{text}</a> });",
      'es',
      (key) => ({ Save: 'Guardar', 'Read <a>this</a>.': 'Lea <a>esto</a>.' })[key],
    );
    expect(code?.trim()).toBe(
      'const line = (<>{"Lea "}{((text) => <a href="/es/terms" title={"Guardar"}>{text}</a>)("esto")}{"."}</>);',
    );
  });

  test.each([
    ['a variable', 't(label);', 'needs a literal text'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the code.
    ['a template with values', 't(`a ${b}`);', 'needs a literal text'],
    ['values of a variable', "t('{a}', values);", 'needs an object literal'],
    ['spread values', "t('{a}', { ...values });", 'needs an object literal'],
    ['a context of a variable', "t('a', null, kind);", 'needs a literal context'],
    ['an argument without a value', "t('{a} {b}', { a });", 'without a value: b'],
    ['a date', "t('{a, date}', { a });", 'cannot have date elements'],
  ])('cannot be %s', (_name, code, problem) => {
    expect(() => compile(`\n${code}`)).toThrow(problem);
    expect(() => compile(`\n${code}`)).toThrow(/^\/web\/page\.tsx:3|cannot have/);
  });
});

describe('addresses', () => {
  test('of links and forms get the prefix of the language', () => {
    expect(compile('<a href="/rates">{x}</a>;')).toBe('<a href="/es/rates">{x}</a>;');
    expect(compile('<a href="#main">{x}</a>;')).toBe('<a href="#main">{x}</a>;');
    expect(compile('<form action={path}>{x}</form>;')).toMatch(/^<form action=\{_localPath\(path\)\}>/);
  });

  test('stay in English, of other elements, and of links to other languages', () => {
    expect(compile('<a href="/rates">{x}</a>;', {}, 'en')).toBe('<a href="/rates">{x}</a>;');
    expect(compile('<link href="/icon.svg" />;')).toBe('<link href="/icon.svg" />;');
    expect(compile('<a href={path} hrefLang="en">{x}</a>;')).toBe('<a href={path} hrefLang="en">{x}</a>;');
  });
});

test('a module without messages and addresses stays as it is', () => {
  expect(compileModule('/web/a.ts', 'export const a = 1;', 'es', () => undefined)).toBeUndefined();
});
