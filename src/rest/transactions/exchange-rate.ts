import { z } from 'zod';
import type { TransactionDocument } from '../../domain/transactions/transaction.ts';
import { number } from '../http/json.ts';
import { amount, day, named, text } from '../http/members.ts';

const inReports = 'In the reporting currency.';

export const exchangeRateMember = named(
  'DocumentExchangeRate',
  'What a document was worth in the reporting currency when it was calculated.',
  {
    toCurrency: text('Reporting currency of the account.', ['EUR']),
    rate: z.number().meta({
      description:
        'What one unit of the currency of the document was worth; worked out from other rates, with 12 significant digits. An exact decimal.',
    }),
    on: day('Day that the rate was published for: the tax date, or shortly before.'),
    source: text('Publication that the rate was taken from.', ['ECB']),
    taxAmount: amount('Tax of the document, rounded once.', inReports),
    finalTransactionAmount: amount('Amount that the buyer pays, rounded once.', inReports),
  },
)
  .optional()
  .meta({
    description:
      'Conversion to reportingCurrency of the account; absent without one, in that currency, or with the notice EXCHANGE_RATE_MISSING.',
  });

export function exchangeRateJson({ exchangeRate }: Pick<TransactionDocument, 'exchangeRate'>) {
  if (!exchangeRate) return undefined;
  const { rate, taxAmount, finalTransactionAmount, ...told } = exchangeRate;
  return {
    ...told,
    rate: number(rate),
    taxAmount: number(taxAmount),
    finalTransactionAmount: number(finalTransactionAmount),
  };
}
