import { expect, it } from 'vitest';
import {
  describedTwice,
  filtersDescribedTwice,
  sharedFilters,
  sharedInputFields,
} from '../../support/described-twice.ts';
import { at, document, recordOf } from '../../support/openapi.ts';

function descriptionsIn(value: unknown, path: string): (readonly [path: string, text: string])[] {
  if (Array.isArray(value)) return value.flatMap((one, index) => descriptionsIn(one, `${path}/${index}`));
  const members = Object.entries(recordOf(value)).filter(([name]) => !/^examples?$/.test(name));
  return members.flatMap(([name, one]) =>
    name === 'description' && typeof one === 'string' ? [[path, one] as const] : descriptionsIn(one, `${path}/${name}`),
  );
}

it('no description begins or ends with a space', () => {
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
  expect(filtersDescribedTwice()).toEqual([]);
});

it('an input field has one description for both interfaces', () => {
  expect(sharedInputFields().length).toBeGreaterThan(150);
  expect(describedTwice(sharedInputFields())).toEqual([]);
});
