import { sumOfTexts, toDecimalText } from '../../domain/base/amount.ts';
import { workCosts } from '../../domain/base/work-costs.ts';
import type { RateTablePosition } from '../../domain/lists/cursor.ts';
import type { StateFacts, TaxCode } from '../../domain/lookups/catalogue.ts';
import type { RateTableRow } from '../../domain/lookups/rate-table.ts';
import type { MatchedPlace } from '../../domain/places/address-match.ts';
import { type PlaceFacts, taxationUnder } from '../../domain/places/place-law.ts';
import { authorize, type Context, todayOf } from '../../ports/context.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';
import { appliedRates } from '../../tax/law/applied-rates.ts';
import { placeRates } from '../../tax/law/place-rates.ts';
import { type RuleAtPlace, ruleAtPlace } from '../../tax/law/rule-at-place.ts';
import { prepareRule } from '../../tax/lines/prepared-rule.ts';
import type { JurisdictionLevel } from '../../tax/model/place.ts';
import { zero } from '../../tax/numbers/decimal.ts';
import { placeWithin } from '../assessment/places/find-place.ts';
import { createYield } from '../writing/yield-to-event-loop.ts';
import { nowhere } from './look-up-place.ts';
import { lawOf } from './rates-at-place.ts';

type Category = { readonly name: string; readonly taxCodes: readonly string[]; readonly isFee: boolean };
/** `asOf` defaults to today in UTC. */
type Asked = { readonly state: StateFacts; readonly asOf: string | null };

/** The rows for the ZIP codes of a state, in order; each ZIP code has all categories of the catalog. */
type RateTable = {
  readonly asOf: string;
  readonly zips: readonly string[];
  rowsOf(zip: string): Promise<readonly RateTableRow[]>;
  /** Rows after a position or from the start, up to a limit. */
  page(limit: number, after: RateTablePosition | null): Promise<readonly RateTableRow[]>;
};

/**
 * The rates of a state by ZIP code and category on a day, for a seller who delivers there. A shop can keep them for
 * offline use. A row has the same rates as a quote whose address contains only the state and the ZIP code.
 */
export function makeRateTable(ctx: Context, { state, ...asked }: Asked): RateTable {
  const { work } = authorize(ctx, 'tax:read');
  const { reference } = ctx;
  const asOf = asked.asOf ?? todayOf(ctx);
  const categories = categoriesOf(reference.taxCodes);
  const zips = reference.zipCodes(state.code);
  const deriveRows = async (zip: string) => {
    work.add(workCosts.taxabilityCell * categories.length);
    const address = { ...nowhere, country: 'US', state: state.code, zip };
    const match = reference.matchAddress(address, asOf);
    if (match.kind === 'unmatched') return [];
    const place = await placeWithin(reference, match.place, { address, taxDate: asOf });
    const facts = reference.placeFacts(place, asOf);
    return categories.map((category) => rowOf(reference, { zip, asOf, category, place, facts }));
  };
  // Most pages end in the middle of a ZIP code; the next page continues with it.
  let last: { readonly zip: string; readonly rows: readonly RateTableRow[] } | null = null;
  const rowsOf = async (zip: string) => {
    if (last?.zip !== zip) last = { zip, rows: await deriveRows(zip) };
    return last.rows;
  };
  const giveWay = createYield();
  return { asOf, zips, rowsOf, page: (limit, after) => pageOf({ zips, rowsOf, giveWay }, limit, after) };
}

type Source = Pick<RateTable, 'zips' | 'rowsOf'> & {
  /** Called between ZIP codes, so that other requests are served. */
  giveWay(): Promise<void>;
};

async function pageOf(
  { zips, rowsOf, giveWay }: Source,
  limit: number,
  after: RateTablePosition | null,
): Promise<RateTableRow[]> {
  const rows: RateTableRow[] = [];
  const first = after === null ? 0 : zips.findIndex((zip) => zip >= after.zip);
  for (const zip of first < 0 ? [] : zips.slice(first)) {
    await giveWay();
    const ofZip = await rowsOf(zip);
    const begun = zip === after?.zip ? ofZip.findIndex(({ category }) => category === after.category) + 1 : 0;
    rows.push(...ofZip.slice(begun, begun + limit - rows.length));
    if (rows.length === limit) break;
  }
  return rows;
}

function categoriesOf(taxCodes: readonly TaxCode[]): Category[] {
  const byName = new Map<string, TaxCode[]>();
  for (const taxCode of taxCodes) byName.set(taxCode.category, [...(byName.get(taxCode.category) ?? []), taxCode]);
  return [...byName].map(([name, members]) => ({
    name,
    taxCodes: members.map(({ code }) => code),
    isFee: members.some(({ kind }) => kind === 'SHIPPING' || kind === 'HANDLING'),
  }));
}

type Cell = {
  readonly zip: string;
  readonly asOf: string;
  readonly category: Category;
  readonly place: MatchedPlace;
  readonly facts: PlaceFacts;
};

function rowOf(reference: ReferenceData, { zip, asOf, category, place, facts }: Cell): RateTableRow {
  const law = lawOf(reference, { place, taxDate: asOf, taxCode: category.taxCodes[0]! });
  const taxation = taxationUnder(facts, law.rule);
  const rates = appliedRates(law.rule, facts.taxPlace).map(({ jurisdiction, rate }) => ({
    jurisdiction,
    rate: toDecimalText(taxation === 'TAXED' ? rate : zero),
  }));
  const ofLevel = (level: JurisdictionLevel) =>
    sumOfTexts(rates.flatMap(({ jurisdiction, rate }) => (jurisdiction.level === level ? [rate] : [])));
  const { plain, rule } = prepareRule(ruleAtPlace(law.rule, placeRates(facts.taxPlace)));
  const differs = category.taxCodes.some(
    (taxCode) => lawOf(reference, { place, taxDate: asOf, taxCode }).rule !== law.rule,
  );
  const ofItem = differs
    ? 'The tax code, because a ruling covers one of the category’s codes.'
    : plain === null
      ? whyAsk(rule)
      : null;
  const askBecause = category.isFee ? 'The goods that are shipped.' : ofItem;
  const notices = [...place.notices, ...facts.notices, ...law.notices];
  return {
    zip,
    city: place.matchedAddress.city,
    county: place.matchedAddress.county,
    category: category.name,
    taxCodes: category.taxCodes,
    rate: sumOfTexts(rates.map(({ rate }) => rate)),
    stateRate: ofLevel('STATE'),
    countyRate: ofLevel('COUNTY'),
    cityRate: ofLevel('CITY'),
    districtRate: ofLevel('DISTRICT'),
    jurisdictions: rates.map(({ jurisdiction: { id, name }, rate }) => ({ jurisdictionId: id, name, rate })),
    reason: taxation === 'TAXED' ? (plain?.split.reason ?? 'TAXED') : taxation,
    isSplit: place.notices.some(({ code }) => splits.has(code)),
    askOnline: askBecause !== null,
    askBecause,
    noticeCodes: [...new Set(notices.map(({ code }) => code))],
  };
}

/** Notices for places where a complete address may lead to different rates. */
const splits = new Set(['ZIP_SPANS_COUNTIES', 'PLACED_BY_ZIP_CODE']);

function whyAsk({ aboveCap, terms, untaxedReason }: RuleAtPlace): string {
  if (aboveCap)
    return untaxedReason === 'HOLIDAY' ? 'The unit price, because the holiday has a price limit.' : 'The unit price.';
  if (terms.some(({ components }) => components.some(({ amountPerPiece }) => !amountPerPiece.isZero)))
    return 'The number of units.';
  return terms.some(({ basis: { kind } }) => kind !== 'full' && kind !== 'share')
    ? 'The unit price.'
    : 'The taxed share of the price.';
}
