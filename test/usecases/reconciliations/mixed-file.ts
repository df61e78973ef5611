import type { DifferenceCause } from '../../../src/domain/reconciliations/reconciliation.ts';

/*
 * Creates a file of documents with the tax of another engine, with planted differences of every cause. The other tax is
 * calculated here, with whole numbers and the published rates below, and never by the gateway.
 */

/** A jurisdiction and its rate in ten-thousandths of a percent: 68750 is 6.875 %. */
type Rate = readonly [name: string, rate: number];
type Place = { readonly city: string; readonly state: string; readonly zip: string; readonly rates: readonly Rate[] };

/** In June 2026. The first rate is the state's. */
const places: readonly Place[] = [
  {
    city: 'Minneapolis',
    state: 'MN',
    zip: '55401',
    rates: [
      ['state', 68750],
      ['county', 1500],
      ['city', 5000],
      ['bridges', 5000],
      ['metro', 7500],
      ['housing', 2500],
    ],
  },
  {
    city: 'Duluth',
    state: 'MN',
    zip: '55802',
    rates: [
      ['state', 68750],
      ['county', 5000],
      ['city', 15000],
    ],
  },
  {
    city: 'Seattle',
    state: 'WA',
    zip: '98101',
    rates: [
      ['state', 65000],
      ['city', 40500],
    ],
  },
  {
    city: 'Chicago',
    state: 'IL',
    zip: '60601',
    rates: [
      ['state', 62500],
      ['county', 17500],
      ['city', 12500],
      ['transit', 10000],
    ],
  },
  {
    city: 'Milwaukee',
    state: 'WI',
    zip: '53202',
    rates: [
      ['state', 50000],
      ['county', 9000],
      ['city', 20000],
    ],
  },
  {
    city: 'Omaha',
    state: 'NE',
    zip: '68102',
    rates: [
      ['state', 55000],
      ['city', 15000],
    ],
  },
  {
    city: 'Las Vegas',
    state: 'NV',
    zip: '89101',
    rates: [
      ['state', 68500],
      ['county', 15250],
    ],
  },
  {
    city: 'Raleigh',
    state: 'NC',
    zip: '27601',
    rates: [
      ['state', 47500],
      ['county', 20000],
      ['transit', 5000],
    ],
  },
  {
    city: 'Des Moines',
    state: 'IA',
    zip: '50309',
    rates: [
      ['state', 60000],
      ['county', 10000],
    ],
  },
  {
    city: 'Los Angeles',
    state: 'CA',
    zip: '90012',
    rates: [
      ['state', 72500],
      ['county', 25000],
    ],
  },
];
const [minneapolis, , , chicago, milwaukee] = places as readonly [Place, Place, Place, Place, Place];
const newark: Place = { city: 'Newark', state: 'NJ', zip: '07102', rates: [['state', 66250]] };
const origin: Place = {
  city: 'Sioux Falls',
  state: 'SD',
  zip: '57104',
  rates: [
    ['state', 42000],
    ['city', 20000],
  ],
};

/** Rates that change: the combined rate before and after, and the first day of the new one. */
type Change = {
  readonly place: Omit<Place, 'rates'>;
  readonly before: number;
  readonly after: number;
  readonly on: string;
};
const changes: readonly Change[] = [
  { place: chicago, before: 102500, after: 105000, on: '2026-08-01' },
  { place: { city: 'Naperville', state: 'IL', zip: '60540' }, before: 77500, after: 80000, on: '2026-08-01' },
  { place: { city: 'Macon', state: 'GA', zip: '31201' }, before: 70000, after: 80000, on: '2026-04-01' },
  { place: { city: 'San Jose', state: 'CA', zip: '95113' }, before: 93750, after: 100000, on: '2026-04-01' },
];

/** The states in which the seller of the file is registered. New Jersey is not among them. */
export const registeredStates: readonly string[] = [
  'MN',
  'WA',
  'IL',
  'WI',
  'NE',
  'NV',
  'NC',
  'IA',
  'CA',
  'GA',
  'TX',
  'SD',
];

const perUnit = 1_000_000;
const totalOf = ({ rates }: Pick<Place, 'rates'>) => rates.reduce((sum, [, rate]) => sum + rate, 0);
/** Cents of tax, half a cent away from zero. */
const taxed = (cents: number, rate: number) => Math.floor((2 * cents * rate + perUnit) / (2 * perUnit));
const money = (cents: number) =>
  `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;

type Row = Readonly<Record<string, string>>;
export type PlantedDocument = {
  readonly externalId: string;
  /** Null if the taxes are equal. */
  readonly cause: DifferenceCause | null;
  readonly rows: readonly Row[];
  /** The document as stored here, for a comparison with stored documents; null if it is not stored. */
  readonly stored: object | null;
};

type Line = {
  readonly taxCode?: string;
  readonly cents: number;
  readonly quantity?: number;
  readonly discount?: number;
};
type Sale = {
  readonly place: Omit<Place, 'rates'>;
  readonly lines: readonly Line[];
  readonly date?: string;
  readonly orderDate?: string;
  readonly from?: Place;
  readonly customer?: string;
  readonly exemption?: string;
  readonly isTaxInclusive?: boolean;
  /** Cents. */
  readonly theirs: number;
};

type Random = () => number;

/** The same numbers on every machine (mulberry32). */
function randomFrom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const between = (random: Random, least: number, most: number) => least + Math.floor(random() * (most - least + 1));
const oneOf = <Value>(random: Random, values: readonly Value[]): Value => values[Math.floor(random() * values.length)]!;
/** Prices from 40.00 up, so that no two rates give the same cents. */
const price = (random: Random) => between(random, 4_000, 95_000);

/** Examples of each cause. Each sale is explained by the law, with one difference in the other engine. */
const planted: Readonly<Record<Exclude<DifferenceCause, 'MISSING_HERE' | 'MISSING_THERE'>, (random: Random) => Sale>> =
  {
    DATE: (random) => {
      const { place, before, on } = oneOf(random, changes);
      const cents = price(random);
      const [orderDate, date] = [dayBefore(on, between(random, 1, 9)), dayBefore(on, -between(random, 0, 9))];
      return { place, lines: [{ cents }], date, orderDate, theirs: taxed(cents, before) };
    },
    AMOUNT: (random) => {
      const place = oneOf(random, places);
      const cents = price(random);
      const discount = Math.floor(cents / between(random, 4, 9));
      if (random() < 0.3) {
        const inside = cents - Math.round((cents * perUnit) / (perUnit + totalOf(place)));
        return { place, lines: [{ cents }], theirs: inside };
      }
      return { place, lines: [{ cents, discount }], theirs: taxed(cents, totalOf(place)) };
    },
    SOURCING: (random) => {
      const place = oneOf(random, places);
      const cents = price(random);
      return { place, lines: [{ cents }], from: origin, theirs: taxed(cents, totalOf(origin)) };
    },
    JURISDICTION_MISSING: (random) => {
      const place = oneOf(random, places);
      const cents = price(random);
      const [, ...local] = place.rates;
      const without = random() < 0.2 ? local.reduce((sum, [, rate]) => sum + rate, 0) : oneOf(random, local)[1];
      return { place, lines: [{ cents }], theirs: taxed(cents, totalOf(place) - without) };
    },
    RATE: (random) => {
      const { place, before, after, on } = oneOf(random, changes);
      const cents = price(random);
      const isOld = random() < 0.5;
      const date = dayBefore(on, isOld ? -between(random, 1, 20) : between(random, 1, 20));
      return { place, lines: [{ cents }], date, theirs: taxed(cents, isOld ? before : after) };
    },
    TAXABILITY: (random) => {
      const cents = price(random);
      const kind = random();
      // Minnesota exempts clothing, and its neighbor Wisconsin taxes it.
      if (kind < 0.4)
        return { place: minneapolis, lines: [{ cents, taxCode: 'C1S2' }], theirs: taxed(cents, totalOf(minneapolis)) };
      if (kind < 0.7) return { place: milwaukee, lines: [{ cents, taxCode: 'C1S2' }], theirs: 0 };
      const clothes = price(random);
      return {
        place: milwaukee,
        lines: [{ cents }, { cents: clothes, taxCode: 'C1S2' }],
        theirs: taxed(cents, totalOf(milwaukee)),
      };
    },
    CERTIFICATE: (random) => {
      const cents = price(random);
      if (random() < 0.5)
        return {
          place: minneapolis,
          lines: [{ cents }],
          customer: 'EXEMPT',
          theirs: taxed(cents, totalOf(minneapolis)),
        };
      return {
        place: oneOf(random, places),
        lines: [{ cents }],
        exemption: `EX-${between(random, 100, 999)}`,
        theirs: 0,
      };
    },
    REGISTRATION: (random) => {
      const cents = price(random);
      if (random() < 0.5) return { place: newark, lines: [{ cents }], theirs: taxed(cents, totalOf(newark)) };
      return { place: oneOf(random, places), lines: [{ cents }], theirs: 0 };
    },
    ROUNDING: (random) => {
      for (;;) {
        const place = oneOf(random, places);
        const rate = totalOf(place);
        if (random() < 0.5) {
          const [quantity, cents] = [between(random, 7, 60), between(random, 100, 1_500)];
          const theirs = quantity * taxed(cents, rate);
          if (theirs !== taxed(quantity * cents, rate)) return { place, lines: [{ cents, quantity }], theirs };
        } else {
          const lines = [price(random), price(random), price(random)].map((cents) => ({ cents }));
          const each = lines.reduce((sum, { cents }) => sum + taxed(cents, rate), 0);
          const theirs = taxed(
            lines.reduce((sum, { cents }) => sum + cents, 0),
            rate,
          );
          if (theirs !== each) return { place, lines, theirs };
        }
      }
    },
    UNKNOWN: (random) => {
      const place = oneOf(random, places);
      const cents = price(random);
      return { place, lines: [{ cents }], theirs: taxed(cents, totalOf(place)) + between(random, 200, 900) };
    },
  };

function equalSale(random: Random): Sale {
  const place = oneOf(random, places);
  const rate = totalOf(place);
  const [cents, kind] = [price(random), random()];
  if (kind < 0.1) return { place: minneapolis, lines: [{ cents, taxCode: 'C1S2' }], theirs: 0 };
  if (kind < 0.2) {
    const discount = Math.floor(cents / between(random, 4, 9));
    return { place, lines: [{ cents, discount }], theirs: taxed(cents - discount, rate) };
  }
  if (kind < 0.25) return { place, lines: [{ cents }], from: origin, theirs: taxed(cents, rate) };
  if (kind < 0.28) return { place: minneapolis, lines: [{ cents }], customer: 'EXEMPT', theirs: 0 };
  return { place, lines: [{ cents }], theirs: taxed(cents, rate) };
}

function dayBefore(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - count);
  return date.toISOString().slice(0, 10);
}

export const header = [
  'source',
  'externalId',
  'date',
  'orderDate',
  'customerExternalId',
  'exemption',
  'taxCode',
  'quantity',
  'unitPrice',
  'discount',
  'city',
  'state',
  'zip',
  'country',
  'fromCity',
  'fromState',
  'fromZip',
  'taxAmount',
] as const;

/** The tax is in the first row of a document. */
function documentOf(externalId: string, cause: PlantedDocument['cause'], sale: Sale): PlantedDocument {
  const { place, lines, date = '2026-06-15', orderDate = '', from, customer = '', exemption = '', theirs } = sale;
  const rows = lines.map(({ taxCode = 'C1S1', cents, quantity = 1, discount }, index) => ({
    source: '1',
    externalId,
    date,
    orderDate,
    customerExternalId: customer,
    exemption,
    taxCode,
    quantity: String(quantity),
    unitPrice: money(cents),
    discount: discount === undefined ? '' : money(discount),
    city: place.city,
    state: place.state,
    zip: place.zip,
    country: 'US',
    fromCity: from?.city ?? '',
    fromState: from?.state ?? '',
    fromZip: from?.zip ?? '',
    taxAmount: index === 0 ? money(theirs) : '0',
  }));
  const address = ({ city, state, zip }: Omit<Place, 'rates'>) => ({
    city,
    state,
    zip,
    country: 'US',
    isPartial: true,
  });
  const stored = {
    source: '1',
    externalId,
    customer: { source: '1', externalId: customer || 'RETAIL' },
    transactionType: 'INVOICE',
    transactionStatus: 'ACTIVE',
    externalTimestamps: { createdDate: date, updatedDate: date },
    items: rows.map((row) => ({
      name: 'Goods',
      taxCode: row.taxCode,
      quantity: row.quantity,
      unitPrice: row.unitPrice,
      ...(row.discount !== '' && { discount: row.discount }),
    })),
    shippingAddress: address(place),
    ...(from && { shipFromAddress: address(from) }),
  };
  return { externalId, cause, rows, stored };
}

const causes = Object.keys(planted) as (keyof typeof planted)[];

/** Documents with this many rows in the file. Three of ten differ, equally distributed over the causes. */
export function mixedDocuments(rowCount: number): readonly PlantedDocument[] {
  const random = randomFrom(20_260_615);
  const documents: PlantedDocument[] = [];
  let rows = 0;
  for (let number = 1; rows < rowCount; number++) {
    const externalId = `MIX-${number}`;
    const turn = number % 40;
    const cause = causes[turn];
    const document = cause
      ? documentOf(externalId, cause, planted[cause](random))
      : documentOf(externalId, null, equalSale(random));
    if (turn === 38) documents.push({ ...document, cause: 'MISSING_HERE', stored: null });
    else if (turn === 39) documents.push({ ...document, cause: 'MISSING_THERE', rows: [] });
    else documents.push(document);
    rows += documents.at(-1)!.rows.length;
  }
  return documents;
}

/** The documents as CSV. */
export function mixedFile(documents: readonly PlantedDocument[]): string {
  const lines = documents.flatMap(({ rows }) => rows).map((row) => header.map((name) => row[name]).join(','));
  return `${[header.join(','), ...lines].join('\r\n')}\r\n`;
}
