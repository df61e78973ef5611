import type { TenantSettings } from '../../domain/account/tenant.ts';
import { AppError } from '../../domain/base/errors.ts';
import { type Precondition, requireExpected } from '../../domain/base/precondition.ts';
import type { RecordName } from '../../domain/base/record-name.ts';
import { type ConversionTarget, convertedInput, requireConvertible } from '../../domain/transactions/conversion.ts';
import { underProductCodes } from '../../domain/transactions/item-product.ts';
import { declaredInput } from '../../domain/transactions/submitted-input.ts';
import { withTimeZone } from '../../domain/transactions/tax-date.ts';
import type { CompleteInput, TransactionInput } from '../../domain/transactions/transaction-input.ts';
import { authorize, type Context, type Session } from '../../ports/context.ts';
import type { StoredTransaction, TransactionWithCustomer } from '../../ports/stores/transaction-store.ts';
import { currentSettings } from '../account/account.ts';
import { digestTransaction, inputDefaults } from '../assessment/request/input-defaults.ts';
import { findProductCodes } from '../products/product-codes.ts';
import { transactionRevision } from '../writing/current-revision.ts';
import { overtakenIfChanged, retryOnConflict, type Upserted } from '../writing/optimistic-lock.ts';
import { recordOf } from '../writing/writer-queue.ts';
import { findTransaction } from './get-transaction.ts';
import { upsertTransaction } from './upsert-transaction.ts';

/**
 * Converts an estimate or order: creates a document with the same goods, addresses and discounts, calculated on a new
 * tax date. The converted document does not change. Repeating the same conversion changes nothing.
 */
export function convertTransaction(
  ctx: Context,
  from: RecordName,
  to: ConversionTarget,
  precondition?: Precondition,
): Promise<Upserted<TransactionWithCustomer>> {
  const session = authorize(ctx, 'transactions:write');
  const { customers, transactions } = session.stores;
  return retryOnConflict(recordOf(session, 'convert transaction', JSON.stringify(from)), async () => {
    const [{ transaction }, settings] = await Promise.all([
      findTransaction(transactions, from),
      currentSettings(session),
    ]);
    if (precondition) {
      requireExpected(precondition, await transactionRevision(transaction, precondition, customers));
    }
    requireConvertible(transaction, to);
    const input = convertedInput(declaredInput(transaction, inputDefaults(ctx.reference, settings)), to);
    const existing = await transactions.findByKey(input);
    if (existing) return madeBefore(ctx, { ...session, settings }, existing, input);
    const sent = underProductCodes(input, await findProductCodes(session.stores, [input]));
    return overtakenIfChanged(() => upsertTransaction(ctx, sent, { kind: 'version', version: 0 }));
  });
}

/** The existing document must equal the result of this conversion, except for its status, which may have changed. */
async function madeBefore(
  ctx: Context,
  { stores, settings }: Pick<Session, 'stores'> & { readonly settings: TenantSettings },
  { transaction, ...frozen }: StoredTransaction,
  sent: CompleteInput,
): Promise<Upserted<TransactionWithCustomer>> {
  const { reference } = ctx;
  const input = withTimeZone(sent, { settings, reference }, transaction);
  const digestOf = (declared: TransactionInput) =>
    digestTransaction({ input: declared, settings, reference }).inputDigest;
  const [customer] = await stores.customers.findMany([transaction.customerId]);
  if (customer && digestOf(declaredInput(transaction, inputDefaults(reference, settings))) === digestOf(input)) {
    return { kind: 'unchanged', value: { transaction, ...frozen, customer } };
  }
  const message = `A different document ${JSON.stringify(input.externalId)} of source ${input.source} already exists.`;
  const issues = [{ path: ['to', 'externalId'], code: 'KEY_TAKEN', message }];
  throw new AppError('KEY_TAKEN', message, { issues });
}
