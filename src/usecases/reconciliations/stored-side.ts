import { createHash } from 'node:crypto';
import type { TenantSettings } from '../../domain/account/tenant.ts';
import { AppError } from '../../domain/base/errors.ts';
import type { NaturalKey } from '../../domain/base/record-name.ts';
import type { ReconciliationOptions } from '../../domain/reconciliations/reconciliation-options.ts';
import type { TheirDocument } from '../../domain/reconciliations/their-document.ts';
import type { QuoteInput } from '../../domain/transactions/quote-input.ts';
import { signOf } from '../../domain/transactions/signed-amount.ts';
import { declaredInput } from '../../domain/transactions/submitted-input.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { Context, Session } from '../../ports/context.ts';
import { type Decimal, decimal } from '../../tax/numbers/decimal.ts';
import { inputDefaults } from '../assessment/request/input-defaults.ts';
import { pagesOfTransactions } from '../transactions/pages-of-transactions.ts';

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

type MissingDocument = NaturalKey & { readonly currency: string; readonly taxDate: string; readonly taxAmount: Decimal };

/** The documents stored here: those of the file, and those of its period that it lacks. */
export function createStoredSide(
  ctx: Context,
  { stores }: Session,
  { from, to }: ReconciliationOptions,
  settings: TenantSettings,
) {
  const defaults = inputDefaults(ctx.reference, settings);
  const seen = new KeySet();
  const sources = new Set<string>();
  let [first, last] = [from, to];

  return {
    /** In the order of the documents; null for those that are not stored, or are cancelled. */
    async find(documents: readonly TheirDocument[]): Promise<(StoredDocument | null)[]> {
      const keys = documents.map(({ quote }) => keyOf(quote));
      for (const { quote } of documents) {
        const day = quote.taxDate ?? quote.externalTimestamps!.createdDate.slice(0, 10);
        if (from === null && (first === null || day < first)) first = day;
        if (to === null && (last === null || day > last)) last = day;
      }
      const known = keys.filter((key) => key !== null);
      for (const key of known) {
        seen.add(textOf(key));
        sources.add(key.source);
      }
      const found = known.length === 0 ? [] : await stores.transactions.findByKeys(known);
      const byKey = new Map(found.map(({ transaction }) => [textOf(transaction), transaction]));
      return keys.map((key) => {
        const transaction = key && byKey.get(textOf(key));
        if (!transaction || transaction.transactionStatus === 'CANCELLED') return null;
        return storedDocument(transaction, defaults);
      });
    },

    async *missing(): AsyncGenerator<MissingDocument, void, void> {
      if (first === null || last === null || sources.size === 0) return;
      const filter = {
        taxDate: { gte: first, lte: last },
        source: { in: [...sources] },
        transactionType: { in: ['INVOICE', 'REFUND', 'TAXABLE_REFUND'] },
        transactionStatus: { ne: 'CANCELLED' },
      } as const;
      for await (const page of pagesOfTransactions(stores.transactions, filter)) {
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

function storedDocument(transaction: Transaction, defaults: Parameters<typeof declaredInput>[1]): StoredDocument {
  const { currency, transactionType, refundOf, salesTax } = transaction;
  return {
    quote: { ...declaredInput(transaction, defaults), customer: null },
    currency,
    taxAmount: decimal(salesTax.amount),
    isRefund: transactionType === 'REFUND' || transactionType === 'TAXABLE_REFUND',
    isLinkedRefund: Boolean(refundOf),
  };
}

/**
 * A set of keys that takes eight bytes of each, of which a file of 1 GB may have many millions. It keeps the first 64 bits of a
 * digest, so that two keys of a million files would be taken for each other once.
 */
export class KeySet {
  #slots = new BigUint64Array(1_024);
  #size = 0;

  add(key: string): void {
    if (this.#size * 2 >= this.#slots.length) this.#grow();
    if (this.#insert(digestOf(key))) this.#size++;
  }

  has(key: string): boolean {
    const digest = digestOf(key);
    return this.#slots[this.#placeOf(digest)] === digest;
  }

  #grow(): void {
    const old = this.#slots;
    if (old.length >= mostSlots) throw new AppError('BODY_TOO_LARGE', 'The file has too many documents; send it in parts.');
    this.#slots = new BigUint64Array(old.length * 2);
    for (const digest of old) if (digest !== 0n) this.#insert(digest);
  }

  #insert(digest: bigint): boolean {
    const place = this.#placeOf(digest);
    if (this.#slots[place] === digest) return false;
    this.#slots[place] = digest;
    return true;
  }

  /** Where the digest is, or would be. */
  #placeOf(digest: bigint): number {
    const mask = this.#slots.length - 1;
    let place = Number(digest & 0xffffffffn) & mask;
    while (this.#slots[place] !== 0n && this.#slots[place] !== digest) place = (place + 1) & mask;
    return place;
  }
}

const mostSlots = 2 ** 25;

/** Never zero, which marks a free slot. */
function digestOf(key: string): bigint {
  return createHash('sha256').update(key).digest().readBigUInt64LE(0) || 1n;
}
