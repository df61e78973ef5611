import type { VariablesOf } from '../base/graphql.ts';
import { addDays, addMonths, daysBetween } from '../format/format.ts';
import type {
  yearCustomersOperation,
  yearDocumentsOperation,
  yearExemptionsOperation,
  yearNexusOperation,
} from './operations.ts';
import { type Buyer, buyers, isInEurope, warehouses } from './people.ts';

type Customer = VariablesOf<typeof yearCustomersOperation>['input']['customers'][number];
type Document = VariablesOf<typeof yearDocumentsOperation>['input']['transactions'][number];
type Nexus = VariablesOf<typeof yearNexusOperation>['input'];
type Exemption = Omit<VariablesOf<typeof yearExemptionsOperation>['input'], 'customerId'> & { readonly buyer: string };

/** A document with the external id of its customer, whose service id is known only once the customer is stored. */
export type YearDocument = Omit<Document, 'customerId'> & { readonly buyer: string | null };

type Year = {
  readonly customers: readonly Customer[];
  readonly nexus: readonly Nexus[];
  readonly exemptions: readonly Exemption[];
  readonly invoices: readonly YearDocument[];
  readonly refunds: readonly YearDocument[];
};

const source = '9';
const invoiceCount = 1_420;

/** Goods with their prices in cents, to avoid fractions. */
const goods: readonly (readonly [name: string, taxCode: string, cents: number])[] = [
  ['Camp lantern', 'C1S1', 4_900],
  ['Two-person tent', 'C1S1', 24_900],
  ['Sleeping bag', 'C1S1', 18_900],
  ['Trail backpack', 'C1S1', 15_900],
  ['Cast iron pan', 'C1S1', 5_450],
  ['Rain jacket', 'C1S2', 12_900],
  ['Wool sweater', 'C1S2', 8_900],
  ['Hiking boots', 'C1S3', 17_900],
  ['Kids parka', 'C1S4', 9_900],
  ['Trail running tights', 'C1S6', 6_900],
  ['Energy bars, box', 'C1S10', 2_880],
  ['Dark chocolate', 'C1S11', 650],
  ['Field guide', 'C1S30', 2_495],
  ['Map collection, e-book', 'C2S1', 1_499],
  ['Portable generator', 'C1S44', 89_900],
  ['Route planner, yearly', 'C3S2', 5_900],
  ['Boot repair', 'C4S2', 3_500],
  ['Gift card', 'C7S1', 5_000],
];

const price = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

/** A year of an outdoor shop, ending today; the same for everyone who stores it on the same day. */
export function demoYear(today: string): Year {
  const chance = chanceFrom(20_260_701);
  const from = `${addMonths(today.slice(0, 7), -12)}-01`;
  const days = salesDays(from, today, chance);
  const crowd = buyers.flatMap((buyer) => Array.from({ length: buyer.weight }, () => buyer));
  const invoices = days.map((day, index) => invoice(`INV-${10_001 + index}`, day, today, chance.pick(crowd), chance));
  return {
    customers: buyers.map((buyer) => customer(buyer, from)),
    nexus: nexusFrom(from),
    exemptions: exemptions(from, today),
    invoices,
    refunds: refundsOf(invoices, today, chance),
  };
}

/** The days of the sales: more toward today, before the holidays and in summer, fewer on weekends. */
function salesDays(from: string, today: string, chance: Chance): string[] {
  const length = daysBetween(from, today) + 1;
  const pool = Array.from({ length }, (_, index) => {
    const day = addDays(from, index);
    const weekday = new Date(`${day}T12:00:00Z`).getUTCDay();
    const season = ['11', '12'].includes(day.slice(5, 7)) ? 3 : ['06', '07', '08'].includes(day.slice(5, 7)) ? 2 : 0;
    const weight = 4 + Math.floor((index / length) * 4) + season - (weekday === 0 || weekday === 6 ? 3 : 0);
    return Array.from({ length: weight }, () => day);
  }).flat();
  return Array.from({ length: invoiceCount }, () => chance.pick(pool)).sort();
}

function customer({ externalId, name, email, customerType, taxNumber, address }: Buyer, from: string): Customer {
  const externalTimestamps = { createdDate: from, updatedDate: from };
  return { source, externalId, name, email, customerType, taxNumber, address, externalTimestamps };
}

function invoice(externalId: string, day: string, today: string, buyer: Buyer, chance: Chance): YearDocument {
  const count = 1 + chance.below(buyer.isBusiness ? 4 : 3);
  const start = chance.below(goods.length);
  const items = Array.from({ length: count }, (_, index) => {
    const [name, taxCode, cents] = goods[(start + index * 5) % goods.length]!;
    const quantity = buyer.isBusiness ? 2 + chance.below(9) : 1 + Number(chance.in100(20));
    const discount = chance.in100(12) ? price(Math.floor((cents * quantity) / 10)) : undefined;
    return { name, taxCode, quantity: String(quantity), unitPrice: price(cents), discount };
  });
  const isEuropean = isInEurope(buyer);
  const age = daysBetween(day, today);
  const isQuote = chance.in100(3) && age < 60;
  return {
    source,
    externalId,
    buyer: buyer.externalId,
    transactionType: isQuote ? 'ESTIMATE' : 'INVOICE',
    transactionStatus: chance.in100(1) ? 'CANCELLED' : age > 21 ? 'PAID' : 'ACTIVE',
    externalTimestamps: { createdDate: day, updatedDate: day },
    currency: isEuropean ? 'EUR' : 'USD',
    items,
    shippingAddress: buyer.address,
    // Sold within Brazil, whose taxes the rate book does not cover.
    shipFromAddress: isEuropean ? warehouses.europe : buyer.address.country === 'BR' ? buyer.address : warehouses.home,
    ...(isEuropean && { subsidiary: 'Europe' }),
    ...(chance.in100(40) && { shippingFee: { taxCode: 'C6S1', totalPrice: price(650 + 300 * chance.below(4)) } }),
  };
}

/** One in twenty invoices is refunded, in part or in full. */
function refundsOf(invoices: readonly YearDocument[], today: string, chance: Chance): YearDocument[] {
  const sold = invoices.filter(
    ({ transactionType, transactionStatus }) => transactionType === 'INVOICE' && transactionStatus !== 'CANCELLED',
  );
  return sold
    .filter(() => chance.in100(5))
    .flatMap((invoice, index) => {
      const day = addDays(invoice.externalTimestamps.createdDate, 4 + chance.below(18));
      if (day > today) return [];
      const [item] = invoice.items;
      const isWhole = chance.in100(25) || item === undefined;
      return [
        {
          source,
          externalId: `REF-${5_001 + index}`,
          buyer: null,
          transactionType: 'REFUND' as const,
          transactionStatus: 'ACTIVE' as const,
          createdFrom: invoice.externalId,
          externalTimestamps: { createdDate: day, updatedDate: day },
          items: isWhole ? [] : [{ name: item.name, quantity: '1' }],
        },
      ];
    });
}

function nexusFrom(validFrom: string): Nexus[] {
  const registered = (state: string, filingFrequency: 'MONTHLY' | 'QUARTERLY', isPhysical = false): Nexus => ({
    country: 'US',
    state,
    ...(isPhysical ? { physicalNexus: [{ validFrom }] } : { economicNexus: [{ validFrom }] }),
    registrations: [{ validFrom, filingFrequency }],
  });
  return [
    registered('MN', 'MONTHLY', true),
    registered('WI', 'QUARTERLY'),
    registered('IL', 'MONTHLY'),
    registered('TX', 'QUARTERLY'),
    registered('CA', 'QUARTERLY'),
    registered('NY', 'QUARTERLY'),
    registered('CO', 'MONTHLY'),
    registered('WA', 'MONTHLY'),
    registered('FL', 'MONTHLY'),
    { country: 'BR', physicalNexus: [{ validFrom }] },
    {
      country: 'DE',
      physicalNexus: [{ validFrom }],
      registrations: [
        { validFrom, filingFrequency: 'QUARTERLY' },
        { validFrom, filingFrequency: 'QUARTERLY', scheme: 'UNION_ONE_STOP_SHOP' },
      ],
    },
  ];
}

type Certified = readonly [
  buyer: string,
  state: string,
  reason: 'RESALE' | 'EDUCATION' | 'GOVERNMENT' | 'CHARITY' | 'AGRICULTURE',
  lastDay: number | null,
];

/** Certificates, each with the number of days from today to its last day: some have expired, some expire soon. */
const certified: readonly Certified[] = [
  ['B-2001', 'MN', 'RESALE', 19],
  ['B-2002', 'WI', 'RESALE', 400],
  ['B-2003', 'IL', 'RESALE', 25],
  ['B-2004', 'TX', 'RESALE', null],
  ['B-2005', 'CA', 'RESALE', 700],
  ['B-2006', 'NY', 'RESALE', -40],
  ['B-2013', 'MN', 'EDUCATION', null],
  ['B-2014', 'MN', 'GOVERNMENT', null],
  ['B-2015', 'MN', 'CHARITY', 8],
  ['B-2016', 'WA', 'CHARITY', 230],
  ['B-2017', 'TX', 'AGRICULTURE', 150],
];

function exemptions(from: string, today: string): Exemption[] {
  return certified.map(([buyer, code, exemptionReason, lastDay], index) => ({
    buyer,
    states: [{ code }],
    exemption: {
      country: 'US',
      exemptionType: 'FULLY',
      exemptionReason,
      certificate: { certificateId: `${code}-${70_411 + 37 * index}`, name: 'Exemption certificate' },
      validationDates: {
        fromDate: from,
        ...(lastDay !== null && { toDate: addDays(today, lastDay) }),
      },
    },
  }));
}

type Chance = {
  /** A random whole number from 0 up to, but not including, `count`. */
  below(count: number): number;
  pick<Value>(values: readonly Value[]): Value;
  /** Whether an event with this probability, in percent, occurs. */
  in100(cases: number): boolean;
};

/** Returns the same numbers for the same seed (Mulberry32), so that everyone gets the same year. */
function chanceFrom(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (count: number) => next() % count;
  return { below, pick: (values) => values[below(values.length)]!, in100: (cases) => below(100) < cases };
}
