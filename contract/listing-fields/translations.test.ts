import { describe, expect, it } from 'vitest';
import { LISTING_FIELDS } from './listing-fields.ts';

const { input, value } = LISTING_FIELDS.translations;
const SPANISH = { title: 'Plomería Hora Dorada', description: 'Fugas, desagües y calentadores.' };
const issues = (translations: unknown) =>
  input.safeParse(translations).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [];

describe('The texts of a listing in other languages', () => {
  it('are each optional, trimmed, and left out where they are empty', () => {
    expect(input.parse(undefined)).toEqual({});
    expect(input.parse({ es: SPANISH })).toEqual({ es: SPANISH });
    expect(input.parse({ es: { title: ` ${SPANISH.title} `, description: ' \n ' } })).toEqual({
      es: { title: SPANISH.title },
    });
    expect(input.parse({ es: { title: '', description: '' }, en: {} })).toEqual({});
    expect(input.parse({ es: { title: undefined } })).toEqual({});
  });

  it('have the limits and the messages of the original', () => {
    const { title, description } = LISTING_FIELDS;
    for (const [name, original, texts] of [
      ['title', title, ['Hola', 'ñ'.repeat(101), 'Plome\0ría', 'Plome\nría']],
      ['description', description, ['Muy corta.', 'ñ'.repeat(1001), 'Fugas, desagües y\0calentadores.']],
    ] as const) {
      for (const text of texts) {
        const message = original.input.safeParse(text).error?.issues[0]?.message;
        expect(issues({ es: { [name]: text } })).toEqual([[`es.${name}`, message]]);
      }
    }
    const longest = { title: 'ñ'.repeat(100), description: 'ñ'.repeat(1000) };
    expect(input.parse({ es: longest })).toEqual({ es: longest });
  });

  it('are those of languages of the site only', () => {
    expect(issues({ fr: { title: 'Bonjour' } })).toHaveLength(1);
    expect(issues([])).toHaveLength(1);
    expect(issues({ es: 'Hola' })).toHaveLength(1);
    expect(input.parse({ es: { ...SPANISH, level: 'premium' } })).toEqual({ es: SPANISH });
  });

  it('are restored in forms also where they are not valid', () => {
    expect(value.parse({ es: { title: 'Hola', description: '' } })).toEqual({ es: { title: 'Hola', description: '' } });
  });
});

it('The language of a listing is one of the site, and English without one', () => {
  expect(LISTING_FIELDS.language.input.parse(undefined)).toBe('en');
  expect(LISTING_FIELDS.language.input.parse('es')).toBe('es');
  expect(LISTING_FIELDS.language.input.safeParse('fr').error?.issues[0]?.message).toBe('Choose a language');
});
