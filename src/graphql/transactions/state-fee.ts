import type { StateFee } from '../../domain/transactions/transaction.ts';
import type { Builder } from '../base/builder.ts';

export function addStateFee(builder: Builder) {
  return builder.objectRef<StateFee>('StateFee').implement({
    description: 'A fee of a fixed amount that a state lays on a sale, such as Colorado’s on deliveries.',
    fields: (t) => ({
      state: t.exposeString('state', { description: 'The state’s code.' }),
      name: t.exposeString('name', { description: 'What it is called.' }),
      amount: t.expose('amount', { type: 'Decimal', description: 'In US dollars.' }),
      law: t.exposeString('law', { description: 'The law that lays it on.' }),
      unless: t.exposeString('unless', { description: 'What frees a seller from it, which a document cannot show.' }),
    }),
  });
}
