import { describe, expect, test } from 'vitest';
import { DEFAULT_LANGUAGE, LANGUAGES, toBasePath } from '#contract/i18n/languages.ts';
import { toHeadings } from '#server/content/editing/original.ts';
import { readReleaseTexts } from './release-texts.ts';
import { findKind, splitTextKey, toTextKey } from './text-keys.ts';

const release = readReleaseTexts(() => true);
const others = LANGUAGES.filter((language) => language !== DEFAULT_LANGUAGE);
const englishNames = [...release.keys()].filter((key) => splitTextKey(key).language === DEFAULT_LANGUAGE);
const translations = others.flatMap((language) => englishNames.map((name) => ({ language, name })));
const find = (key: string) => {
  const text = release.get(key);
  if (!text) throw new Error(`no text ${key}`);
  return text;
};

test.each(others)('content/%s has each text of content/, and no other', (language) => {
  const names = [...release.keys()].map(splitTextKey).filter((text) => text.language === language);
  expect(names.map(({ name }) => name).toSorted()).toEqual(englishNames.toSorted());
});

describe.each(translations)('$name in $language', ({ language, name }) => {
  const [english, translation] = [find(name), find(toTextKey(name, language))];

  test('has the ids of the English one, in its order', () => {
    const ids = (text: typeof english) => toHeadings(text.compiled).map(({ id }) => id);
    expect(ids(translation)).toEqual(ids(english));
    if ('id' in english.compiled) expect(translation.compiled).toMatchObject({ id: english.compiled.id });
    if ('words' in english.compiled && 'words' in translation.compiled)
      expect(Object.keys(translation.compiled.words)).toEqual(Object.keys(english.compiled.words));
  });

  test('has the day, picture and place of the English one, and words of its own', () => {
    const facts = ({ source: { fields } }: typeof english) => [fields.date, fields.county, fields.order];
    expect(facts(translation)).toEqual(facts(english));
    if (findKind(name) === 'policy')
      expect(translation.compiled).toMatchObject({ updated: (english.compiled as { updated: string }).updated });
    expect(translation.digest).not.toBe(english.digest);
    if (english.source.fields.title) expect(translation.source.fields.title).not.toBe(english.source.fields.title);
  });

  test('has links to the same pages, in its language', () => {
    const links = ({ compiled }: typeof english) =>
      new Set([...JSON.stringify(compiled).matchAll(/<a href=\\"([^"\\]*)/g)].map(([, href = '']) => href));
    const base = toBasePath(language);
    const expected = [...links(english)].map((href) => (href.startsWith('/') ? base + href : href));
    expect([...links(translation)].toSorted()).toEqual(expected.toSorted());
  });
});

test('a text of a language has a key with it, whatever the folder', () => {
  const policy = (title: string) =>
    `---\ntitle: ${title}\nupdated: 2025-04-16\ndescription: What the text is about, in a sentence that is long enough.\n---\nWords.`;
  const read = (name: string) => readReleaseTexts(() => true, new Map([[name, policy('A title')]]));
  expect([...read('es/privacy-policy.md').keys()]).toEqual(['es/privacy-policy']);
  for (const name of ['en/privacy-policy.md', 'fr/privacy-policy.md', 'es/es/privacy-policy.md'])
    expect(() => read(name)).toThrow('No page shows the text');
});
