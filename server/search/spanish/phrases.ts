import type { Word } from '#server/search/tokenize.ts';
import { withoutAccents } from './accents.ts';

/** Words between the others of a Spanish phrase, with or without which it says the same: 'pastel de tres leches', 'dentista para niños'. */
const LINKS = new Set('a al con de del e el en la las los para por un una y'.split(' '));
const ARTICLES = new Set(['el', 'la', 'las', 'los']);

/** Whether it is an article behind another word that links: 'de la', but not that of 'La Mesa'. */
export const isLinkedArticle = (text: string, before: string | undefined): boolean =>
  ARTICLES.has(text) && before !== undefined && LINKS.has(before);

/**
 * The same for Spanish phrases that are alike but for number, and for words that link the others; null where such a word is first or
 * last. Not by stems: 'pesca' has the stem of 'pescado', 'pasto' that of 'pasta'.
 */
export function toSpanishKey(words: Word[]): string | null {
  if (words.length === 0 || isLink(words[0]) || isLink(words.at(-1))) return null;
  return words.flatMap(({ text }) => (LINKS.has(text) ? [] : [toRoot(text)])).join(' ');
}

const isLink = (word: Word | undefined) => word !== undefined && LINKS.has(word.text);

const DANGLING = new Set('con de del en para por y'.split(' '));

/** The words without those that link them to others which were left out: 'natación' of 'de natación'. */
export function trimLinks(words: Word[]): Word[] {
  const dangles = (word: Word) => DANGLING.has(word.text);
  const from = words.findIndex((word) => !dangles(word));
  return from < 0 ? words : words.slice(from, words.findLastIndex((word) => !dangles(word)) + 1);
}

/** What singular and plural have in common: 'flor' of 'flores', 'clas' of 'clases', 'luz' of 'luces'. */
const toRoot = (word: string) =>
  word
    .replace(/(?<=..[aeiou])s$/, '')
    .replace(/(?<=..[lnrdjszcy])e$/, '')
    .replace(/c$/, 'z');

/**
 * The key of a phrase for what is done, by its noun: 'reparacion celular' of 'arreglan celulares' and of 'compostura de celulares'; null
 * for other phrases.
 */
export function toActionKey(key: string): string | null {
  const [first = '', ...others] = key.split(' ');
  const noun = ACTION.test(first) ? ACTIONS.find(([pattern]) => pattern.test(first))?.[1] : undefined;
  return noun === undefined ? null : [noun, ...others].join(' ');
}

const ACTION = /^(repar|arregl|compo|instal|limpi|rent|alquil|ven|cambi)/;

// Roots of verbs and nouns, as `toRoot` leaves them.
const ACTIONS: [pattern: RegExp, noun: string][] = [
  [/^(repar|arregl|compon|compost)(a|an|ar|amo|en|ga|gan|ger|er|ur|ura|o|acion|acione)?$/, 'reparacion'],
  [/^instal(a|an|ar|en|acion)?$/, 'instalacion'],
  [/^limpi(a|an|ar|en|eza)?$/, 'limpieza'],
  [/^(rent|alquil)(a|an|ar|en|er)?$/, 'renta'],
  [/^vend(en|er|an)?$|^venta$/, 'venta'],
  [/^cambi(a|an|ar|en|o)?$/, 'cambio'],
];

/** The masculine of what a woman does: 'abogado' of 'abogada', 'doctor' of 'doctora'; itself where it has none. */
export const toMasculine = (text: string): string =>
  /as?\b/.test(text)
    ? text
        .split(' ')
        .map((word) => word.replace(/(or)a(s?)$/, (_, end, s) => end + (s && 'es')).replace(FEMININE, '$1o$2'))
        .join(' ')
    : text;

const FEMININE = /^(\w{2,}(?:er|ic|og|ad|an|ari))a(s?)$/;

/** The plural of a Spanish noun with its adjectives: 'talleres mecánicos', 'agencias de viajes'. */
export function toSpanishPlural(text: string): string {
  const [noun = '', ...rest] = text.split(/ (?=(?:de|del|para|con|a|y|en|por|sin|al|la|el) )/);
  return [noun.split(' ').map(toPlural).join(' '), ...rest].join(' ');
}

function toPlural(word: string): string {
  if (/[áéíóú]s$/.test(word)) return `${withoutAccents(word)}es`;
  if (word.endsWith('s')) return word;
  if (word.endsWith('z')) return `${word.slice(0, -1)}ces`;
  return /[lnrdjxy]$/.test(word) ? `${word}es` : `${word}s`;
}

/** The words of a Spanish phrase as `search_fold` leaves them. They have no stems. */
export const splitSpanish = (text: string): Word[] =>
  (withoutAccents(text.toLowerCase().replace(/['’]/g, '').replaceAll('&', ' and ')).match(/[\p{L}\d]+/gu) ?? []).map(
    toWord,
  );

export const toWord = (text: string): Word => ({ text, stem: text, spanish: text });
