import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scopes } from '../../../src/domain/account/scope.ts';
import { type TenantSettings, tenantSettings } from '../../../src/domain/account/tenant.ts';
import type { NexusDeclaration } from '../../../src/domain/nexus/nexus-record.ts';
import type { TraceStepView } from '../../../src/domain/transactions/trace/trace-step.ts';
import { viewStep } from '../../../src/domain/transactions/trace/trace-view.ts';
import { traceDocument } from '../../../src/domain/transactions/trace/transaction-trace.ts';
import type { Context } from '../../../src/ports/context.ts';
import type { TenantStores } from '../../../src/ports/stores.ts';
import { ownWork } from '../../../src/ports/work.ts';
import { decimal, decimalText, sum } from '../../../src/tax/numbers/decimal.ts';
import {
  type CalculatedQuote,
  calculateTransaction,
} from '../../../src/usecases/transactions/calculate-transaction.ts';
import { compareScenarios } from '../../../src/usecases/transactions/compare-scenarios.ts';
import { inputs, reference } from '../../support/context.ts';
import { examples } from '../../support/examples.ts';

type Account = { readonly settings: TenantSettings; readonly declarations: readonly NexusDeclaration[] };
type Sent = Readonly<Record<string, unknown>> & { readonly items: readonly object[]; readonly taxDate: string };

/** A quote that names no stored record needs no store. */
function contextOf({ settings, declarations }: Account): Context {
  const tenant = { tenantId: 'test', name: 'Test', kind: 'LIVE', settings, testClock: null, rulingsRevision: 0 };
  return {
    session: {
      principal: { clientId: 'test', tenantId: 'test', scopes: new Set(scopes) },
      tenant,
      recent: { settings: async () => settings, declarations: async () => declarations, forget() {} },
      stores: {} as TenantStores,
      work: ownWork,
    },
    reference,
    registers: [],
    requestId: 'test',
    now: () => new Date('2026-07-10T08:00:00Z'),
  } as unknown as Context;
}

const minneapolis = { street: '250 Marquette Ave', city: 'Minneapolis', state: 'MN', zip: '55401', country: 'US' };
const omaha = { street: '100 Main St', city: 'Omaha', state: 'NE', zip: '68102', country: 'US' };
const austin = { street: '1100 Congress Ave', city: 'Austin', state: 'TX', zip: '78701', country: 'US' };
const addresses = [
  minneapolis,
  omaha,
  austin,
  { zip: '37201', country: 'US' },
  { state: 'QC', zip: 'H2Y 1C6', country: 'CA' },
  { country: 'DE' },
];
const days = ['2020-07-01', '2026-01-15', '2026-07-01', '2026-08-08'];
const codes = ['C1S1', 'C1S2', 'C3S1', 'C2S1'];

const item = fc.record({
  name: fc.constant('Thing'),
  taxCode: fc.constantFrom(...codes),
  unitPrice: fc.integer({ min: 100, max: 90_000 }).map((mills) => mills / 1000),
  quantity: fc.constantFrom(1, 2, 7),
  discount: fc.constantFrom(null, 0.001),
  shippingAddress: fc.option(fc.constant(omaha), { freq: 8 }),
});
const quote = fc.record({
  items: fc.array(item, { minLength: 1, maxLength: 4 }),
  shippingFee: fc.constantFrom(null, { taxCode: 'C6S1', totalPrice: 9.99 }),
  shippingAddress: fc.constantFrom(...addresses),
  taxDate: fc.constantFrom(...days),
  isTaxInclusive: fc.boolean(),
  transactionLevelDiscount: fc.constantFrom(null, 0.01),
  customer: fc.constantFrom(null, { exemptStates: ['NE'] }),
});

/** A scenario, with its effect on the quote and on the account, in this test's own terms. */
type Change = {
  readonly scenario: object;
  quote?(sent: Sent): object;
  account?(account: Account, sent: Sent): Account;
};

const inQuote = (changed: object): Change => ({ scenario: changed, quote: () => changed });
const inSettings = (rounding: object, settings: Partial<TenantSettings> & { extraPlaces?: number }): Change => ({
  scenario: { rounding },
  account: (account) => ({ ...account, settings: { ...account.settings, ...settings } }),
});

const registered = (state: string, validFrom: string) =>
  ({
    country: 'US',
    state,
    physicalNexus: [],
    economicNexus: [],
    registrations: [{ validFrom, validThrough: null, number: null, scheme: 'STANDARD' }],
  }) as unknown as NexusDeclaration;

const change = fc.oneof(
  fc.constant<Change>({ scenario: {} }),
  fc.constantFrom(...addresses).map((shippingAddress) => inQuote({ shippingAddress })),
  fc.constantFrom(...days).map((taxDate) => inQuote({ taxDate })),
  fc.boolean().map((isTaxInclusive) => inQuote({ isTaxInclusive })),
  fc.constantFrom(0.01, 0.37).map((transactionLevelDiscount) => inQuote({ transactionLevelDiscount })),
  fc.constantFrom('MN', 'TX').map((state) => inQuote({ customer: { exemptStates: [state] } })),
  fc.constantFrom(...codes).map(
    (taxCode): Change => ({
      scenario: { taxCodes: [{ line: 0, taxCode }] },
      quote: ({ items: [first, ...others] }) => ({ items: [{ ...first, taxCode }, ...others] }),
    }),
  ),
  fc.constantFrom('MN', 'NE').map(
    (state): Change => ({
      scenario: { exemption: { state } },
      quote: ({ customer }) => ({ customer: { exemptStates: [...exemptStatesOf(customer), state] } }),
    }),
  ),
  fc.constantFrom('MN', 'TX').map(
    (state): Change => ({
      scenario: { registrations: [{ state, isRegistered: true }] },
      account: ({ settings }, { taxDate }) => ({
        settings: { ...settings, collectionPolicy: 'WHERE_REGISTERED' },
        declarations: [registered(state, taxDate)],
      }),
    }),
  ),
  fc
    .constantFrom('LINE' as const, 'UNIT' as const, 'DOCUMENT' as const, 'DOCUMENT_PER_RATE' as const)
    .map((roundingLevel) => inSettings({ roundingLevel }, { roundingLevel })),
  fc.constant(inSettings({ roundingMode: 'HALF_EVEN' }, { roundingMode: 'HALF_EVEN' })),
  fc.constant(inSettings({ inclusiveRounding: 'NET' }, { inclusiveRounding: 'NET' })),
  fc.constant(inSettings({ lineAmounts: 'EXACT' }, { extraPlaces: 8 })),
);

function exemptStatesOf(customer: unknown): readonly string[] {
  return (customer as { readonly exemptStates: readonly string[] } | null)?.exemptStates ?? [];
}

/** The steps of a calculation, from its record only. */
const stepsOf = ({ transaction, snapshot }: CalculatedQuote) =>
  [...traceDocument(transaction, snapshot)].map((step) => viewStep(step, transaction.currency));

/** The finding of a step; places and collection are given in words. */
function findingsOf({ message, validFrom: _, validThrough: __, source: ___, jurisdiction, ...found }: TraceStepView) {
  const words = ['ADDRESS_MATCHED', 'COLLECTING'].includes(found.kind) ? message : '';
  return JSON.stringify([words, jurisdiction?.id, found]);
}

const looksAt = ({ kind, pointer, jurisdiction }: TraceStepView) => [kind, pointer, jurisdiction?.id].join(' ');

function departureOf(base: CalculatedQuote, changed: CalculatedQuote): TraceStepView | null {
  const [before, after] = [stepsOf(base), stepsOf(changed)];
  const lacks = (steps: readonly TraceStepView[], step: TraceStepView) =>
    steps.every((other) => looksAt(other) !== looksAt(step));
  for (let index = 0; index < Math.max(before.length, after.length); index += 1) {
    const [was, is] = [before[index], after[index]];
    if (!was || !is) return is ?? was!;
    if (findingsOf(was) !== findingsOf(is)) return lacks(after, was) && !lacks(before, is) ? was : is;
  }
  return after.find(({ message }, index) => message !== before[index]!.message) ?? null;
}

/** The figures and notices of a quote, without the ids of this calculation. */
function figuresOf({ transaction, snapshot }: CalculatedQuote) {
  const { serviceId: _, calculatedAt: __, ...figures } = transaction;
  return { figures, snapshot };
}

function taxOfLines({ transaction: { items, shippingFee } }: CalculatedQuote): Map<string, string> {
  const taxes = items.map(({ taxAmount }, index): [string, string] => [`/items/${index}`, taxAmount]);
  return new Map(shippingFee ? [...taxes, ['/shippingFee', shippingFee.taxAmount]] : taxes);
}

function taxOfJurisdictions({ snapshot: { items, shippingFee, rates } }: CalculatedQuote): Map<string, string> {
  const lines = (shippingFee ? [...items, shippingFee] : items).flatMap(({ taxLines }) => taxLines);
  const ids = new Set(lines.map(({ rate }) => rates[rate]!.jurisdiction.id));
  const taxOf = (id: string) =>
    lines.filter(({ rate }) => rates[rate]!.jurisdiction.id === id).map(({ taxAmount }) => decimal(taxAmount));
  return new Map([...ids].map((id) => [id, decimalText(sum(taxOf(id)))]));
}

function differing(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>) {
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((name) => [name, decimal(before.get(name) ?? '0'), decimal(after.get(name) ?? '0')] as const)
    .filter(([_, was, is]) => !was.eq(is))
    .map(([name, was, is]) => [name, decimalText(was), decimalText(is), decimalText(is.minus(was))])
    .sort();
}

const told = (name: string, { before, after, taxDifference }: Record<'before' | 'after' | 'taxDifference', string>) => [
  name,
  ...[before, after, taxDifference].map((amount) => decimalText(decimal(amount))),
];

describe('compareScenarios', () => {
  it('calculates each scenario as if it were the document', { timeout: 120_000 }, async () => {
    const account: Account = { settings: tenantSettings.parse({}), declarations: [] };
    const kindsOfDeparture = new Set<string>();
    await fc.assert(
      fc.asyncProperty(quote, fc.array(change, { minLength: 1, maxLength: 5 }), async (sent, changes) => {
        const scenarios = changes.map(({ scenario }, index) => ({ label: `${index}`, ...scenario }));
        const input = inputs.comparison.parse({ base: { quote: sent }, scenarios });
        const compared = await compareScenarios(contextOf(account), input, { keep: (quote) => quote });
        const base = await calculateTransaction(contextOf(account), inputs.quote.parse(sent));
        expect(figuresOf(compared.base)).toEqual(figuresOf(base));
        for (const [index, one] of changes.entries()) {
          const scenario = compared.scenarios[index]!;
          const changed = inputs.quote.parse({ ...sent, ...one.quote?.(sent) });
          const alone = await calculateTransaction(contextOf(one.account?.(account, sent) ?? account), changed);
          expect(figuresOf(scenario.quote)).toEqual(figuresOf(alone));
          expect(scenario.lines.map((line) => told(line.pointer, line)).sort()).toEqual(
            differing(taxOfLines(base), taxOfLines(alone)),
          );
          expect(scenario.jurisdictions.map((line) => told(line.jurisdiction.id, line)).sort()).toEqual(
            differing(taxOfJurisdictions(base), taxOfJurisdictions(alone)),
          );
          expect(scenario.departsAt).toEqual(departureOf(base, alone));
          kindsOfDeparture.add(scenario.departsAt?.kind ?? 'NONE');
        }
      }),
      { numRuns: examples(150) },
    );
    expect(kindsOfDeparture.size).toBeGreaterThan(5);
  });
});

describe('the place of a scenario', () => {
  const parsed = (place: object) =>
    inputs.comparison.safeParse({
      base: { quote: { items: [{ name: 'Thing', taxCode: 'C1S1', unitPrice: 1 }], shippingAddress: minneapolis } },
      scenarios: [{ label: 'One', registrations: [{ ...place, isRegistered: true }], exemption: place }],
    });

  it('is a state or region, by code or name', () => {
    const places = [{ state: 'Minnesota' }, { country: 'CA', state: 'QC' }, { country: 'Canada', state: 'Quebec' }];
    const found = places.map((place) => parsed(place).data?.scenarios[0]);
    expect(found.map((one) => [one?.registrations[0]?.state, one?.exemption?.state])).toEqual([
      ['MN', 'MN'],
      ['CA-QC', 'CA-QC'],
      ['CA-QC', 'CA-QC'],
    ]);
  });

  it('is refused if the region is unknown', () => {
    expect(parsed({ country: 'CA', state: 'XX' }).error?.issues).toMatchObject([
      { path: ['scenarios', 0, 'exemption', 'state'], message: 'state must be a region of CA with its own rates.' },
      { path: ['scenarios', 0, 'registrations', 0, 'state'] },
    ]);
  });
});
