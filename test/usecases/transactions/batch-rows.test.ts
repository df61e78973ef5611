import { describe, expect, it } from 'vitest';
import { parseInput } from '../../../src/domain/base/parse-input.ts';
import { type BatchRow, lanesOf, splitRows } from '../../../src/usecases/transactions/batch-rows.ts';
import { anInvoiceBody, anItemBody } from '../../support/bodies.ts';
import { inputs } from '../../support/context.ts';

const customerId = '0190a0a0-0000-7000-8000-000000000000';

/** `A` is an invoice, `B<A` a refund of it. */
function rowsOf(text: string): BatchRow[] {
  return text.split(' ').map((word, index) => {
    const [externalId, createdFrom] = word.split('<');
    const refund = createdFrom === undefined ? {} : { transactionType: 'REFUND', createdFrom };
    return { index, input: parseInput(inputs.transaction, anInvoiceBody(customerId, { externalId, ...refund })) };
  });
}

const indexes = (rows: readonly BatchRow[]) => rows.map(({ index }) => index).join();

describe('splitRows', () => {
  it.each([
    ['A B C', '0,1,2', '', 'new keys go together'],
    ['A B A A', '0,1', '2,3', 'a key that came before waits'],
    ['A B<A C', '0,2', '1', 'a refund follows what is stored together'],
    ['B<A A C', '2', '0,1', 'an invoice waits for a refund that was sent before it'],
    ['A B<A A', '0', '1,2', 'so does its change'],
    ['B<A B', '', '0,1', 'a refund is a document too'],
  ])('splits %s into %s and %s: %s', (text, together, apart) => {
    const parts = splitRows(rowsOf(text));
    expect([indexes(parts.together), indexes(parts.apart)]).toEqual([together, apart]);
  });

  it.each([
    ['NOT_TAXABLE', '0', '1'],
    ['TAXABLE', '0,1', ''],
  ])(
    'lets an invoice with an item that is %s, as copied from its order, follow the order only if need be',
    (taxableCategory, together, apart) => {
      const copied = { externalId: 'I', createdFrom: 'A', items: [anItemBody({ taxableCategory })] };
      const invoice = { index: 1, input: parseInput(inputs.transaction, anInvoiceBody(customerId, copied)) };
      const parts = splitRows([...rowsOf('A'), invoice]);
      expect([indexes(parts.together), indexes(parts.apart)]).toEqual([together, apart]);
    },
  );
});

describe('lanesOf', () => {
  it.each([
    ['A B C', ['0', '1', '2']],
    ['A B A', ['0,2', '1']],
    ['R1<A B R2<A', ['0,2', '1']],
    ['A B C<A D<B B<A', ['0,1,2,3,4']],
  ])('puts %s into the lanes %j', (text, lanes) => {
    expect(lanesOf(rowsOf(text)).map(indexes).sort()).toEqual(lanes);
    expect(lanesOf(rowsOf(text).reverse()).map(indexes).sort()).toEqual(lanes);
  });
});
