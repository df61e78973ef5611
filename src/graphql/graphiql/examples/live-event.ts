import { aSale } from './sale.ts';

/** What the page stores in the demo while FollowDocuments runs, under another name each time, so that an event is shown. */
export const liveEvent = (customerId: string) => ({
  query: `mutation ShowEvent($input: TransactionInput!) {
  upsertTransaction(input: $input) { __typename }
}`,
  input: {
    ...aSale(customerId, 'ESTIMATE-LIVE'),
    transactionType: 'ESTIMATE',
    items: [{ name: 'Lamp', taxCode: 'C1S1', unitPrice: '100.00' }],
  },
});
