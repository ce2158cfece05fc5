import { describe, expect, it } from 'vitest';
import { readStreetName, toHouseNumber } from './street-name.ts';

const read = (street: string) => {
  const { words, direction, type } = readStreetName(street);
  return [words.join(' '), direction, type];
};

describe('The name of a street', () => {
  it.each([
    ['North Harbor Boulevard', 'harbor', 'n', 'blvd'],
    ['N. HARBOR BLV', 'harbor', 'n', 'blvd'],
    ['So Main St.', 'main', 's', 'st'],
    ['Fourth Street', '4', null, 'st'],
    ['E 4TH ST', '4', 'e', 'st'],
    ['Paseo de Peñasquitos', 'paseo de penasquitos', null, null],
    ['State Highway 78', '78', null, null],
    ['E Street', 'e', null, 'st'],
    ['1 North East St', '1', 'e', 'st'],
    ["O'Farrell Way", 'ofarrell', null, 'way'],
    ['Avenida de la Playa', 'avenida de la playa', null, null],
    ['', '', null, null],
  ])('%s', (street, words, direction, type) => {
    expect(read(street)).toEqual([words, direction, type]);
  });
});

it.each([
  ['2701C', '2701'],
  ['39-000', '39000'],
  ['0042', '42'],
  ['One', '1'],
  ['123 1/2', '123'],
  ['', ''],
])('The number of the house %s is %s', (typed, number) => expect(toHouseNumber(typed)).toBe(number));
