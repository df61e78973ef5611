import { Decimal } from 'decimal.js';
import type { AddressQuery } from '../../src/domain/places/address-match.ts';
import type { ReferenceData } from '../../src/ports/reference-data.ts';
import { loadBundledReferenceData } from '../../src/rates/book/bundled.ts';
import { assess } from '../../src/tax/assess.ts';
import type { DocumentToAssess, ItemToAssess } from '../../src/tax/model/assessment.ts';
import { decimal, zero } from '../../src/tax/numbers/decimal.ts';
import { median } from './load.ts';

export type CoreTimes = {
  readonly place: string;
  readonly jurisdictions: number;
  readonly lines: number;
  readonly microseconds: number;
  /** The same number of products of amount and rate in decimal.js, each rounded to cents. */
  readonly bareMicroseconds: number;
};

/** Four jurisdictions: the state, Cook County, the city and its transport authority. */
const address: AddressQuery = {
  street: '77 W Wacker Dr',
  city: 'Chicago',
  state: 'IL',
  zip: '60601',
  country: 'US',
  county: null,
  region: null,
  isPartial: false,
};
const taxDate = '2026-07-01';
const taxCode = 'C1S1';

/** Times the core in this process: place, law and tax of a document, from address to figures. */
export async function timeCore(seconds: number): Promise<CoreTimes[]> {
  const reference: ReferenceData = loadBundledReferenceData();
  const prices = Array.from({ length: 1_000 }, (_, index) => decimal((19.99 + index * 0.37).toFixed(2)));
  const quantities = [1, 2, 3, 5].map((quantity) => decimal(String(quantity)));

  const documentOf = (lines: number, offset: number): DocumentToAssess => {
    const match = reference.matchAddress(address);
    if (match.kind !== 'matched') throw new Error('The place of the core bench is not in the rate book.');
    const { taxPlace } = reference.placeFacts(match.place, taxDate);
    const items = Array.from({ length: lines }, (_, index): ItemToAssess => {
      const { rule } = reference.ruleFor(match.place, taxDate, taxCode, 'ITEM');
      return {
        taxCode,
        rule,
        isSentAsNotTaxable: false,
        manualRate: null,
        supply: { kind: 'TAXED' },
        unitPrice: prices[(index + offset) % prices.length]!,
        quantity: quantities[index % quantities.length]!,
        totalPrice: null,
        discount: zero,
      };
    });
    return {
      minorUnit: 2,
      isTaxInclusive: false,
      transactionLevelDiscount: zero,
      customerType: 'RETAIL',
      certificates: [],
      isCollecting: true,
      place: taxPlace,
      items,
      shippingFee: null,
      options: {
        roundingLevel: 'LINE',
        roundingMode: 'HALF_UP',
        inclusiveRounding: 'TAX',
        exemptInclusivePrice: 'KEEP',
        discountCoversShipping: false,
        shippingTaxMethod: 'OWN_CODE',
      },
    };
  };

  const { rates } = documentOf(1, 0).place;
  const bareAmounts = prices.map((price) => new Decimal(price.toFixed()));
  const bareRates = rates.map(({ rate }) => new Decimal(rate.toFixed()));
  const callsFor = (lines: number): Call[] => [
    (turn) => assess(documentOf(lines, turn)).items.length,
    (turn) => bareProducts(bareAmounts, bareRates, lines, turn),
  ];
  const sizes = [1, 10, 100, 1_000];
  for (const lines of sizes) for (const call of callsFor(lines)) callsPerSecond(call, warmUpSeconds);
  return sizes.map((lines) => {
    const [microseconds, bareMicroseconds] = timeInTurns(callsFor(lines), seconds);
    return {
      place: `${address.city}, ${address.state}`,
      jurisdictions: rates.length,
      lines,
      microseconds: microseconds!,
      bareMicroseconds: bareMicroseconds!,
    };
  });
}

/** Does some work and returns a number that depends on it, so that it is not optimized away; `turn` makes each call different. */
type Call = (turn: number) => number;

function bareProducts(amounts: readonly Decimal[], rates: readonly Decimal[], lines: number, offset: number): number {
  let digits = 0;
  for (let line = 0; line < lines; line++) {
    const amount = amounts[(line + offset) % amounts.length]!;
    for (const rate of rates) digits += amount.times(rate).toDecimalPlaces(2, Decimal.ROUND_HALF_UP).d.length;
  }
  return digits;
}

const batches = 40;
const warmUpSeconds = 0.3;

/** The microseconds per call of each: the median of many batches, run in turns. */
function timeInTurns(calls: readonly Call[], seconds: number): number[] {
  const budget = seconds / calls.length / batches;
  const sizes = calls.map((call) => Math.max(1, Math.round(callsPerSecond(call, warmUpSeconds) * budget)));
  const times = calls.map((): number[] => []);
  for (let batch = 0; batch < batches; batch++) {
    calls.forEach((call, index) => {
      times[index]!.push(timeBatch(call, sizes[index]!));
    });
  }
  return times.map(median);
}

function callsPerSecond(call: Call, seconds: number): number {
  const startedAt = performance.now();
  let calls = 0;
  while (performance.now() < startedAt + seconds * 1_000) call(calls++);
  return (calls / (performance.now() - startedAt)) * 1_000;
}

function timeBatch(call: Call, size: number): number {
  const startedAt = performance.now();
  let sum = 0;
  for (let turn = 0; turn < size; turn++) sum += call(turn);
  const milliseconds = performance.now() - startedAt;
  if (!(sum > 0)) throw new Error('The core bench did nothing.');
  return (milliseconds * 1_000) / size;
}
