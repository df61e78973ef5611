import { minorUnitOf } from '../../domain/base/currency.ts';
import { AppError } from '../../domain/base/errors.ts';
import type { NaturalKey } from '../../domain/base/record-name.ts';
import type { ReconciliationOptions } from '../../domain/reconciliations/reconciliation-options.ts';
import type { TheirDocument } from '../../domain/reconciliations/their-document.ts';
import { chargedFees } from '../../domain/transactions/charged-fees.ts';
import type { QuoteInput } from '../../domain/transactions/quote-input.ts';
import { signOf } from '../../domain/transactions/signed-amount.ts';
import { declaredInput, type InputDefaults } from '../../domain/transactions/submitted-input.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import { countedTypes } from '../../domain/transactions/transaction-enums.ts';
import type { Session } from '../../ports/context.ts';
import { type Decimal, decimal, decimalText, roundToUnit, sum } from '../../tax/numbers/decimal.ts';
import { pagesOfTransactions } from '../transactions/list-transactions.ts';
import { priceOf } from './causes/amount.ts';
import { KeySet } from './key-set.ts';

/** A stored document to compare with the file. */
export type StoredDocument = {
  readonly quote: QuoteInput;
  readonly currency: string;
  /** The tax as stored, which is positive for a refund. */
  readonly taxAmount: Decimal;
  /** The amount excluding tax and fees. */
  readonly netAmount: Decimal;
  readonly isRefund: boolean;
  /** Whether the document is a refund whose tax is copied from its invoice. */
  readonly isLinkedRefund: boolean;
};

type MissingDocument = NaturalKey & {
  readonly currency: string;
  readonly taxDate: string;
  readonly taxAmount: Decimal;
};

const mostDocuments = 2 ** 24;

/**
 * The stored counterparts of the documents in the file, and the stored documents of the file's period that are missing
 * from the file.
 */
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
      throw new AppError('BODY_TOO_LARGE', 'The file has too many documents. Send it in parts.');
    sources.add(key.source);
  }

  return {
    /** Remembers a document that is in the file but not compared. */
    note,

    /**
     * Whether the period and source of the file are known, so that stored documents missing from the file can be found.
     */
    get hasPeriod(): boolean {
      return first !== null && last !== null && (sources.size > 0 || ofFile !== null);
    },

    /**
     * The stored documents, in the order of the given documents; null for documents that are not stored or are
     * cancelled, and `REPEATED` for documents that appeared earlier in the file.
     */
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

    /** A document that counts here although it is void in the other system; null if it does not count. */
    async findVoided(key: NaturalKey): Promise<Pick<MissingDocument, 'currency' | 'taxAmount'> | null> {
      note(key);
      const [found] = await stores.transactions.findByKeys([key]);
      if (!found || found.transaction.transactionStatus === 'CANCELLED') return null;
      return { currency: found.transaction.currency, taxAmount: signedTax(found.transaction) };
    },

    async *missing(stop: AbortSignal | undefined): AsyncGenerator<MissingDocument, void, void> {
      const wanted = sources.size === 0 && ofFile !== null ? [ofFile] : [...sources];
      if (first === null || last === null || wanted.length === 0) return;
      const filter = {
        taxDate: { gte: first, lte: last },
        source: { in: wanted },
        transactionType: { in: countedTypes },
        transactionStatus: { ne: 'CANCELLED' },
      } as const;
      for await (const page of pagesOfTransactions(stores.transactions, filter)) {
        if (stop?.aborted) return;
        for (const transaction of page) {
          if (seen.has(textOf(transaction))) continue;
          const { source, externalId, currency, taxDate } = transaction;
          yield { source, externalId, currency, taxDate, taxAmount: signedTax(transaction) };
        }
      }
    },
  };
}

function signedTax(transaction: Transaction): Decimal {
  const tax = decimal(transaction.salesTax.amount);
  return signOf(transaction) < 0 ? tax.negated() : tax;
}

const textOf = ({ source, externalId }: NaturalKey) => `${source} ${externalId}`;

function keyOf({ source, externalId }: Pick<QuoteInput, 'source' | 'externalId'>): NaturalKey | null {
  return source === null || externalId === null ? null : { source, externalId };
}

function storedDocument(transaction: Transaction, defaults: InputDefaults): StoredDocument {
  const { currency, transactionType, refundOf, salesTax, finalTransactionAmount, fees } = transaction;
  const taxAmount = decimal(salesTax.amount);
  return {
    quote: { ...declaredInput(transaction, defaults), customer: null },
    currency,
    taxAmount,
    netAmount: decimal(finalTransactionAmount).minus(chargedFees(fees)).minus(taxAmount),
    isRefund: transactionType === 'REFUND' || transactionType === 'TAXABLE_REFUND',
    isLinkedRefund: Boolean(refundOf),
  };
}

/** Their tax with the sign of the stored document: refunds have positive amounts here, and may be negative in the file. */
export function theirTax({ taxAmount }: TheirDocument, { isRefund }: StoredDocument): Decimal {
  return isRefund && taxAmount.isNegative() ? taxAmount.negated() : taxAmount;
}

/**
 * Describes the difference between the amounts without tax in the file and in the store; null if they are equal. Stored
 * prices that include tax also equal the same prices in a file that does not declare them as tax-inclusive.
 */
export function differentNet(
  document: TheirDocument,
  stored: StoredDocument,
  isEqual: (one: Decimal, other: Decimal) => boolean,
): string | null {
  const { quote, currency, netAmount, isRefund } = stored;
  const theirs = totalOf(document.quote, minorUnitOf(currency));
  const their = isRefund && theirs.isNegative() ? theirs.negated() : theirs;
  const net = document.quote.isTaxInclusive ? their.minus(theirTax(document, stored)) : their;
  const isGross = quote.isTaxInclusive && isEqual(their, netAmount.plus(stored.taxAmount));
  if (isGross || isEqual(net, netAmount)) return null;
  return `The taxes are equal, but the amount without tax is ${decimalText(net)} in the file and ${decimalText(netAmount)} here.`;
}

/** The prices of a document after discounts, with shipping. */
function totalOf({ items, shippingFee, transactionLevelDiscount }: QuoteInput, minorUnit: number): Decimal {
  const prices = items.map((item) => roundToUnit(priceOf(item), minorUnit).minus(decimal(item.discount ?? '0')));
  const fee = decimal(shippingFee?.totalPrice ?? '0');
  return sum(prices)
    .plus(fee)
    .minus(decimal(transactionLevelDiscount ?? '0'));
}
