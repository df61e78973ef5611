import type { StateFee } from '../../domain/transactions/transaction.ts';
import { builder } from '../base/builder.ts';

export const StateFeeRef = builder.objectRef<StateFee>('StateFee').implement({
  description: 'A fixed fee that a state charges on a sale, such as the retail delivery fee of Colorado.',
  fields: (t) => ({
    state: t.exposeString('state', { description: 'Code of the state, such as `CO`.' }),
    name: t.exposeString('name', { description: 'Official name of the fee, such as Retail Delivery Fee.' }),
    amount: t.expose('amount', { type: 'Decimal', description: 'Amount in US dollars.' }),
    isCharged: t.boolean({
      description: 'Whether the total of the document includes the fee; see the setting `deliveryFees`.',
      resolve: ({ isCharged }) => isCharged === true,
    }),
    law: t.exposeString('law', { description: 'Law that imposes the fee.' }),
    unless: t.exposeString('unless', {
      description: 'What exempts a seller from the fee, which the document does not show.',
    }),
  }),
});
