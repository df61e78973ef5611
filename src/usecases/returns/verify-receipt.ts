import { gatewayLimits } from '../../domain/base/limits.ts';
import { formatCount } from '../../domain/base/words.ts';
import { workCosts } from '../../domain/base/work-costs.ts';
import type {
  ReceiptCheck,
  ReceiptContent,
  ReceiptDifference,
  ReceiptInput,
  ReceiptSignature,
} from '../../domain/returns/receipt.ts';
import { describeReturn } from '../../domain/returns/return.ts';
import type { TaxReturnKey } from '../../domain/returns/return-record.ts';
import { authorize, type Context } from '../../ports/context.ts';
import type { Receipts } from '../../ports/receipts.ts';
import type { ChangedDocument, FiledDay, FilingName, ReturnStore } from '../../ports/stores/return-store.ts';

const limits = gatewayLimits.receipt;

/** Compares a stored filing with its receipt. A receipt from another tenant matches no filing here. */
export async function verifyReceipt(ctx: Context, { receipt, from }: ReceiptInput): Promise<ReceiptCheck> {
  const { stores, work } = authorize(ctx, 'returns:read');
  if (!ctx.receipts) throw new Error('Receipts can only be checked in a request.');
  return checkReceipt(stores.returns, await ctx.receipts.read(receipt), {
    from: from ?? null,
    onDay: ({ count }) => work.add(count * workCosts.provedDocument),
    mostDocuments: limits.documents,
  });
}

type Plan = {
  /** The first day whose documents are compared; null to compare all documents. */
  readonly from: string | null;
  /** Called before the documents of a day are read. */
  onDay(day: FiledDay): void;
  readonly mostDocuments: number;
};

export async function checkReceipt(
  returns: ReturnStore,
  read: Awaited<ReturnType<Receipts['read']>>,
  plan: Plan,
): Promise<ReceiptCheck> {
  if (read.signature !== 'VALID') return unsigned(read.signature);
  const { content } = read;
  const differences = await differencesOf(returns, content);
  const days = content.documents ? (await returns.findDocuments(content)).days : [];
  let comparedCount = 0;
  let continueOn: string | null = null;
  for (const day of days.filter(({ day: one }) => plan.from === null || one >= plan.from)) {
    if (comparedCount > 0 && comparedCount + day.count > plan.mostDocuments) {
      continueOn = day.day;
      break;
    }
    plan.onDay(day);
    const filed = { ...content, coversInputs: content.documents?.inputsDigest !== undefined };
    for await (const part of returns.compareDocuments(filed, day)) differences.push(...part.map(ofDocument));
    comparedCount += day.count;
  }
  // Unexplained changes are listed before those in the audit trail.
  differences.sort((one, other) => Number(one.cause === 'CHANGED') - Number(other.cause === 'CHANGED'));
  return {
    isProved: differences.every(({ cause }) => cause === 'CHANGED'),
    signature: 'VALID',
    returnId: content.returnId,
    number: content.number,
    filedAt: new Date(content.filedAt),
    rateBookVersion: content.rateBookVersion,
    documentCount: content.documents?.count ?? 0,
    comparedCount,
    continueOn,
    differences: differences.slice(0, limits.differences),
  };
}

/** The differences in everything except the individual documents. */
async function differencesOf(returns: ReturnStore, content: ReceiptContent): Promise<ReceiptDifference[]> {
  const filing: FilingName = { returnId: content.returnId, number: content.number };
  const proof = await returns.findProof(filing);
  const stored = await returns.findById(content.returnId);
  if (!proof || !stored) return [other('FILING', 'REMOVED', 'Filing not found in this account.')];
  const differences: ReceiptDifference[] = [];
  if (nameOf(stored) !== nameOf(content)) {
    const message = `The receipt is for ${nameOf(content)}, but the stored filing is ${nameOf(stored)}.`;
    differences.push(other('FILING', 'ALTERED', message));
  }
  const filedAt = stored.filings.find(({ number }) => number === content.number)?.filedAt.toISOString();
  if (filedAt !== content.filedAt) {
    const message = `The receipt says that the return was filed at ${content.filedAt}; stored: ${filedAt ?? 'none'}.`;
    differences.push(other('FILING', 'ALTERED', message));
  }
  if (proof.transactionCount !== content.transactionCount) {
    const message = `The filing had ${formatCount(content.transactionCount, 'document')}; stored: ${proof.transactionCount}.`;
    differences.push(other('FILING', 'ALTERED', message));
  }
  if (proof.figures !== content.figures) {
    differences.push(other('FIGURES', 'ALTERED', 'The figures differ from those filed.'));
  }
  if (content.payment !== undefined && proof.payment !== content.payment) {
    differences.push(
      other('PAYMENT', 'ALTERED', 'The amount payable, the discount or prepayments differ from those filed.'),
    );
  }
  if (proof.rateBookVersion !== content.rateBookVersion) {
    const message = `The return was filed under the rate book ${content.rateBookVersion}; stored: ${proof.rateBookVersion ?? 'none'}.`;
    differences.push(other('RATE_BOOK_VERSION', 'ALTERED', message));
  }
  if (content.documents) {
    const { inputsDigest = null } = content.documents;
    const found = await returns.findDocuments(filing);
    const isSame = found.count === content.documents.count && found.digest === content.documents.digest;
    if (!isSame || (inputsDigest !== null && inputsDigest !== found.inputsDigest)) {
      const message = 'The stored list of filed documents and their digests does not match the receipt.';
      differences.push(other('DOCUMENTS', 'ALTERED', message));
    }
  }
  return differences;
}

const nameOf = (key: Omit<TaxReturnKey, 'scheme'> & { readonly scheme: string }) =>
  `the return ${describeReturn(key)} (${key.scheme})`;

function unsigned(signature: Exclude<ReceiptSignature, 'VALID'>): ReceiptCheck {
  return {
    isProved: false,
    signature,
    returnId: null,
    number: null,
    filedAt: null,
    rateBookVersion: null,
    documentCount: 0,
    comparedCount: 0,
    continueOn: null,
    differences: [],
  };
}

function other(part: ReceiptDifference['part'], cause: ReceiptDifference['cause'], message: string): ReceiptDifference {
  return { part, cause, source: null, externalId: null, changedMembers: [], message };
}

const sentences = {
  ALTERED: 'was altered in the store',
  REMOVED: 'is missing',
  CHANGED: 'was changed through the gateway after filing, according to the audit trail',
} as const;

function ofDocument({ key, cause, members }: ChangedDocument): ReceiptDifference {
  const [source, ...rest] = key === null ? [] : key.split('/');
  const named = members.length > 0 ? `: ${members.join(', ')}` : '';
  return {
    part: 'DOCUMENTS',
    cause,
    source: source ?? null,
    externalId: source === undefined ? null : rest.join('/'),
    changedMembers: [...members],
    message: `The document ${key ?? 'without a known key'} ${sentences[cause]}${named}.`,
  };
}
