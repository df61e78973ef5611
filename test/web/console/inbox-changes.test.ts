import { expect, it } from 'vitest';
import { changesAhead, changesWhereSold } from '../../../src/web/console/views/inbox/rate-changes.ts';

const inState = (name: string, state: string) => ({ name, country: 'US', state });
const row = (country: string, state: string | null) => ({ key: { country, state } });

it('looks ninety days ahead, past tax holidays', () => {
  expect(changesAhead('2026-11-25')).toEqual({
    effectiveOn: { gt: '2026-11-25', lte: '2027-02-23' },
    kind: { ne: 'HOLIDAY' },
    status: { eq: 'ENACTED' },
  });
});

it('reports changes where something was sold, once per place and day', () => {
  const told = changesWhereSold({
    rateChanges: {
      nodes: [
        {
          ...{
            effectiveOn: '2027-01-01',
            kind: 'RULE',
            taxCodes: ['C3S1', 'C3S2'],
            before: { rate: null },
            after: null,
          },
          jurisdiction: inState('Colorado', 'CO'),
        },
        {
          ...{ effectiveOn: '2027-01-01', kind: 'RULE', taxCodes: ['C3S2'], before: null, after: null },
          jurisdiction: inState('Colorado', 'CO'),
        },
        {
          ...{
            effectiveOn: '2027-01-01',
            kind: 'RATE',
            taxCodes: [],
            before: { rate: '0.03' },
            after: { rate: '0.05' },
          },
          jurisdiction: inState('Skagway', 'AK'),
        },
        {
          ...{ effectiveOn: '2027-01-01', kind: 'RATE', taxCodes: [], before: null, after: { rate: '0.01' } },
          jurisdiction: { name: 'Cyprus', country: 'CY', state: null },
        },
      ],
    },
    liability: { rows: [row('US', 'CO'), row('CY', null), row('US', 'MN')] },
  });
  expect(told).toEqual([
    { effectiveOn: '2027-01-01', country: 'US', state: 'CO', rates: [], codes: 2 },
    {
      ...{ effectiveOn: '2027-01-01', country: 'CY', state: null, codes: 0 },
      rates: [{ name: 'Cyprus', before: null, after: '0.01' }],
    },
  ]);
});
