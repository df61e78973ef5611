import { addDays } from '../../domain/base/calendar.ts';
import { minorUnitOf } from '../../domain/base/currency.ts';
import { AppError } from '../../domain/base/errors.ts';
import type { RateChange } from '../../domain/lookups/rate-changes.ts';
import type { DifferenceCause } from '../../domain/reconciliations/difference-cause.ts';
import type { NamedDay } from '../../domain/reconciliations/their-document.ts';
import { taxDateOf } from '../../domain/transactions/tax-date.ts';
import type { TransactionInput } from '../../domain/transactions/transaction-input.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';
import { assess } from '../../tax/assess.ts';
import type { Certificate, DocumentToAssess, PlaceToAssess } from '../../tax/model/assessment.ts';
import type { Jurisdiction, RateInForce, TaxPlace } from '../../tax/model/place.ts';
import { type Decimal, decimal, decimalText, one, roundToUnit } from '../../tax/numbers/decimal.ts';
import type { Asked, UnderLaw } from './found-law.ts';

/** One thing that the other system may have done differently, and the tax that it then has. */
export type Supposition = {
  readonly cause: DifferenceCause;
  readonly taxAmount: Decimal;
  /** Why it explains the difference, in a sentence. */
  readonly message: string;
  readonly jurisdiction: Jurisdiction | null;
};

/** A document whose taxes differ. */
export type Differing = {
  readonly request: Asked;
  readonly calculated: UnderLaw;
  readonly otherDays: readonly NamedDay[];
  readonly exemption: string | null;
  /** The document as the file has it, if another one is stored. */
  readonly inFile: TransactionInput | null;
  readonly difference: Decimal;
};

type Tools = {
  readonly lawOf: (request: Asked, variant?: string) => Promise<UnderLaw>;
  readonly changesIn: (country: string, state: string | null) => readonly RateChange[];
};

/** In the order of the causes. Each calculates the document again with one change. */
export async function* suppositions(differing: Differing, tools: Tools): AsyncGenerator<Supposition, void, void> {
  yield* otherDay(differing, tools);
  yield* otherAmount(differing, tools);
  yield* otherPlace(differing, tools);
  yield* withoutJurisdiction(differing);
  yield* otherRate(differing, tools);
  yield* otherTaxability(differing);
  yield* otherCertificate(differing);
  yield* otherRegistration(differing, tools);
  yield* otherRounding(differing);
}

const taxOf = (document: DocumentToAssess): Decimal => assess(document).taxAmount;

/** The tax under a changed request; null if it cannot be calculated, such as on a day that has no rates. */
async function taxUnder({ lawOf }: Tools, request: Asked, variant?: string): Promise<UnderLaw['toAssess'] | null> {
  try {
    return (await lawOf(request, variant)).toAssess;
  } catch (error) {
    if (error instanceof AppError && error.code !== 'INTERNAL') return null;
    throw error;
  }
}

async function* otherDay({ request, otherDays }: Differing, tools: Tools) {
  const { input } = request;
  const own = taxDateOf(input);
  for (const { column, day } of otherDays) {
    if (day === own) continue;
    const changed = await taxUnder(tools, { ...request, input: { ...input, taxDate: day } });
    if (!changed) continue;
    const message = `Their tax follows the law of ${day}, the ${column}; here that of ${own} decides.`;
    yield { cause: 'DATE', taxAmount: taxOf(changed), message, jurisdiction: null } as const;
  }
}

type Amounts = { readonly input: TransactionInput; readonly words: string };

async function* otherAmount({ request, inFile }: Differing, tools: Tools) {
  for (const { input, words } of otherAmounts(request.input, inFile)) {
    const changed = await taxUnder(tools, { ...request, input });
    if (changed) yield { cause: 'AMOUNT', taxAmount: taxOf(changed), message: words, jurisdiction: null } as const;
  }
}

function otherAmounts(input: TransactionInput, inFile: TransactionInput | null): Amounts[] {
  const discounts = input.items.flatMap(({ discount }) => discount ?? []);
  const { transactionLevelDiscount: whole, isTaxInclusive } = input;
  const undiscounted = input.items.map((item) => ({ ...item, discount: null }));
  const found: Amounts[] = [];
  if (inFile) {
    const { items, shippingFee, transactionLevelDiscount } = inFile;
    const changed = { ...input, items, shippingFee, transactionLevelDiscount, isTaxInclusive: inFile.isTaxInclusive };
    found.push({
      input: changed,
      words: 'Their tax is that of the amounts in the file; the stored document has others.',
    });
  }
  if (discounts.length > 0) {
    const words = `Their tax leaves the line discounts out (${discounts.slice(0, 3).join(', ')}).`;
    found.push({ input: { ...input, items: undiscounted }, words });
  }
  if (whole !== null) {
    const words = `Their tax leaves the discount on the document out (${whole}).`;
    found.push({ input: { ...input, transactionLevelDiscount: null }, words });
  }
  if (whole !== null && discounts.length > 0) {
    found.push({
      input: { ...input, items: undiscounted, transactionLevelDiscount: null },
      words: 'Their tax leaves all discounts out.',
    });
  }
  const words = isTaxInclusive
    ? 'Their tax is added to the prices; here the prices include it.'
    : 'Their tax is taken out of the prices; here it is added to them.';
  return [...found, { input: { ...input, isTaxInclusive: !isTaxInclusive }, words }];
}

async function* otherPlace({ request, calculated }: Differing, tools: Tools) {
  const { input, settings } = request;
  const { places } = calculated.laws[0]!;
  const { homeAddress } = settings;
  const home = { ...homeAddress, region: null, county: null, street: null, isPartial: true };
  const origin = input.shipFromAddress ?? (homeAddress.state === null && homeAddress.country === 'US' ? null : home);
  if (!origin) return;
  const isFromOrigin = places.sourcedFrom === 'SHIP_FROM';
  const changed = isFromOrigin
    ? { ...input, shipFromAddress: input.shippingAddress }
    : { ...input, shippingAddress: origin, shipFromAddress: origin };
  const supposed = await taxUnder(tools, { ...request, input: changed });
  if (!supposed) return;
  const named = ({ city, zip, state, country }: typeof input.shippingAddress) => city ?? zip ?? state ?? country ?? '';
  const message = isFromOrigin
    ? `Their tax is that of ${named(input.shippingAddress)}, where the goods go; the sale is taxed where they ship from.`
    : `Their tax is that of ${named(origin)}, where the goods ship from; the sale is taxed in ${named(input.shippingAddress)}, where they go.`;
  yield { cause: 'SOURCING', taxAmount: taxOf(supposed), message, jurisdiction: null } as const;
}

/** The document with its places changed; the items of one place share it. */
function withPlaces(document: DocumentToAssess, change: (at: PlaceToAssess) => PlaceToAssess): DocumentToAssess {
  const changed = new Map<TaxPlace, PlaceToAssess>();
  const of = ({ place, isCollecting }: PlaceToAssess) => {
    const known = changed.get(place) ?? change({ place, isCollecting });
    changed.set(place, known);
    return known;
  };
  const items = document.items.map((item) => (item.at ? { ...item, at: of(item.at) } : item));
  return { ...document, ...of(document), items };
}

const withRates = (document: DocumentToAssess, change: (rates: readonly RateInForce[]) => readonly RateInForce[]) =>
  withPlaces(document, ({ place, isCollecting }) => ({
    isCollecting,
    place: { ...place, rates: change(place.rates) },
  }));

/** The rates of all places of a document, each jurisdiction once. */
function ratesOf(document: DocumentToAssess): readonly RateInForce[] {
  const places = [document.place, ...document.items.flatMap(({ at }) => at?.place ?? [])];
  const all = new Map(places.flatMap(({ rates }) => rates).map((rate) => [rate.jurisdiction.id, rate]));
  return [...all.values()];
}

const percent = (rate: Decimal) => `${decimalText(rate.times(decimal('100')))} %`;

function* withoutJurisdiction({ calculated: { toAssess } }: Differing): Generator<Supposition, void, void> {
  const levied = ratesOf(toAssess).filter(({ rate }) => !rate.isZero());
  if (levied.length < 2) return;
  for (const { jurisdiction, rate } of levied) {
    const changed = withRates(toAssess, (rates) => rates.filter((other) => other.jurisdiction.id !== jurisdiction.id));
    const message = `Their tax lacks ${jurisdiction.name} (${jurisdiction.level.toLowerCase()}, ${percent(rate)}).`;
    yield { cause: 'JURISDICTION_MISSING', taxAmount: taxOf(changed), message, jurisdiction };
  }
  if (levied.length < 3) return;
  const [first] = levied;
  const changed = withRates(toAssess, (rates) =>
    rates.filter(({ jurisdiction: { id } }) => id === first!.jurisdiction.id),
  );
  const message = `Their tax lacks all local jurisdictions: it is that of ${first!.jurisdiction.name} alone (${percent(first!.rate)}).`;
  yield { cause: 'JURISDICTION_MISSING', taxAmount: taxOf(changed), message, jurisdiction: first!.jurisdiction };
}

function* otherRate({ request, calculated: { toAssess } }: Differing, { changesIn }: Tools): Generator<Supposition> {
  const { place } = toAssess;
  const state = place.country === 'US' ? place.subdivision : null;
  const changes = changesIn(place.country, state).filter(({ kind }) => kind === 'RATE');
  for (const { jurisdiction, rate } of ratesOf(toAssess)) {
    const own = changes.filter((change) => change.jurisdiction.id === jurisdiction.id);
    const tried = new Set([decimalText(rate)]);
    for (const { rate: other, words } of own.flatMap(heldRates)) {
      if (tried.has(decimalText(other))) continue;
      tried.add(decimalText(other));
      const changed = withRates(toAssess, (rates) =>
        rates.map((it) => (it.jurisdiction.id === jurisdiction.id ? { ...it, rate: other } : it)),
      );
      const message = `Their rate of ${jurisdiction.name} is ${percent(other)}, which holds ${words}; on ${taxDateOf(request.input)} it is ${percent(rate)}.`;
      yield { cause: 'RATE', taxAmount: taxOf(changed), message, jurisdiction };
    }
  }
}

function heldRates({ before, after, effectiveOn }: RateChange) {
  const found: { readonly rate: Decimal; readonly words: string }[] = [];
  if (before?.rate) found.push({ rate: decimal(before.rate), words: `until ${addDays(effectiveOn, -1)}` });
  if (after?.rate) found.push({ rate: decimal(after.rate), words: `from ${effectiveOn}` });
  return found;
}

/** Goods without any rule of their own; exempting them would be a matter of the buyer. */
const generalGoods = 'C1S1';

function* otherTaxability({ request, calculated }: Differing): Generator<Supposition, void, void> {
  const { toAssess, laws } = calculated;
  const { reference } = request;
  const change = (
    indexes: readonly number[],
    by: (item: DocumentToAssess['items'][number], index: number) => object,
  ) => ({
    ...toAssess,
    items: toAssess.items.map((item, index) => (indexes.includes(index) ? { ...item, ...by(item, index) } : item)),
  });
  const generalAt = (index: number) => {
    const { places } = laws.find(({ group }) => group.indexes.includes(index)) ?? laws[0]!;
    return reference.ruleFor(places.place, places.taxDate, generalGoods, 'ITEM').rule;
  };
  const special = toAssess.items.flatMap(({ taxCode }, index) => (isGeneral(reference, taxCode) ? [] : [index]));
  const groups = [...special.map((index) => [index]), ...(special.length > 1 ? [special] : [])];
  for (const indexes of groups.slice(0, mostLinesTried)) {
    const lines = indexes
      .map((index) => `item ${index + 1} (${request.input.items[index]!.taxCode})`)
      .slice(0, 5)
      .join(', ');
    const state = toAssess.place.subdivision ?? toAssess.place.country;
    const general = change(indexes, (_, index) => ({ rule: generalAt(index), isSentAsNotTaxable: false }));
    const isKnownRule = indexes.every((index) => toAssess.items[index]!.rule.category !== generalAt(index).category);
    const words = `Their tax charges the general rate of ${state} on ${lines}; here its own rule applies: ${toAssess.items[indexes[0]!]!.rule.description}`;
    if (isKnownRule)
      yield { cause: 'TAXABILITY', taxAmount: taxOf(general), message: sentence(words), jurisdiction: null };
    const exempt = change(indexes, () => ({ isSentAsNotTaxable: true }));
    const message = `Their tax exempts ${lines}, which ${state} taxes.`;
    yield { cause: 'TAXABILITY', taxAmount: taxOf(exempt), message, jurisdiction: null };
  }
  const { shippingFee } = toAssess;
  if (!shippingFee) return;
  const untaxed = { ...toAssess, shippingFee: { ...shippingFee, isSentAsNotTaxable: true } };
  yield {
    cause: 'TAXABILITY',
    taxAmount: taxOf(untaxed),
    message: 'Their tax exempts shipping, which is taxed.',
    jurisdiction: null,
  };
  const { places } = laws[0]!;
  const rule = reference.ruleFor(places.place, places.taxDate, generalGoods, 'ITEM').rule;
  const taxed = { ...toAssess, shippingFee: { ...shippingFee, rule, followsGoods: null, isSentAsNotTaxable: false } };
  const message = 'Their tax charges the general rate on shipping, which has a rule of its own.';
  yield { cause: 'TAXABILITY', taxAmount: taxOf(taxed), message, jurisdiction: null };
}

/** Each takes two calculations. */
const mostLinesTried = 50;
const sentence = (words: string) => (words.endsWith('.') ? words : `${words}.`);

/** An unknown code is taxed as general goods, but may stand for anything. */
function isGeneral(reference: ReferenceData, taxCode: string): boolean {
  return reference.findTaxCode(taxCode)?.category === reference.findTaxCode(generalGoods)?.category;
}

function* otherCertificate({
  request,
  calculated: { toAssess },
  exemption,
}: Differing): Generator<Supposition, void, void> {
  const { certificates, customerType, place } = toAssess;
  const isRelieved = certificates.length > 0 || customerType !== 'RETAIL';
  if (isRelieved) {
    const taxed = { ...toAssess, certificates: [], customerType: 'RETAIL' as const };
    const message = `Their tax ignores the exemption of the buyer: ${customerType === 'RETAIL' ? 'a certificate on file' : `customers of type ${customerType}`}.`;
    yield { cause: 'CERTIFICATE', taxAmount: taxOf(taxed), message, jurisdiction: null };
  }
  if (exemption === null && request.exemptions.length === 0) return;
  const exempt = { ...toAssess, certificates: [fullExemption(place.country)] };
  const named = exemption === null ? 'a certificate of the buyer' : `the exemption ${JSON.stringify(exemption)}`;
  const message = `Their tax applies ${named}, and no certificate here covers the sale.`;
  yield { cause: 'CERTIFICATE', taxAmount: taxOf(exempt), message, jurisdiction: null };
}

const fullExemption = (country: string): Certificate => ({
  id: 'supposed',
  country,
  subdivision: null,
  validFrom: null,
  validThrough: null,
  taxCodes: [],
  relief: { kind: 'full' },
});

async function* otherRegistration({ request, calculated: { toAssess } }: Differing, tools: Tools) {
  const { place, isCollecting } = toAssess;
  const where = place.subdivision ?? place.country;
  const collected = withPlaces(toAssess, (at) => {
    const { uncollected: _, ...rest } = at.place;
    return isCollecting ? { ...at, isCollecting: false } : { isCollecting: true, place: rest };
  });
  const jurisdiction = place.rates[0]?.jurisdiction ?? null;
  const message = isCollecting
    ? `Their tax is that of a seller who does not collect in ${where}; here the tax of ${where} is collected.`
    : `Their tax is that of a seller who is registered in ${where}; here no registration there is in force.`;
  yield { cause: 'REGISTRATION', taxAmount: taxOf(collected), message, jurisdiction } as const;
  const { settings } = request;
  if (place.regime !== 'GLOBAL_TAX') return;
  const euDistanceSales = settings.euDistanceSales === 'BELOW_THRESHOLD' ? 'ABOVE_THRESHOLD' : 'BELOW_THRESHOLD';
  const elsewhere = { ...settings, euDistanceSales, oneStopShop: euDistanceSales === 'ABOVE_THRESHOLD' } as const;
  const supposed = await taxUnder(tools, { ...request, settings: elsewhere }, euDistanceSales);
  if (!supposed) return;
  const words =
    euDistanceSales === 'ABOVE_THRESHOLD'
      ? 'Their tax is the VAT of the destination, as in the one-stop shop; here that of the home country is charged.'
      : 'Their tax is the VAT of the home country, as below the threshold of the EU; here that of the destination is charged.';
  yield {
    cause: 'REGISTRATION',
    taxAmount: taxOf(supposed),
    message: words,
    jurisdiction: supposed.place.rates[0]?.jurisdiction ?? null,
  } as const;
}

const levels = ['LINE', 'DOCUMENT', 'DOCUMENT_PER_RATE', 'UNIT'] as const;
const modes = ['HALF_UP', 'HALF_DOWN', 'HALF_EVEN'] as const;
const levelWords = {
  LINE: 'on each line',
  DOCUMENT: 'on the whole document',
  DOCUMENT_PER_RATE: 'at each rate',
  UNIT: 'on each unit',
};

function* otherRounding({ request, calculated, difference }: Differing): Generator<Supposition, void, void> {
  const { toAssess, currency } = calculated;
  if (difference.abs().gt(mostRounded(request.input, toAssess.minorUnit))) return;
  const { options } = toAssess;
  const shown = `here ${levelWords[options.roundingLevel]}, ${options.roundingMode}`;
  const rounded = (message: string, document: DocumentToAssess): Supposition => ({
    cause: 'ROUNDING',
    taxAmount: taxOf(document),
    message,
    jurisdiction: null,
  });
  for (const roundingLevel of levels) {
    if (roundingLevel === options.roundingLevel) continue;
    yield rounded(`Their tax is rounded ${levelWords[roundingLevel]}, ${shown}.`, {
      ...toAssess,
      options: { ...options, roundingLevel },
    });
  }
  for (const roundingMode of modes) {
    if (roundingMode === options.roundingMode) continue;
    yield rounded(`Their tax is rounded ${roundingMode}, ${shown}.`, {
      ...toAssess,
      options: { ...options, roundingMode },
    });
  }
  const apart = withPlaces(toAssess, (at) => ({
    ...at,
    place: { ...at.place, areTaxesSeparate: !at.place.areTaxesSeparate },
  }));
  yield rounded(`The tax of each jurisdiction is rounded by itself there; ${shown}.`, apart);
  if (toAssess.isTaxInclusive) {
    const inclusiveRounding = options.inclusiveRounding === 'TAX' ? 'NET' : 'TAX';
    yield rounded(`Their prices without tax are rounded otherwise; ${shown}.`, {
      ...toAssess,
      options: { ...options, inclusiveRounding },
    });
  }
  for (const roundingLevel of levels) {
    for (const roundingMode of modes) {
      if (roundingLevel === options.roundingLevel || roundingMode === options.roundingMode) continue;
      const words = `Their tax is rounded ${levelWords[roundingLevel]}, ${roundingMode}; ${shown}.`;
      yield rounded(words, { ...toAssess, options: { ...options, roundingLevel, roundingMode } });
    }
  }
  const exact = taxOf({ ...toAssess, minorUnit: toAssess.minorUnit + 8 });
  for (const roundingMode of modes) {
    const taxAmount = roundToUnit(exact, minorUnitOf(currency), roundingMode);
    const message = `Their tax is rounded once at the end, ${roundingMode}, and line amounts are not; ${shown}.`;
    yield { cause: 'ROUNDING', taxAmount, message, jurisdiction: null };
  }
}

/** What roundings can add up to: half a unit for each that is rounded, there and here. */
function mostRounded({ items }: TransactionInput, minorUnit: number): Decimal {
  const units = items
    .map(({ quantity }) => decimal(quantity ?? '1'))
    .reduce((sum, quantity) => sum.plus(quantity), decimal('5'));
  const lines = decimal(String(10 * (items.length + 1)));
  const unit = one.div(decimal('10').pow(minorUnit));
  return units.plus(lines).times(unit);
}
