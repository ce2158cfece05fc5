import { expect, it } from 'vitest';
import { getPaidPlan } from './plans.ts';

it.each([
  ['annual', 'annual'],
  ['enhanced', 'enhanced'],
  ['premium', 'monthly'],
  ['basic', 'monthly'],
  ['constructor', 'monthly'],
  [null, 'monthly'],
])('The checkout for the plan %s is of %s', (requested, selected) => {
  expect(getPaidPlan(requested).id).toBe(selected);
});
