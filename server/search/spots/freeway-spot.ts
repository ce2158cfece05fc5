import { toPlainText } from '#contract/values/plain-text.ts';
import { toPlainLetters } from '#contract/values/street-name.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import { type Area, findAreaByName } from '#server/search/areas.ts';
import { type Freeway, freewaysByName, freewaysByNumber } from './freeways.ts';

/** A freeway in the words of a search, with a place where they name one. */
export interface FreewaySpot {
  /** What is sought there: 'gas' of 'gas off the 91 in Corona'. */
  rest: string;
  freeways: Freeway[];
  /** 'I-405', or the name that was typed: 'Pacific Coast Highway'. */
  name: string;
  place: Area | undefined;
}

const PREPOSITION =
  /(?:near|off(?: of)?|along|by|on|around|close to|next to|at|from|cerca de|cerca del|por|sobre|junto a|en)/;
const ARTICLE = /(?:the|la|el|del) /;
const KIND =
  /(?:interstate|i|us|u\.s\.|ca|sr|state route|state highway|route|rte|ruta|highway|hwy|freeway|fwy|autopista|carretera)/;
const WORD = /(?:freeway|fwy|frwy|highway|hwy)/;
const DIRECTION = /(?: (?:north|south|east|west|nb|sb|eb|wb)(?:bound)?)?/;

/** 'the 405', 'I-405', '405 fwy', 'highway 1'. */
const NUMBERED = [
  String.raw`(?:${ARTICLE.source})?(?<kind>${KIND.source})\.?[ -]?(?<number>\d{1,3})(?: ${WORD.source})?`,
  String.raw`${ARTICLE.source}(?<number2>\d{1,3})(?: ${WORD.source})?`,
  String.raw`(?<number3>\d{1,3}) ${WORD.source}`,
].join('|');

const NAMES = [...freewaysByName.keys()].sort((a, b) => b.length - a.length);
const NAMED = NAMES.map((name) =>
  name.replace(/ freeway$/, ` ${WORD.source}`).replace(/ highway$/, ' (?:highway|hwy)'),
).join('|');

const SPOT = new RegExp(
  `^(?<rest>.*?)(?:^|(?<= ))(?:${PREPOSITION.source} )?(?:${NUMBERED}|(?:${ARTICLE.source})?(?<named>${NAMED}))${DIRECTION.source}(?<after>(?: .*)?)$`,
);

/**
 * The freeway that the words of a search are near to: 'the 405', 'gas off the 91 in Corona', 'tacos I-5', 'PCH Malibu'. Behind it stands nothing
 * or a place that we know.
 * @param place of the field beside the words
 */
export function readFreewaySpot(gazetteer: Gazetteer, text: string, place: Area | undefined): FreewaySpot | undefined {
  const plain = toPlainLetters(toPlainText(text)).replace(/,/g, ' ').replace(/\s+/g, ' ').trim();
  if (!/\d|freeway|fwy|frwy|highway|hwy|pch|parkway|toll/.test(plain)) return undefined;
  const { groups } = SPOT.exec(plain) ?? {};
  // 'Sepulveda and the 405' is a crossing.
  if (!groups || /(?:^| )(?:and|y|&|\/)$/.test(groups.rest?.trim() ?? '')) return undefined;
  const number = groups.number ?? groups.number2 ?? groups.number3;
  const named = (groups.named ?? '').replace(/ (?:fwy|frwy)$/, ' freeway').replace(/ hwy$/, ' highway');
  const freeways = number === undefined ? (freewaysByName.get(named) ?? []) : findNumbered(number, groups.kind);
  if (freeways.length === 0) return undefined;
  const after = (groups.after ?? '').trim().replace(/^(?:in|near|at|around|en|cerca de)\s+/, '');
  const behind = after === '' ? place : findPlace(gazetteer, after);
  if (after !== '' && !behind) return undefined;
  return { rest: (groups.rest ?? '').trim(), freeways, name: toName(freeways, number, named), place: behind };
}

const findPlace = (gazetteer: Gazetteer, text: string) =>
  findAreaByName(gazetteer, text) ?? findAreaByName(gazetteer, text.replace(/ (?:ca|california)$/, ''));

const PREFIXES: Record<string, string> = { i: 'I-', interstate: 'I-', us: 'US-', 'u.s.': 'US-', ca: 'SR-', sr: 'SR-' };

/** The freeways of a number: those of the kind that was typed, else all, which go on in one another as the 210 does. */
function findNumbered(number: string, kind = ''): Freeway[] {
  const all = freewaysByNumber.get(String(Number(number))) ?? [];
  const prefix = PREFIXES[kind] ?? (kind.startsWith('state') ? 'SR-' : undefined);
  const ofKind = prefix ? all.filter(({ ref }) => ref.startsWith(prefix)) : [];
  return ofKind.length > 0 ? ofKind : all;
}

/** The name as it is written: that of the freeway for highway 1, which is called so. */
function toName([first]: Freeway[], number: string | undefined, typed: string): string {
  if (number !== undefined && first?.number !== '1') return first?.ref ?? '';
  const names = first?.names ?? [];
  return names.find((name) => name.length > 3 && name.toLowerCase() === typed) ?? names[0] ?? '';
}
