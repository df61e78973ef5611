import { toDecimalText } from '../../domain/base/amount.ts';
import type { Issue } from '../../domain/base/errors.ts';
import { AppError } from '../../domain/base/errors.ts';
import { workCosts } from '../../domain/base/work-costs.ts';
import type { RateChange } from '../../domain/lookups/rate-changes.ts';
import type { DifferenceCause } from '../../domain/reconciliations/difference-cause.ts';
import type { FileHeader } from '../../domain/reconciliations/file-columns.ts';
import type { ReconciledRow, Reconciliation } from '../../domain/reconciliations/reconciliation.ts';
import type { ReconciliationOptions } from '../../domain/reconciliations/reconciliation-options.ts';
import { Largest, ReconciliationTotals } from '../../domain/reconciliations/reconciliation-totals.ts';
import type { RowFault } from '../../domain/reconciliations/row-cells.ts';
import type { TheirDocument } from '../../domain/reconciliations/their-document.ts';
import type { QuoteInput } from '../../domain/transactions/quote-input.ts';
import type { TransactionInput } from '../../domain/transactions/transaction-input.ts';
import { authorize, type Context, type Session } from '../../ports/context.ts';
import type { Notice } from '../../tax/model/assessment.ts';
import type { Jurisdiction } from '../../tax/model/place.ts';
import { type Decimal, decimal, decimalText } from '../../tax/numbers/decimal.ts';
import { assessValid } from '../assessment/law/document-to-assess.ts';
import { inputDefaults } from '../assessment/request/input-defaults.ts';
import { type CalculatedQuote, calculateUnder } from '../transactions/calculate-transaction.ts';
import { loadQuoteFacts, type QuoteFacts } from '../transactions/quote-customer.ts';
import { createPatientYield } from '../writing/yield-to-event-loop.ts';
import { type FileAccount, FileCustomers } from './file-customers.ts';
import { createLawFinder, type UnderLaw } from './found-law.ts';
import { type FilePart, readTheirDocuments } from './read-their-documents.ts';
import { createStoredSide, type StoredDocument } from './stored-side.ts';
import { type Differing, type Supposition, suppositions } from './suppositions.ts';

/** What is found in a file, in its order. */
export type ReconciliationPart =
  | { readonly kind: 'row'; readonly row: ReconciledRow }
  | { readonly kind: 'faults'; readonly faults: readonly RowFault[] };

/** The summary, and the largest differences with their calculation. */
export type ReconciliationResult = {
  readonly summary: Reconciliation;
  readonly worst: readonly WorstRow[];
};
export type WorstRow = {
  readonly row: ReconciledRow;
  /** Null for a document that only the file has. */
  readonly quote: CalculatedQuote | null;
};

const documentsAtOnce = 200;

/**
 * Compares the taxes of a file with a calculation, or with what is stored, and finds the cause of each difference. Yields what it
 * finds while the file is received, and returns the summary. Whoever stops reading stops the work. Nothing is stored.
 */
export async function* reconcileDocuments(
  ctx: Context,
  file: AsyncIterable<Uint8Array>,
  options: ReconciliationOptions,
): AsyncGenerator<ReconciliationPart, ReconciliationResult, void> {
  const session = authorize(ctx, 'tax:read');
  if (options.against === 'STORED') authorize(ctx, 'transactions:read');
  const comparison = await Comparison.open(ctx, session, options);
  const giveWay = createPatientYield();
  const { settings } = comparison.account;
  const parts = readTheirDocuments(charged(file, session), {
    options,
    reference: ctx.reference,
    defaultTaxCode: settings.defaultTaxCode,
    afterPiece: giveWay,
    onHeader: (header) => comparison.begin(header),
  });
  let batch: FilePart[] = [];
  for await (const part of parts) {
    batch.push(part);
    if (batch.length < documentsAtOnce) continue;
    yield* comparison.compare(batch, giveWay);
    batch = [];
  }
  yield* comparison.compare(batch, giveWay);
  yield* comparison.missingThere(giveWay);
  return comparison.finish();
}

async function* charged(file: AsyncIterable<Uint8Array>, { work }: Session): AsyncGenerator<Uint8Array, void, void> {
  for await (const piece of file) {
    work.add(workCosts.bodyByte * piece.byteLength);
    yield piece;
  }
}

/** A document here: what its tax is calculated from, and the tax. */
type Here = {
  readonly request: Differing['request'];
  readonly quote: QuoteInput;
  readonly facts: QuoteFacts;
  readonly taxAmount: Decimal;
  readonly calculated: UnderLaw;
};

/** A row that differs, to be calculated for the answer if it is among the largest. */
type Candidate = { readonly row: ReconciledRow; readonly quote: QuoteInput | null; readonly facts: QuoteFacts | null };

class Comparison {
  readonly totals = new ReconciliationTotals();
  readonly account: FileAccount;
  readonly #ctx: Context;
  readonly #session: Session;
  readonly #options: ReconciliationOptions;
  readonly #tolerance: Decimal;
  readonly #lawOf = createLawFinder();
  readonly #stored: ReturnType<typeof createStoredSide>;
  readonly #changes = new Map<string, readonly RateChange[]>();
  readonly #customers: FileCustomers;
  readonly #worst: Largest<Candidate>;
  #header: FileHeader | null = null;
  /** Whether the file could not be read to its end. */
  #isStopped = false;

  static async open(ctx: Context, session: Session, options: ReconciliationOptions): Promise<Comparison> {
    const { settings, declarations } = await loadQuoteFacts(session, { customerId: null, customer: null });
    return new Comparison(ctx, session, options, { settings, declarations });
  }

  private constructor(ctx: Context, session: Session, options: ReconciliationOptions, account: FileAccount) {
    this.#ctx = ctx;
    this.#session = session;
    this.#options = options;
    this.account = account;
    this.#customers = new FileCustomers(session, account);
    this.#tolerance = decimal(options.tolerance);
    this.#stored = createStoredSide(session, inputDefaults(ctx.reference, account.settings), options);
    this.#worst = new Largest(options.worstCount, ({ row }) => decimal(row.taxDifference).abs());
  }

  begin(header: FileHeader): void {
    this.#header ??= header;
  }

  async *compare(
    parts: readonly FilePart[],
    giveWay: () => Promise<void>,
  ): AsyncGenerator<ReconciliationPart, void, void> {
    const documents = parts.flatMap((part) => (part.kind === 'document' ? part.document : []));
    const items = documents.reduce((sum, { quote }) => sum + quote.items.length, 0);
    this.#session.work.add(workCosts.reconciledDocument * documents.length + (workCosts.item / 2) * items);
    const stored = this.#options.against === 'STORED' ? await this.#stored.find(documents) : null;
    let index = 0;
    for (const part of parts) {
      await giveWay();
      if (part.kind === 'document') yield await this.#compareOne(part.document, stored ? stored[index++]! : undefined);
      else {
        this.totals.addFaults(part.faults);
        this.#isStopped ||= part.faults.some(({ code }) => code === 'STOPPED');
        yield part;
      }
    }
  }

  /** The stored documents of the period that the file lacks. */
  async *missingThere(giveWay: () => Promise<void>): AsyncGenerator<ReconciliationPart, void, void> {
    if (this.#options.against !== 'STORED' || this.#isStopped) return;
    for await (const one of this.#stored.missing()) {
      await giveWay();
      const message = `The document of ${one.taxDate} with a tax of ${decimalText(one.taxAmount)} is stored here, and the file lacks it.`;
      const row = {
        ...rowOf(null, one),
        taxAmount: one.taxAmount,
        theirTaxAmount: null,
        cause: 'MISSING_THERE',
        message,
      } as const;
      yield this.#differs(row, null, null);
    }
  }

  async finish(): Promise<ReconciliationResult> {
    const { format, ignored } = this.#header ?? { format: 'TOLLGATE' as const, ignored: [] };
    const worst: WorstRow[] = [];
    for (const { row, quote, facts } of this.#worst.values()) {
      const calculated = quote && facts ? await this.#calculated(quote, facts) : null;
      worst.push({ row, quote: calculated });
    }
    const summary = {
      against: this.#options.against,
      format,
      ...this.totals.finish(),
      ignoredColumns: ignored,
      notices: this.#shownNotices(),
      rateBookVersion: this.#ctx.reference.version,
    };
    return { summary, worst };
  }

  async #calculated(quote: QuoteInput, facts: QuoteFacts): Promise<CalculatedQuote | null> {
    try {
      return await calculateUnder(this.#ctx, this.#session, quote, facts);
    } catch (error) {
      if (error instanceof AppError && error.code !== 'INTERNAL') return null;
      throw error;
    }
  }

  async #compareOne(document: TheirDocument, stored: StoredDocument | null | undefined): Promise<ReconciliationPart> {
    try {
      if (stored === null)
        return this.#missingHere(document, 'No document with this source and externalId is stored here.');
      return stored === undefined ? await this.#compareFresh(document) : await this.#compareStored(document, stored);
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'INTERNAL') throw error;
      const notCovered = [error, ...error.issues].find(({ code }) => code === 'COUNTRY_NOT_COVERED');
      if (notCovered) return this.#missingHere(document, notCovered.message);
      const faults = faultsOf(error, document.line);
      this.totals.addFaults(faults);
      return { kind: 'faults', faults };
    }
  }

  #missingHere(document: TheirDocument, message: string): ReconciliationPart {
    const currency = document.quote.currency ?? this.account.settings.defaultCurrency;
    const shown = {
      ...rowOf(document.line, document.quote),
      currency,
      theirTaxAmount: document.taxAmount,
      taxAmount: null,
    };
    return this.#differs({ ...shown, cause: 'MISSING_HERE', message }, null, null);
  }

  async #compareFresh(document: TheirDocument): Promise<ReconciliationPart> {
    const here = await this.#calculate(document.quote, await this.#customers.factsOf(document.quote));
    return this.#result(document, here, null);
  }

  async #compareStored(document: TheirDocument, stored: StoredDocument): Promise<ReconciliationPart> {
    const { quote, currency } = stored;
    const sign = stored.isRefund && document.taxAmount.isPositive() ? -1 : 1;
    const taxAmount = stored.isRefund && sign === 1 ? stored.taxAmount.negated() : stored.taxAmount;
    const shown = { ...rowOf(document.line, document.quote), currency, theirTaxAmount: document.taxAmount, taxAmount };
    if (this.#isEqual(taxAmount, document.taxAmount)) return this.#equal(shown);
    if (stored.isLinkedRefund) {
      const message = `The refund takes the tax of its invoice. ${figures(shown)}`;
      return this.#differs({ ...shown, cause: 'UNKNOWN', message }, quote, null);
    }
    const facts = await this.#customers.factsOf(quote);
    const here = await this.#calculate(quote, facts);
    // A refund has positive amounts here; the file may count them as negative.
    const flip = stored.isRefund && sign === 1;
    const found = { ...document, taxAmount: flip ? document.taxAmount.negated() : document.taxAmount };
    return this.#result(found, here, { taxAmount: stored.taxAmount, inFile: inputOf(document.quote), shown });
  }

  async #calculate(quote: QuoteInput, facts: QuoteFacts): Promise<Here> {
    const { stored: _, ...known } = facts;
    const request = { input: inputOf(quote), reference: this.#ctx.reference, ...known };
    const calculated = await this.#lawOf(request);
    return { request, quote, facts, calculated, taxAmount: assessValid(calculated.toAssess).taxAmount };
  }

  async #result(
    document: TheirDocument,
    here: Here,
    stored: { readonly taxAmount: Decimal; readonly inFile: TransactionInput; readonly shown: Shown } | null,
  ): Promise<ReconciliationPart> {
    const { calculated } = here;
    const taxAmount = stored?.taxAmount ?? here.taxAmount;
    const shown = stored?.shown ?? {
      ...rowOf(document.line, document.quote),
      currency: calculated.currency,
      theirTaxAmount: document.taxAmount,
      taxAmount,
    };
    if (!stored && this.#isEqual(taxAmount, document.taxAmount)) return this.#equal(shown);
    this.#session.work.add(workCosts.explainedDifference);
    const cause = await this.#causeOf(document, here, stored);
    const jurisdiction = cause?.jurisdiction ?? calculated.laws[0]!.place.rates[0]?.jurisdiction ?? null;
    const words = cause?.message ?? 'No single change explains the difference.';
    const row = { ...shown, cause: cause?.cause ?? ('UNKNOWN' as const), message: `${words} ${figures(shown)}` };
    return this.#differs(row, here.quote, here.facts, jurisdiction);
  }

  async #causeOf(
    { taxAmount, otherDays, exemption, quote }: TheirDocument,
    here: Here,
    stored: { readonly taxAmount: Decimal; readonly inFile: TransactionInput } | null,
  ): Promise<Supposition | null> {
    const { request, calculated } = here;
    const day = quote.externalTimestamps!.createdDate;
    const differing: Differing = {
      request,
      calculated,
      exemption,
      otherDays: stored && day !== '' ? [{ column: 'date of the file', day }, ...otherDays] : otherDays,
      inFile: stored?.inFile ?? null,
      difference: taxAmount.minus(here.taxAmount),
    };
    const tools = {
      lawOf: this.#lawOf,
      changesIn: (country: string, state: string | null) => this.#changesIn(country, state),
    };
    for await (const one of suppositions(differing, tools)) {
      if (this.#isEqual(one.taxAmount, taxAmount)) return one;
    }
    if (stored === null || !this.#isEqual(here.taxAmount, taxAmount)) return null;
    const message =
      'Their tax is that of a calculation with the current rates and certificates; the stored document keeps those it was stored with.';
    return { cause: 'RATE', taxAmount, message, jurisdiction: null };
  }

  #isEqual(one: Decimal, other: Decimal): boolean {
    return one.minus(other).abs().lte(this.#tolerance);
  }

  #equal(shown: Shown): ReconciliationPart {
    const row = written({ ...shown, cause: null, message: null }, null);
    this.totals.add(row, null);
    return { kind: 'row', row };
  }

  #differs(
    shown: Shown & { readonly cause: DifferenceCause; readonly message: string },
    quote: QuoteInput | null,
    facts: QuoteFacts | null,
    jurisdiction: Jurisdiction | null = null,
  ): ReconciliationPart {
    const row = written(shown, jurisdiction);
    this.totals.add(row, jurisdiction);
    this.#worst.add({ row, quote, facts });
    return { kind: 'row', row };
  }

  #changesIn(country: string, state: string | null): readonly RateChange[] {
    const key = `${country} ${state ?? ''}`;
    const known = this.#changes.get(key) ?? this.#ctx.reference.rateChanges(country, state);
    this.#changes.set(key, known);
    return known;
  }

  #shownNotices(): Notice[] {
    const notices: Notice[] = [];
    const { unknownCount } = this.#customers;
    if (unknownCount > 0) {
      const message = `${unknownCount} customers of the file are not stored. Their documents were calculated without certificates.`;
      notices.push({ code: 'CUSTOMER_NOT_FOUND', pointer: '', message });
    }
    if (this.#isStopped && this.#options.against === 'STORED') {
      const message = 'The file was not read to its end, so no document counts as MISSING_THERE.';
      notices.push({ code: 'MISSING_THERE_UNKNOWN', pointer: '', message });
    }
    if (this.account.settings.euDistanceSales === 'MEASURED') {
      const message =
        'Sales to consumers in other EU member states were calculated below the threshold of 10,000 EUR; the file does not measure them.';
      notices.push({ code: 'EU_THRESHOLD_NOT_MEASURED', pointer: '', message });
    }
    return notices;
  }
}

type Shown = Pick<ReconciledRow, 'line' | 'source' | 'externalId' | 'currency'> & {
  readonly theirTaxAmount: Decimal | null;
  readonly taxAmount: Decimal | null;
};

type Keyed = { readonly source: string | null; readonly externalId: string | null; readonly currency?: string | null };

const rowOf = (line: number | null, { source, externalId, currency }: Keyed) => ({
  line,
  source,
  externalId,
  currency: currency ?? '',
});

function written(
  { theirTaxAmount, taxAmount, ...shown }: Shown & Pick<ReconciledRow, 'cause' | 'message'>,
  jurisdiction: Jurisdiction | null,
): ReconciledRow {
  const difference = (taxAmount ?? nothing).minus(theirTaxAmount ?? nothing);
  return {
    ...shown,
    theirTaxAmount: theirTaxAmount && toDecimalText(theirTaxAmount),
    taxAmount: taxAmount && toDecimalText(taxAmount),
    taxDifference: toDecimalText(difference),
    jurisdiction,
  };
}

const nothing = decimal('0');

const figures = ({ theirTaxAmount, taxAmount }: Shown) =>
  `Theirs is ${decimalText(theirTaxAmount ?? nothing)}, here it is ${decimalText(taxAmount ?? nothing)}.`;

/** The input of the calculation. No tax depends on the key and the status. */
function inputOf({ customer: _, ...quote }: QuoteInput): TransactionInput {
  return {
    ...quote,
    source: quote.source ?? '',
    externalId: quote.externalId ?? '',
    customerId: quote.customerId ?? '',
    transactionType: 'INVOICE',
    transactionStatus: 'ACTIVE',
    externalTimestamps: quote.externalTimestamps!,
  } as TransactionInput;
}

function faultsOf(error: AppError, line: number): RowFault[] {
  if (error.issues.length === 0) return [{ line, column: null, code: error.code, message: error.message }];
  return error.issues.map(({ path, code, message }: Issue) => ({
    line,
    column: path.join('.') || null,
    code,
    message,
  }));
}
