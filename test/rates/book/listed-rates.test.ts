import { expect, it } from 'vitest';
import { listedStates } from '../../../src/domain/coverage/freshness.ts';
import { loadReferenceData } from '../../../src/rates/book/bundled.ts';
import { readListedRates } from '../../../src/rates/book/listed-rates.ts';
import { aCorrectionsLayer } from '../../support/rate-layers.ts';

const findBoundaries = async () => [];

it.each([
  ['the bundled book', 0, []],
  ['an imported list', 3, [aCorrectionsLayer({ rows: [], lists: { MN: '2027-01-01' }, asOf: '2027-01-01' })]],
])('has the lists of %s without loading it', (_name, number, layers) => {
  const book = loadReferenceData({ number, layers, findBoundaries });
  const { version, states, setAside } = readListedRates({ number, layers });
  expect({ version, states, setAside }).toEqual({
    version: book.version,
    states: listedStates(book),
    setAside: book.setAside,
  });
});
