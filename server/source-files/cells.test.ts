import { expect, it } from 'vitest';
import { readCell } from './cells.ts';

it.each([
  ['="92614"', '92614'],
  ['="Joe ""J"" Deli"', 'Joe "J" Deli'],
  ["'92614", '92614'],
  ["'+1 949 555 0134", '+1 949 555 0134'],
  ['=9495550164', '9495550164'],
  ["'=1+1 Tutors", '=1+1 Tutors'],
  ["''=1+1 Tutors", "'=1+1 Tutors"],
  ["'@home Cleaning", '@home Cleaning'],
  ["'-117.83", '-117.83'],
  // No guards.
  ['=1+1 Tutors', '=1+1 Tutors'],
  ['+Plus Tutoring', '+Plus Tutoring'],
  ['@home Cleaning', '@home Cleaning'],
  ["'Round the Corner", "'Round the Corner"],
  ["'50s Diner", "'50s Diner"],
  ['#1 Nails', '#1 Nails'],
  ['N/A Coffee', 'N/A Coffee'],
])('%s is %s', (text, value) => {
  expect(readCell(text)).toBe(value);
});

it.each([
  ...[
    '',
    ' ',
    '-',
    '—',
    'N/A',
    'n/a',
    'NULL',
    'nan',
    'None',
    'Unknown',
    'TBD',
    '#N/A',
    '#NAME?',
    '#REF!',
    '#VALUE!',
    '#DIV/0!',
  ],
  ...[
    '#####',
    '#¿NOMBRE?',
    '#¡REF!',
    '#N/D',
    '=1+1',
    '=A1',
    '=A1&B1',
    '=HYPERLINK("http://evil.example";"Click")',
    "=cmd|'/c calc'!A0",
  ],
])('%s is nothing', (text) => {
  expect(readCell(text)).toBe('');
});
