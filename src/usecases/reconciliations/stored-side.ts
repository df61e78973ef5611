import { AppError } from '../../domain/base/errors.ts';
import type { NaturalKey } from '../../domain/base/record-name.ts';
import type { ReconciliationOptions } from '../../domain/reconciliations/reconciliation-options.ts';
import type { TheirDocument } from '../../domain/reconciliations/their-document.ts';
import type { QuoteInput } from '../../domain/transactions/quote-input.ts';
import { signOf } from '../../domain/transactions/signed-amount.ts';
import { declaredInput, type InputDefaults } from '../../domain/transactions/submitted-input.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { Session } from '../../ports/context.ts';
import { type Decimal, decimal } from '../../tax/numbers/decimal.ts';
import { pagesOfTransactions } from '../transactions/pages-of-transactions.ts';
import { KeySet } from './key-set.ts';

/** A stored document, to be compared with that of the file. */
export type StoredDocument = {
  readonly quote: QuoteInput;
  readonly currency: string;
  /** Positive in a refund, as stored. */
  readonly taxAmount: Decimal;
  readonly isRefund: boolean;
  /** Whether its tax is that of an invoice, which nothing else changes. */
  readonly isLinkedRefund: boolean;
};

type MissingDocument = NaturalKey & {
  readonly currency: string;
  readonly taxDate: string;
  readonly taxAmount: Decimal;
};

const mostDocuments = 2 ** 24;

/** The documents stored here: those of the file, and those of its period that it lacks. */
export function createStoredSide(
  { stores }: Session,
  defaults: InputDefaults,
  { source: ofFile, from, to }: ReconciliationOptions,
) {
  const seen = new KeySet(mostDocuments);
  const sources = new Set<string>();
  let [first, last] = [from, to];

  function note(key: NaturalKey): void {
    if (!seen.add(textOf(key)))
      throw new AppError('BODY_TOO_LARGE', 'The file has too many documents; send it in parts.');
    sources.add(key.source);
  }

  return {
    /** Remembers a document that the file has, and that is not compared. */
    note,

    /** Whether it is known which stored documents the file should have. */
    get hasPeriod(): boolean {
      return first !== null && last !== null && (sources.size > 0 || ofFile !== null);
    },

    /** In the order of the documents; null for those that are not stored, or are cancelled. */
    async find(documents: readonly TheirDocument[]): Promise<(StoredDocument | 'REPEATED' | null)[]> {
      const keys = documents.map(({ quote }) => keyOf(quote));
      for (const { quote } of documents) {
        const day = quote.taxDate ?? quote.externalTimestamps!.createdDate;
        if (from === null && (first === null || day < first)) first = day;
        if (to === null && (last === null || day > last)) last = day;
      }
      const known = keys.filter((key) => key !== null);
      const repeated = keys.map((key) => {
        if (!key) return false;
        const isRepeated = seen.has(textOf(key));
        note(key);
        return isRepeated;
      });
      const found = known.length === 0 ? [] : await stores.transactions.findByKeys(known);
      const byKey = new Map(found.map(({ transaction }) => [textOf(transaction), transaction]));
      return keys.map((key, index) => {
        if (repeated[index]) return 'REPEATED';
        const transaction = key && byKey.get(textOf(key));
        if (!transaction || transaction.transactionStatus === 'CANCELLED') return null;
        return storedDocument(transaction, defaults);
      });
    },

    async *missing(stop: AbortSignal | undefined): AsyncGenerator<MissingDocument, void, void> {
      const wanted = sources.size === 0 && ofFile !== null ? [ofFile] : [...sources];
      if (first === null || last === null || wanted.length === 0) return;
      const filter = {
        taxDate: { gte: first, lte: last },
        source: { in: wanted },
        transactionType: { in: ['INVOICE', 'REFUND', 'TAXABLE_REFUND'] },
        transactionStatus: { ne: 'CANCELLED' },
      } as const;
      for await (const page of pagesOfTransactions(stores.transactions, filter)) {
        if (stop?.aborted) return;
        for (const transaction of page) {
          if (seen.has(textOf(transaction))) continue;
          const { source, externalId, currency, taxDate, salesTax } = transaction;
          const tax = decimal(salesTax.amount);
          const taxAmount = signOf(transaction) < 0 ? tax.negated() : tax;
          yield { source, externalId, currency, taxDate, taxAmount };
        }
      }
    },
  };
}

const textOf = ({ source, externalId }: NaturalKey) => `${source} ${externalId}`;

function keyOf({ source, externalId }: Pick<QuoteInput, 'source' | 'externalId'>): NaturalKey | null {
  return source === null || externalId === null ? null : { source, externalId };
}

function storedDocument(transaction: Transaction, defaults: InputDefaults): StoredDocument {
  const { currency, transactionType, refundOf, salesTax } = transaction;
  return {
    quote: { ...declaredInput(transaction, defaults), customer: null },
    currency,
    taxAmount: decimal(salesTax.amount),
    isRefund: transactionType === 'REFUND' || transactionType === 'TAXABLE_REFUND',
    isLinkedRefund: Boolean(refundOf),
  };
}

/** Their tax with the sign of the stored document: refunds have positive amounts here, and may be negative in the file. */
export function theirTax({ taxAmount }: TheirDocument, { isRefund }: StoredDocument): Decimal {
  return isRefund && taxAmount.isNegative() ? taxAmount.negated() : taxAmount;
}
