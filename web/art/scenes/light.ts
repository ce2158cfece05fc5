/** A colour as `#RRGGBB`. */
export type Hex = string;

/** The hour that a scene is painted at: it colours the sky and tints everything under it. */
export type Light = {
  name: 'dawn' | 'morning' | 'noon' | 'golden hour' | 'sunset' | 'dusk';
  /** From the top of the picture down to the horizon. */
  sky: readonly [Hex, Hex, Hex];
  sun: Hex;
  /** What glows round the sun and glitters on water. */
  glow: Hex;
  /** What distance fades into. */
  haze: Hex;
  /** What the air adds to every colour, and how much of it (0 to 1). */
  air: readonly [Hex, number];
  /** Where the sun stands: x in picture units, height above the horizon from 0 (setting) to 1. */
  sunX: number;
  sunHeight: number;
  rays: boolean;
  lamps: boolean;
};

/** The six hours, in the order of a postcard's variants. */
export const LIGHTS: readonly Light[] = [
  {
    name: 'dawn',
    sky: ['#8CC3CB', '#F3D9C2', '#FCEBD2'],
    sun: '#FFF6E2',
    glow: '#FBCF9B',
    haze: '#F5DCC4',
    air: ['#A9705F', 0.13],
    sunX: 205,
    sunHeight: 0.32,
    rays: true,
    lamps: false,
  },
  {
    name: 'morning',
    sky: ['#7FC9D4', '#C4E6DF', '#FBF5E4'],
    sun: '#FFF3CC',
    glow: '#FFF7DE',
    haze: '#DDEEE6',
    air: ['#FFF3CC', 0.06],
    sunX: 245,
    sunHeight: 0.66,
    rays: false,
    lamps: false,
  },
  {
    name: 'noon',
    sky: ['#2B8FA8', '#74C6D3', '#DDF1E8'],
    sun: '#FFFBF0',
    glow: '#DDF1E8',
    haze: '#BCE0E1',
    air: ['#FFFFFF', 0],
    sunX: 190,
    sunHeight: 0.86,
    rays: false,
    lamps: false,
  },
  {
    name: 'golden hour',
    sky: ['#EE9A45', '#F8C477', '#FDE8B6'],
    sun: '#FFF6D8',
    glow: '#FFE9B0',
    haze: '#FAD596',
    air: ['#D9741F', 0.13],
    sunX: 225,
    sunHeight: 0.42,
    rays: true,
    lamps: false,
  },
  {
    name: 'sunset',
    sky: ['#1C6C83', '#F0C08A', '#EE7B36'],
    sun: '#FFE7B3',
    glow: '#FBB864',
    haze: '#EF9B5C',
    air: ['#6E2A10', 0.2],
    sunX: 235,
    sunHeight: 0.16,
    rays: false,
    lamps: true,
  },
  {
    name: 'dusk',
    sky: ['#0B3547', '#27788D', '#F1B483'],
    sun: '#FF9A52',
    glow: '#F6C193',
    haze: '#7DA5A6',
    air: ['#1A2C47', 0.42],
    sunX: 215,
    sunHeight: 0.05,
    rays: false,
    lamps: true,
  },
];

/** The local colours that scenes share, as they look at noon and near by. */
export const PAINT = {
  paper: '#FBF7EF',
  ink: '#14232B',
  pacific: '#0A5C73',
  lagoon: '#5CC3D8',
  poppy: '#D9561A',
  apricot: '#FF9A52',
  sage: '#3E6B4F',
  grass: '#8FB47C',
  straw: '#E3BE74',
  sand: '#F0D6A4',
  clay: '#BE7448',
  rock: '#7F6A62',
  slate: '#3F6675',
} as const satisfies Record<string, Hex>;

/** The colour that lies `share` of the way from `a` to `b`. */
export function mix(a: Hex, b: Hex, share: number): Hex {
  const channel = (hex: Hex, at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  return `#${[1, 3, 5]
    .map((at) => Math.round(channel(a, at) + (channel(b, at) - channel(a, at)) * share))
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('')}`;
}

/** A local colour as it looks in this light, `depth` of the way to the horizon (0 near, 1 lost in haze). */
export const lit = (light: Light, colour: Hex, depth = 0): Hex =>
  mix(mix(colour, light.air[0], light.air[1] * (1 - depth * 0.5)), light.haze, depth);
