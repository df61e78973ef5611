import { expect, it } from 'vitest';
import { type TenantSettings, tenantSettings } from '../../src/domain/account/tenant.ts';
import { parseInput } from '../../src/domain/base/parse-input.ts';
import type { Customer } from '../../src/domain/customers/customer.ts';
import type { Exemption } from '../../src/domain/exemptions/exemption.ts';
import type { NexusDeclaration } from '../../src/domain/nexus/nexus-record.ts';
import { chargedFees } from '../../src/domain/transactions/charged-fees.ts';
import { lineRateViews } from '../../src/domain/transactions/rate-views.ts';
import { completeInput } from '../../src/domain/transactions/refund/complete-input.ts';
import type { TransactionDocument } from '../../src/domain/transactions/transaction.ts';
import type { SnapshotLine, TransactionSnapshot } from '../../src/domain/transactions/transaction-snapshot.ts';
import { decimal, sum } from '../../src/tax/numbers/decimal.ts';
import { assessTransaction } from '../../src/usecases/assessment/calculate-document.ts';
import { inputs, reference } from '../support/context.ts';
import { aCustomer, anExemption } from '../support/records.ts';

type Address = { country?: string; state?: string; region?: string; city?: string; zip?: string; street?: string };

/** A whole document, with the figures required by law. */
export type Scenario = {
  readonly name: string;
  /** The statute, regulation or publication behind the figures. */
  readonly source: string;
  /** The calculation by hand. */
  readonly why: string;
  /** The tax date. */
  readonly on: string;
  readonly to: Address;
  /** The seller's location; by default, a US seller in a state without sales tax. */
  readonly from?: Address;
  readonly items: readonly { code: string; price: string; quantity?: number; discount?: string }[];
  readonly shipping?: { readonly code?: string; readonly price: string };
  readonly discount?: string;
  readonly isTaxInclusive?: boolean;
  readonly currency?: string;
  /** The shipping origin, if it differs from the seller's location. */
  readonly shipFrom?: Address;
  readonly type?: string;
  readonly deliveryMethod?: 'DELIVERED' | 'COLLECTED';
  readonly customer?: Partial<Customer>;
  readonly exemption?: Partial<Exemption>;
  /** The nexus and registrations of a seller who collects only where it is registered. Without them, the seller collects everywhere. */
  readonly declared?: readonly NexusDeclaration[];
  readonly oneStopShop?: boolean;
  readonly settings?: Partial<TenantSettings>;
  readonly expected: {
    /** Of each item. */
    readonly taxes: readonly string[];
    readonly shippingTax?: string;
    readonly total: string;
    /** Of each item. */
    readonly reasons?: readonly string[];
    /** Of the first item: `STATE 0.04 of 100 = 4`. */
    readonly taxLines?: readonly string[];
    /** Fees charged in addition to the tax: `CO 0.28`. */
    readonly fees?: readonly string[];
    /** The expected codes; any other notice is a fault. */
    readonly notices?: readonly string[];
  };
};

/** One test per scenario. Checks the figures and the invariants of every document. */
export function testScenarios(scenarios: readonly Scenario[]): void {
  it.each(scenarios)('$name: $why ($source)', async (scenario) => {
    const { document, snapshot } = await calculate(scenario);
    const { expected } = scenario;
    expect({
      taxes: document.items.map(({ taxAmount }) => taxAmount),
      shippingTax: document.shippingFee?.taxAmount,
      total: document.finalTransactionAmount,
      reasons: expected.reasons && document.items.map(({ reason }) => reason),
      taxLines: expected.taxLines && taxLinesOf(snapshot, snapshot.items[0]!),
      fees: expected.fees && document.fees.map(({ state, amount }) => `${state} ${amount}`),
      notices: document.notices.map(({ code }) => code),
    }).toEqual({ notices: [], ...expected });
    expectSound(document, snapshot);
  });
}

export function calculate(
  scenario: Scenario,
): Promise<{ document: TransactionDocument; snapshot: TransactionSnapshot }> {
  const customer = aCustomer(scenario.customer);
  return assessTransaction({
    input: {
      ...completeInput(parseInput(inputs.transaction, bodyOf(scenario, customer)), null, { defaultTaxCode: null }),
      taxDateTimeZone: null,
    },
    customer,
    exemptions: scenario.exemption ? [anExemption(customer.serviceId, scenario.exemption)] : [],
    settings: tenantSettings.parse({
      homeAddress: scenario.from ?? { country: 'US', state: 'OR' },
      collectionPolicy: scenario.declared ? 'WHERE_REGISTERED' : 'EVERYWHERE',
      oneStopShop: scenario.oneStopShop ?? false,
      ...scenario.settings,
    }),
    declarations: scenario.declared ?? [],
    reference,
  });
}

function bodyOf(scenario: Scenario, { serviceId }: Customer): unknown {
  const { on, to, items, shipping } = scenario;
  return {
    externalId: 'scenario',
    source: '1',
    customerId: serviceId,
    transactionType: scenario.type ?? 'INVOICE',
    transactionStatus: 'ACTIVE',
    externalTimestamps: { createdDate: on, updatedDate: on },
    shippingAddress: { country: 'US', isPartial: true, ...to },
    items: items.map(({ code, price, quantity = 1, discount }) => ({
      name: code,
      taxCode: code,
      unitPrice: price,
      quantity,
      discount,
    })),
    shippingFee: shipping && { taxCode: shipping.code ?? 'C6S1', totalPrice: shipping.price },
    transactionLevelDiscount: scenario.discount,
    currency: scenario.currency,
    deliveryMethod: scenario.deliveryMethod,
    shipFromAddress: scenario.shipFrom && { isPartial: true, ...scenario.shipFrom },
    isTaxInclusive: scenario.isTaxInclusive ?? false,
  };
}

function taxLinesOf(snapshot: TransactionSnapshot, line: SnapshotLine): string[] {
  return line.taxLines.map(({ rate, appliedRate, taxableAmount, taxAmount }) => {
    const { level, code } = snapshot.rates[rate]!.jurisdiction;
    const name = snapshot.regime === 'GLOBAL_TAX' ? `${level} ${code}` : level;
    return `${name} ${appliedRate} of ${taxableAmount} = ${taxAmount}`;
  });
}

/** Lines must add up to the document, jurisdictions to their line, and the fixed fields of the rate views to their total. */
function expectSound(document: TransactionDocument, snapshot: TransactionSnapshot): void {
  const lines = document.shippingFee ? [...document.items, document.shippingFee] : document.items;
  const taxAmount = document.salesTax.amount;
  expect(total(lines.map((line) => line.taxAmount))).toBe(number(taxAmount));
  const bases = total(lines.map((line) => line.calculatedTotal));
  const added = document.isTaxInclusive ? 0 : number(taxAmount);
  expect(number(document.finalTransactionAmount)).toBeCloseTo(bases + added + chargedFees(document.fees).toNumber(), 6);
  const snapshotLines = snapshot.shippingFee ? [...snapshot.items, snapshot.shippingFee] : snapshot.items;
  for (const [index, line] of snapshotLines.entries()) {
    expect(total(line.taxLines.map((taxLine) => taxLine.taxAmount))).toBe(number(lines[index]!.taxAmount));
    expectViewsToAddUp(snapshot, line);
  }
  for (const { source } of [...snapshot.rates, ...snapshot.rules]) expect(source).not.toBe('');
}

function expectViewsToAddUp(snapshot: TransactionSnapshot, line: SnapshotLine): void {
  const { gtRates, salesTaxRates } = lineRateViews(snapshot, line);
  const view: Readonly<Record<string, string>> = { ...(gtRates ?? salesTaxRates) };
  const { taxRate = '0', ...parts } = view;
  expect(Object.keys(parts)).toHaveLength(gtRates ? 2 : 5);
  expect(total(Object.values(parts))).toBe(number(taxRate));
}

const number = (text: string): number => decimal(text).toNumber();
const total = (texts: readonly string[]): number => sum(texts.map(decimal)).toNumber();
