import { describe, expect, it } from 'vitest';
import { readHours } from './read-hours.ts';

function read(days: string, hours: string, months: string) {
  const mends: string[] = [];
  const result = readHours({ days, hours, months }, ({ text }) => mends.push(text));
  return { ...result, mends };
}

describe('The hours of a row', () => {
  it('are those of a market that is held on one day', () => {
    const { hours, note, mends } = read('Sun.', '8am - 1pm', 'Year Round');
    expect(hours).toMatchObject({ sunday: [{ opens: '08:00', closes: '13:00' }], monday: 'closed' });
    expect([note, mends]).toEqual(['Open Sundays from 8 am to 1 pm, year round.', []]);
  });

  it('are not read as those of fewer days', () => {
    const { hours, note, mends } = read('', 'Mon-Fri, 9–5', '');
    expect(hours).toMatchObject({ monday: [{ opens: '09:00', closes: '17:00' }], friday: [{ opens: '09:00' }] });
    expect([note, mends]).toEqual(['', []]);
    expect(read('Mon-Fri', '9-5', '')).toMatchObject({ hours, note: '' });
  });

  it('stay text where they cannot be read, and are reported', () => {
    expect(read('', 'By appointment', '')).toEqual({
      hours: null,
      note: 'Hours: By appointment.',
      mends: ["hours 'By appointment' are not read: kept as text"],
    });
    expect(read('Mon-Fri', 'dawn to dusk', 'May - Sep').note).toBe('Hours: Mon-Fri dawn to dusk, May - Sep.');
    expect(read('', 'x'.repeat(1000), '').note.length).toBeLessThan(320);
    expect(read('', '', '')).toEqual({ hours: null, note: '', mends: [] });
  });

  it('of a season are not those of the year', () => {
    expect(read('Wed', '4 - 8pm', 'Apr - Sep')).toMatchObject({
      hours: null,
      note: 'Open Wednesdays from 4 to 8 pm, April to September.',
      mends: [expect.stringContaining('kept as text')],
    });
  });

  it('keep what they say besides', () => {
    const { hours, note, mends } = read('', 'Mo-Fr 09:00-17:00; PH off', '');
    expect(hours).toMatchObject({ friday: [{ opens: '09:00', closes: '17:00' }], saturday: 'closed' });
    expect([note, mends.length]).toEqual(['Hours: PH off.', 1]);
  });
});
