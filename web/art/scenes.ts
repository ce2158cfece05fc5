import { COUNTY_SLUGS, type CountySlug } from './counties.ts';
import { type Frame, finish, frameOf } from './scenes/frame.ts';
import { imperial } from './scenes/imperial.ts';
import { kern } from './scenes/kern.ts';
import { LIGHTS, type Light } from './scenes/light.ts';
import { losAngeles } from './scenes/los-angeles.ts';
import { lost } from './scenes/lost.ts';
import { orange } from './scenes/orange.ts';
import { riverside } from './scenes/riverside.ts';
import { sanBernardino } from './scenes/san-bernardino.ts';
import { sanDiego } from './scenes/san-diego.ts';
import { southernCalifornia } from './scenes/southern-california.ts';
import { ventura } from './scenes/ventura.ts';

/** Every place that has a picture: the counties, the whole region, and nowhere. */
export type ScenePlace = CountySlug | 'southern-california' | 'lost';

const PAINTERS: Record<ScenePlace, (frame: Frame) => string[]> = {
  'los-angeles-county': losAngeles,
  'orange-county': orange,
  'san-diego-county': sanDiego,
  'ventura-county': ventura,
  'riverside-county': riverside,
  'san-bernardino-county': sanBernardino,
  'imperial-county': imperial,
  'kern-county': kern,
  'southern-california': southernCalifornia,
  lost,
};

/**
 * A place's picture as an SVG document: 640×400, or 1600×480 when `wide`.
 * @param variant 0 to 5: dawn, morning, noon, golden hour, sunset, dusk; odd ones are mirrored
 */
export function scene(place: ScenePlace, variant: number, { wide = false }: { wide?: boolean } = {}): string {
  const frame = frameOf(LIGHTS[variant] as Light, variant, wide);
  return finish(frame, PAINTERS[place](frame));
}

/** The hour at which each place's header is painted. */
const HEADERS: Record<Exclude<ScenePlace, 'lost'>, number> = {
  'los-angeles-county': 4,
  'orange-county': 2,
  'san-diego-county': 1,
  'ventura-county': 0,
  'riverside-county': 4,
  'san-bernardino-county': 2,
  'imperial-county': 3,
  'kern-county': 3,
  'southern-california': 3,
};

/** Every picture that the site serves, by its address. */
export function* postcardFiles(): Generator<[path: string, svg: string]> {
  for (const place of [...COUNTY_SLUGS, 'southern-california'] as const) {
    for (let variant = 0; variant < LIGHTS.length; variant++) {
      yield [`/postcards/${place}-${variant}.svg`, scene(place, variant)];
    }
    yield [`/postcards/${place}-wide.svg`, scene(place, HEADERS[place], { wide: true })];
  }
  yield ['/postcards/lost.svg', scene('lost', 0)];
}
