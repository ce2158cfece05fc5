import { describe, expect, it } from 'vitest';
import { isPoorer } from './fuller-facts.ts';

describe('A value that says less of the same', () => {
  it.each([
    ['phone', '(714) 555-0102', '(714) 555-0102 x12'],
    ['phone', '(714) 555-0102', '(714) 555-0102 / (714) 555-0103'],
    ['phone', '(714) 555-0102 x12', '(714) 555-0102 x12 / (714) 555-0103 (Office)'],
    ['phone', '(714) 555-0102', '(714) 555-0102 (Office)'],
    ['website', 'https://deli.example', 'https://www.deli.example/irvine'],
    ['website', 'http://www.deli.example/', 'https://deli.example/?store=5'],
    ['address', '100 Main St', '100 Main Street, Suite 210'],
    ['address', '100 N Main St', '100 North Main St #5'],
  ] as const)('%s: %s is poorer than %s', (column, value, fuller) => {
    expect(isPoorer[column](value, fuller)).toBe(true);
    expect(isPoorer[column](fuller, value)).toBe(false);
    expect(isPoorer[column](value, value)).toBe(false);
  });

  it.each([
    ['phone', '(714) 555-0102', '(714) 555-0103 x12'],
    ['phone', '(714) 555-0102 x15', '(714) 555-0102 x12'],
    ['phone', '(714) 555-0103', '(714) 555-0102 / (714) 555-0103'],
    ['website', 'https://deli.example', 'https://cafe.example/irvine'],
    ['website', 'https://deli.example/tustin', 'https://deli.example/irvine'],
    ['website', 'no address', 'https://deli.example/irvine'],
    ['address', '100 Main St', '102 Main St Ste 210'],
    ['address', '100 Main St', '100 Elm St Ste 210'],
    ['address', '100 Main St Ste 5', '100 Main St Ste 210'],
  ] as const)('%s: %s is another than %s', (column, value, fuller) => {
    expect(isPoorer[column](value, fuller)).toBe(false);
  });
});
