import { AppError, invalidField } from '../../domain/base/errors.ts';
import { workCosts } from '../../domain/base/work-costs.ts';
import type { RateChange } from '../../domain/lookups/rate-changes.ts';
import type { FileHeader } from '../../domain/reconciliations/file-header.ts';
import type { ReconciliationOptions } from '../../domain/reconciliations/reconciliation-options.ts';
import { ReconciliationTotals } from '../../domain/reconciliations/reconciliation-totals.ts';
import type { TheirDocument } from '../../domain/reconciliations/their-document.ts';
import { codeOfProduct, productOf } from '../../domain/transactions/item-product.ts';
import type { QuoteInput } from '../../domain/transactions/quote-input.ts';
import type { TransactionInput } from '../../domain/transactions/transaction-input.ts';
import type { Context, Session } from '../../ports/context.ts';
import { type Decimal, decimal, decimalText, zero } from '../../tax/numbers/decimal.ts';
import { workOutValid } from '../assessment/law/document-to-assess.ts';
import { inputDefaults } from '../assessment/request/input-defaults.ts';
import { findProductCodes } from '../products/product-codes.ts';
import { loadQuoteFacts } from '../transactions/document-customer.ts';
import { findCause } from './causes/find-cause.ts';
import type { Differing } from './causes/supposing.ts';
import { type FileAccount, FileCustomers } from './file-customers.ts';
import { cellOf, type FilePart, faultsOf } from './file-part.ts';
import { createLawFinder } from './found-law.ts';
import {
  bothTaxes,
  type ComparedTaxes,
  type ReconciliationPart,
  type ReconciliationResult,
  reconciledRowOf,
  type WhyDifferent,
} from './reconciled-rows.ts';
import { reconciliationNotices } from './reconciliation-notices.ts';
import { createStoredSide, differentNet, type StoredDocument, theirTax } from './stored-side.ts';
import { type CalculatedFrom, WorstRows } from './worst-rows.ts';

type Course = {
  readonly options: ReconciliationOptions;
  /** Called between documents, so that other requests are served. */
  readonly giveWay: () => Promise<void>;
  readonly stop: AbortSignal | undefined;
};

/** Compares documents and adds up the results. */
export class Comparison {
  readonly account: FileAccount;
  readonly #ctx: Context;
  readonly #session: Session;
  readonly #course: Course;
  readonly #totals = new ReconciliationTotals();
  readonly #tolerance: Decimal;
  readonly #customers: FileCustomers;
  readonly #stored: ReturnType<typeof createStoredSide>;
  readonly #lawOf = createLawFinder();
  readonly #changes = new Map<string, readonly RateChange[]>();
  readonly #worst: WorstRows;
  #header: FileHeader | null = null;
  #voidCount = 0;
  /** Whether reading stopped before the end of the file. */
  #isBroken = false;

  static async open(ctx: Context, session: Session, course: Course): Promise<Comparison> {
    const { settings, declarations } = await loadQuoteFacts(session, { customerId: null, customer: null });
    return new Comparison(ctx, session, course, { settings, declarations });
  }

  private constructor(ctx: Context, session: Session, course: Course, account: FileAccount) {
    const { options } = course;
    this.account = account;
    this.#ctx = ctx;
    this.#session = session;
    this.#course = course;
    this.#tolerance = decimal(options.tolerance);
    this.#customers = new FileCustomers(session, account);
    this.#stored = createStoredSide(session, inputDefaults(ctx.reference, account.settings), options);
    this.#worst = new WorstRows(options.worstCount);
  }

  begin(header: FileHeader): void {
    this.#header ??= header;
  }

  async *compare(read: readonly FilePart[]): AsyncGenerator<ReconciliationPart, void, void> {
    const parts = await this.#withTaxCodes(read);
    const documents = parts.flatMap((part) => (part.kind === 'document' ? part.document : []));
    const items = documents.reduce((sum, { quote }) => sum + quote.items.length, 0);
    this.#session.work.add(workCosts.reconciledDocument * documents.length + (workCosts.item / 2) * items);
    const stored = this.#course.options.against === 'STORED' ? await this.#stored.find(documents) : null;
    await this.#customers.read(stored ? this.#differing(documents, stored) : documents.map(({ quote }) => quote));
    let index = 0;
    for (const part of parts) {
      await this.#course.giveWay();
      if (part.kind === 'document') yield await this.#compareOne(part.document, stored ? stored[index++]! : undefined);
      else if (part.kind === 'not-covered') yield this.#missingHere(part, part.message);
      else if (part.kind === 'void') {
        this.#voidCount++;
        if (stored) yield* this.#voidedThere(part);
      } else {
        this.#totals.addFaults(part.faults);
        this.#isBroken ||= part.faults.some(({ code }) => code === 'STOPPED');
        if (stored && part.named) this.#stored.note(part.named);
        yield part;
      }
    }
  }

  /** Fills in missing tax codes with the code of the product or the default code of the account. */
  async #withTaxCodes(parts: readonly FilePart[]): Promise<readonly FilePart[]> {
    const isOpen = (part: FilePart) => part.kind === 'document' && part.document.quote.items.some(lacksTaxCode);
    if (!parts.some(isOpen)) return parts;
    const quotes = parts.flatMap((part) => (part.kind === 'document' ? part.document.quote : []));
    const codes = await findProductCodes(this.#session.stores, quotes);
    return parts.map((part) => {
      if (part.kind !== 'document') return part;
      const { quote } = part.document;
      const items = quote.items.map((item) => {
        const product = lacksTaxCode(item) ? productOf(item, quote) : null;
        if (product) return { ...item, ...codeOfProduct(product, codes, this.account.settings) };
        return { ...item, taxCode: item.taxCode ?? this.account.settings.defaultTaxCode };
      });
      return { ...part, document: { ...part.document, quote: { ...quote, items } } };
    });
  }

  /** A document voided by the other system should not count here either. */
  async *#voidedThere({
    line,
    key,
  }: Extract<FilePart, { kind: 'void' }>): AsyncGenerator<ReconciliationPart, void, void> {
    const here = await this.#stored.findVoided(key);
    if (!here) return;
    const compared = { line, ...key, currency: here.currency, theirTaxAmount: zero, taxAmount: here.taxAmount };
    const message = `The document is void in the file, but stored here with a tax of ${decimalText(here.taxAmount)}.`;
    yield this.#row(compared, { cause: 'MISSING_THERE', message, jurisdiction: null });
  }

  /** The stored documents of the period that are missing from the file. */
  async *missingThere(): AsyncGenerator<ReconciliationPart, void, void> {
    const { options, giveWay, stop } = this.#course;
    if (options.against !== 'STORED' || this.#isIncomplete) return;
    for await (const { source, externalId, currency, taxDate, taxAmount } of this.#stored.missing(stop)) {
      await giveWay();
      const compared = { line: null, source, externalId, currency, theirTaxAmount: null, taxAmount };
      const message = `Stored here (${taxDate}, tax ${decimalText(taxAmount)}) but missing from the file.`;
      yield this.#row(compared, { cause: 'MISSING_THERE', message, jurisdiction: null });
    }
  }

  finish(): ReconciliationResult {
    const { against } = this.#course.options;
    const { format, ignored } = this.#header ?? { format: 'TOLLGATE' as const, ignored: [] };
    const summary = {
      against,
      format,
      ...this.#totals.finish(),
      ignoredColumns: ignored,
      notices: reconciliationNotices({
        voided: this.#voidCount,
        unknownCustomers: this.#customers.unknownCount,
        missing: against === 'STORED' ? this.#missingKnown() : 'KNOWN',
        settings: this.account.settings,
      }),
      rateBookVersion: this.#ctx.reference.version,
    };
    return { summary, worst: this.#worst.rows(this.#ctx, this.#session) };
  }

  #missingKnown() {
    if (this.#isIncomplete) return 'UNREAD';
    return this.#stored.hasPeriod ? 'KNOWN' : 'NO_PERIOD';
  }

  get #isIncomplete(): boolean {
    return this.#isBroken || this.#course.stop?.aborted === true;
  }

  /** The stored documents whose taxes differ from those in the file. Their customers are needed to recalculate them. */
  #differing(documents: readonly TheirDocument[], stored: Found): QuoteInput[] {
    return documents.flatMap((document, index) => {
      const here = stored[index];
      return here && here !== 'REPEATED' && !this.#isEqual(here.taxAmount, theirTax(document, here)) ? here.quote : [];
    });
  }

  /**
   * `stored` is null for a document that is not stored, and undefined if the file is not compared with stored
   * documents.
   */
  async #compareOne(document: TheirDocument, stored: Found[number] | undefined): Promise<ReconciliationPart> {
    try {
      if (stored === 'REPEATED') throw repeated;
      if (stored) return await this.#compareStored(document, stored);
      if (stored === undefined) return await this.#compareFresh(document);
      return this.#missingHere(summaryOf(document), 'No document with this source and externalId is stored here.');
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'INTERNAL') throw error;
      const notCovered = [error, ...error.issues].find(({ code }) => code === 'COUNTRY_NOT_COVERED');
      if (notCovered) return this.#missingHere(summaryOf(document), notCovered.message);
      const faults = faultsOf(error, document.line, cellOf);
      this.#totals.addFaults(faults);
      return { kind: 'faults', faults };
    }
  }

  #missingHere(document: ReturnType<typeof summaryOf>, message: string): ReconciliationPart {
    const { line, source, externalId, taxAmount: theirTaxAmount } = document;
    const currency = document.currency ?? this.account.settings.defaultCurrency;
    const compared = { line, source, externalId, currency, theirTaxAmount, taxAmount: null };
    return this.#row(compared, { cause: 'MISSING_HERE', message, jurisdiction: null });
  }

  async #compareFresh(document: TheirDocument): Promise<ReconciliationPart> {
    const from = { quote: document.quote, facts: this.#customers.factsOf(document.quote) };
    const { request, calculated, taxAmount } = await this.#calculate(from);
    const { currency } = calculated;
    const compared = { ...namedAs(document), currency, theirTaxAmount: document.taxAmount, taxAmount };
    if (this.#isEqual(taxAmount, document.taxAmount)) return this.#row(compared, null);
    const { otherDays, exemption, taxAmount: theirTaxAmount } = document;
    const differing = { request, calculated, taxAmount, theirTaxAmount, otherDays, exemption, inFile: null };
    return this.#explained(compared, differing, from);
  }

  async #compareStored(document: TheirDocument, stored: StoredDocument): Promise<ReconciliationPart> {
    const { currency, quote } = stored;
    const { currency: ofFile } = document.quote;
    if (ofFile !== null && ofFile !== currency) {
      const message = `The document is in ${ofFile} in the file but in ${currency} here.`;
      throw invalidField(['currency'], 'INVALID_VALUE', message);
    }
    const theirTaxAmount = theirTax(document, stored);
    const isNegated = !theirTaxAmount.eq(document.taxAmount);
    const compared = {
      ...namedAs(document),
      currency,
      theirTaxAmount: document.taxAmount,
      taxAmount: isNegated ? stored.taxAmount.negated() : stored.taxAmount,
    };
    if (this.#isEqual(stored.taxAmount, theirTaxAmount)) {
      const message = differentNet(document, stored, (one, other) => this.#isEqual(one, other));
      return this.#row(compared, message === null ? null : { cause: 'AMOUNT', message, jurisdiction: null });
    }
    if (stored.isLinkedRefund) {
      const message = `The refund uses the tax of its invoice. ${bothTaxes(compared)}`;
      return this.#row(compared, { cause: 'UNKNOWN', message, jurisdiction: null });
    }
    const from = { quote, facts: this.#customers.factsOf(quote) };
    const here = await this.#calculate(from);
    const day = document.quote.externalTimestamps!.createdDate;
    const otherDays = [{ column: 'date of the file', day }, ...document.otherDays];
    const { exemption } = document;
    const differing = { ...here, theirTaxAmount, otherDays, exemption, inFile: inputOf(document.quote) };
    return this.#explained(compared, differing, from);
  }

  async #calculate({ quote, facts }: CalculatedFrom) {
    const { stored: _, ...known } = facts;
    const request = { input: inputOf(quote), reference: this.#ctx.reference, ...known };
    const calculated = await this.#lawOf(request);
    const { assessment } = await workOutValid(calculated.toAssess);
    return { request, calculated, taxAmount: assessment.taxAmount };
  }

  async #explained(compared: ComparedTaxes, differing: Differing, from: CalculatedFrom): Promise<ReconciliationPart> {
    this.#session.work.add(workCosts.explainedDifference);
    const tools = {
      lawOf: this.#lawOf,
      changesIn: (country: string, state: string | null) => this.#changesIn(country, state),
    };
    const found = await findCause(differing, tools, (one, other) => this.#isEqual(one, other));
    const { cause, message, jurisdiction } = found ?? unexplained;
    const why = {
      cause,
      message: `${message} ${bothTaxes(compared)}`,
      jurisdiction: jurisdiction ?? differing.calculated.laws[0]!.place.rates[0]?.jurisdiction ?? null,
    };
    return this.#row(compared, why, from);
  }

  #row(compared: ComparedTaxes, why: WhyDifferent | null, from: CalculatedFrom | null = null): ReconciliationPart {
    const row = reconciledRowOf(compared, why);
    this.#totals.add(row, why?.jurisdiction ?? null);
    if (why) this.#worst.add(row, from);
    return { kind: 'row', row };
  }

  #isEqual(one: Decimal, other: Decimal): boolean {
    return one.minus(other).abs().lte(this.#tolerance);
  }

  #changesIn(country: string, state: string | null): readonly RateChange[] {
    const key = `${country} ${state ?? ''}`;
    const known =
      this.#changes.get(key) ??
      this.#ctx.reference.rateChanges(country, state).filter(({ status }) => status === 'ENACTED');
    this.#changes.set(key, known);
    return known;
  }
}

type Found = Awaited<ReturnType<ReturnType<typeof createStoredSide>['find']>>;

const repeated = invalidField(
  ['externalId'],
  'REPEATED',
  'This document appeared earlier in the file and was compared there. Keep all rows of a document together.',
);

const unexplained = {
  cause: 'UNKNOWN',
  message: 'No single change explains the difference.',
  jurisdiction: null,
} as const;

const summaryOf = ({ line, quote: { source, externalId, currency }, taxAmount }: TheirDocument) => ({
  line,
  source,
  externalId,
  currency,
  taxAmount,
});

const namedAs = ({ line, quote: { source, externalId } }: TheirDocument) => ({ line, source, externalId });

const lacksTaxCode = ({ taxCode }: { readonly taxCode: string | null }) => taxCode === null;

/** The input of the calculation. The key and the status do not affect the tax. */
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
