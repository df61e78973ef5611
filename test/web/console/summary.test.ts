import { expect, it } from 'vitest';
import { summaryOf } from '../../../src/web/console/views/documents/summary.ts';

const header =
  'serviceId,externalId,taxDate,currency,shippingState,shippingCountry,signedNetAmount,signedTaxAmount,signedFinalTransactionAmount,customerName,customerExternalId';

it('has the columns that people read, with cells as they were written', () => {
  const rows = [
    'a,INV-1,2026-06-15,USD,MN,US,100,9.03,109.03,"Brandt, ""Ada""\nLtd",C-1',
    "b,'=1+1,2026-06-16,EUR,,DE,-50,-9.5,-59.5,,C-2",
  ];
  expect(summaryOf(`${[header, ...rows].join('\r\n')}\r\n`).split('\r\n')).toEqual([
    'Date,Number,Customer,State,Sales,Tax,Total,Currency',
    '2026-06-15,INV-1,"Brandt, ""Ada""\nLtd",MN,100,9.03,109.03,USD',
    "2026-06-16,'=1+1,C-2,DE,-50,-9.5,-59.5,EUR",
    '',
  ]);
});

it('has only its header for an empty list', () => {
  expect(summaryOf(`${header}\r\n`)).toBe('Date,Number,Customer,State,Sales,Tax,Total,Currency\r\n');
});
