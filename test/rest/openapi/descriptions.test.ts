import { expect, it } from 'vitest';
import { filtersDescribedTwice, sharedFilters } from '../../support/described-twice.ts';
import { at, document, recordOf } from '../../support/openapi.ts';

function descriptionsIn(value: unknown, path: string): (readonly [path: string, text: string])[] {
  if (Array.isArray(value)) return value.flatMap((one, index) => descriptionsIn(one, `${path}/${index}`));
  const members = Object.entries(recordOf(value)).filter(([name]) => !/^examples?$/.test(name));
  return members.flatMap(([name, one]) =>
    name === 'description' && typeof one === 'string' ? [[path, one] as const] : descriptionsIn(one, `${path}/${name}`),
  );
}

it('no description begins or ends with a blank', () => {
  const loose = descriptionsIn(document, '').filter(([, text]) => text !== text.trim());
  expect(loose.map(([path]) => path)).toEqual([]);
});

it('no member says the same sentence twice', () => {
  const twice = descriptionsIn(at('components', 'schemas'), '').filter(([, text]) => {
    const sentences = text.split(/(?<=\.) /);
    return new Set(sentences).size < sentences.length;
  });
  expect(twice.map(([path]) => path)).toEqual([]);
});

it('a filter has one description for both interfaces', () => {
  expect(sharedFilters().length).toBeGreaterThan(50);
  // The parameters `from` and `to` of returns compare the other end of the period.
  expect(filtersDescribedTwice().map(({ name }) => name)).toEqual(['TaxReturnFilter.from', 'TaxReturnFilter.to']);
});
