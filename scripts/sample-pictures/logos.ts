import { circle, ellipse, path, rect, repeat, type Sheet, stroke, turn } from './sheet.ts';

/** A logo: its colors, the words below the mark, and the mark in a box of 320×320 whose middle is at 160, 130. */
export interface Logo {
  ground: string;
  ink: string;
  words: string;
  mark: (sheet: Sheet) => string[];
}

export const LOGO_SIZE = 320;

const pineMark = (x: number, foot: number, height: number, color: string) =>
  [0, 1, 2]
    .map((index) =>
      path(
        `M${x} ${foot - height + index * height * 0.22}l${height * (0.2 + index * 0.07)} ${height * 0.42}h${-height * (0.4 + index * 0.14)}z`,
        color,
      ),
    )
    .join('');

/** The logos of the samples by the names of their folders. */
export const LOGOS: Record<string, Logo> = {
  'marlow-and-finch': {
    ground: '#0a4c60',
    ink: '#ffffff',
    words: 'Marlow & Finch',
    mark: (s) => [
      path('M160 44q62 74 62 116a62 62 0 0 1-124 0q0-42 62-116z', s.linear(['#7fd0e6', '#2c9ab8'])),
      stroke('M128 166q16-20 32 0t32 0', '#ffffff', 10),
    ],
  },
  'bluebird-tortilla': {
    ground: '#fbf1dc',
    ink: '#8f2f1c',
    words: 'Bluebird',
    mark: (s) => [
      circle(160, 130, 92, '#efc04c'),
      path(
        'M84 150q20-66 90-66q8-26 40-24q24 2 28 22l22 8l-24 10q2 66-66 82q-44 10-66-14l-50 20q4-26 26-38z',
        s.linear(['#3f9fd0', '#1f6a9c']),
      ),
      path('M120 150q34-34 78-14q-16 40-78 14z', '#164e78'),
      circle(214, 82, 6, '#ffffff'),
    ],
  },
  'harbor-light-dental': {
    ground: '#e4f3f2',
    ink: '#0d5c68',
    words: 'Harbor Light',
    mark: (s) => [
      path('M160 92L20 60v70zM160 92L300 60v70z', s.linear(['#f6d27a', '#fdf3cf'])),
      path(
        'M104 108q0-42 40-36q16 4 32 0q40-6 40 36q0 34-14 66q-10 34-22 34q-10 0-12-34q-8-14-16 0q-2 34-12 34q-12 0-22-34q-14-32-14-66z',
        s.linear(['#2aa0a8', '#0d6f7a']),
      ),
      rect([148, 88, 24, 34], '#fff3b8', 5),
    ],
  },
  'windmill-stays': {
    ground: '#d96a2b',
    ink: '#fff6e4',
    words: 'Windmill',
    mark: () => [
      circle(160, 118, 88, '#f2b04e'),
      path('M153 118h14l10 120h-34z', '#fff6e4'),
      ...[10, 130, 250].map((angle) =>
        turn(angle, 160, 112, path('M154 112Q176 60 162 14Q146 60 152 112z', '#fff6e4')),
      ),
      circle(160, 112, 12, '#8f3f14'),
    ],
  },
  'topatopa-trail': {
    ground: '#233a30',
    ink: '#f0e6cc',
    words: 'Topatopa',
    mark: (s) => [
      circle(206, 92, 34, '#f2a04c'),
      path('M30 200L120 70L168 136L200 98L290 200z', s.linear(['#7fa08c', '#3f6a55'])),
      path('M120 70l34 46l-22-6l-14 16l-12-18l-20 10z', '#f4f0e2'),
      stroke('M150 200q30-14 6-30t10-30', '#e8cf9c', 8),
    ],
  },
  'orange-grove-montessori': {
    ground: '#fff4dd',
    ink: '#3f6a35',
    words: 'Orange Grove',
    mark: (s) => [
      circle(160, 146, 74, s.radial(['#ffc873', '#f2902c', '#d96f14'], 0.36, 0.3, 0.8)),
      path('M160 78q10-52 76-46q-10 56-76 46z', s.linear(['#7fb05c', '#3f7a35'])),
      stroke('M160 84q-4-20-16-30', '#6a4a2c', 8),
    ],
  },
  'big-pines-cabin-care': {
    ground: '#22344a',
    ink: '#eef4fb',
    words: 'Big Pines',
    mark: () => [
      circle(160, 122, 96, '#35506c'),
      pineMark(118, 206, 150, '#9fc0a8'),
      pineMark(208, 206, 120, '#7fa890'),
      path('M128 206v-44l34-32l34 32v44z', '#f4efe2'),
      rect([152, 172, 22, 34], '#c9743f'),
    ],
  },
  'salton-sun-solar': {
    ground: '#ffffff',
    ink: '#16456a',
    words: 'Salton Sun',
    mark: (s) => [
      repeat(9, (index) => turn(-80 + index * 20, 160, 136, path('M152 48h16l-4-30h-8z', '#f2a52c'))),
      path('M78 136a82 82 0 0 1 164 0z', s.linear(['#ffd060', '#f08a24'])),
      ...[0, 1, 2].map((row) =>
        repeat(4, (index) => rect([70 + index * 46, 146 + row * 24, 42, 20], s.linear(['#3f86c0', '#16456a'], 40), 3)),
      ),
    ],
  },
  'kern-river-auto': {
    ground: '#1c1f22',
    ink: '#ffffff',
    words: 'Kern River Auto',
    mark: () => [
      circle(160, 124, 96, '#3b4146'),
      repeat(24, (index) => turn(index * 15, 160, 124, rect([153, 26, 14, 18], '#1c1f22'))),
      circle(160, 124, 60, '#e8ecee'),
      stroke('M112 112q24-24 48 0t48 0M112 142q24-24 48 0t48 0', '#d8432f', 12),
    ],
  },
  'little-current': {
    ground: '#dff3f3',
    ink: '#0a5c73',
    words: 'Little Current',
    mark: (s) => [
      circle(222, 76, 26, '#f6b04c'),
      path('M40 204q6-130 110-140q70-4 84 60q-34-34-62-6q-22 30 10 54q34 22 98 32z', s.linear(['#4cc3cc', '#0a6f8c'])),
      stroke('M70 196q14-84 80-98', '#ffffff', 7),
    ],
  },
  'velvet-cactus': {
    ground: '#f9dfe3',
    ink: '#7a2f4c',
    words: 'Velvet Cactus',
    mark: (s) => [
      stroke('M160 206V70', '#3f7a58', 46),
      stroke('M160 160H110V116M160 136h48V98', '#3f7a58', 28),
      stroke('M152 196V80M168 196V80', '#5f9a74', 4),
      ...[
        [160, 46],
        [110, 96],
        [208, 78],
      ].map(
        ([x = 0, y = 0]) =>
          repeat(6, (index) => turn(index * 60, x, y, ellipse(x, y - 13, 8, 13, s.linear(['#f2849c', '#d04f74'])))) +
          circle(x, y, 7, '#f6d27a'),
      ),
    ],
  },
  'second-wind-yoga': {
    ground: '#efe9dd',
    ink: '#4b5a44',
    words: 'Second Wind',
    mark: (s) => [
      circle(160, 116, 84, '#f6d9a4'),
      ...[-64, 64, -34, 34, 0].map((angle) =>
        turn(angle, 160, 196, path('M160 196Q112 130 160 62Q208 130 160 196z', s.linear(['#d98a6a', '#b8604c']))),
      ),
      stroke('M70 206q45 22 90 0t90 0', '#6f8f72', 8),
    ],
  },
};
