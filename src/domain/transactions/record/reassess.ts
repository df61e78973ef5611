import { lineTotal } from '../../../tax/lines/line-amounts.ts';
import type { DocumentToAssess, ItemToAssess, TreatmentFacts } from '../../../tax/model/assessment.ts';
import type { TaxPlace } from '../../../tax/model/place.ts';
import type { TaxRule } from '../../../tax/model/rule.ts';
import { decimal } from '../../../tax/numbers/decimal.ts';
import { minorUnitOf } from '../../base/currency.ts';
import { collectorOfFee } from '../collected-tax.ts';
import type { Item, ShippingFee } from '../document-line.ts';
import type { TransactionDocument } from '../transaction.ts';
import { pricedItem } from '../transaction-amounts.ts';
import type { SnapshotLine, SnapshotPlace, TransactionSnapshot } from '../transaction-snapshot.ts';
import { readCertificate } from './record-certificates.ts';
import { ratesOfPlace } from './record-rates.ts';
import { readTerm } from './rule-terms.ts';

/**
 * Rebuilds the input for the core from a stored document and its record. Assessing the input again gives the same
 * figures. Only a refund of a known invoice (`refundOf`) needs further figures.
 */
export function documentToReassess(document: TransactionDocument, snapshot: TransactionSnapshot): DocumentToAssess {
  const minorUnit = minorUnitOf(document.currency) + (snapshot.options.extraPlaces ?? 0);
  const rules = rulesOf(snapshot);
  const elsewhere = (snapshot.places ?? []).map((frozen, number) => ({
    place: placeOf(snapshot, frozen, number),
    isCollecting: frozen.isCollecting,
  }));
  const treatmentOf = (line: SentLine, frozen: SnapshotLine): TreatmentFacts => ({
    taxCode: line.taxCode,
    isSentAsNotTaxable: line.isSentAsNotTaxable,
    collectedBy: line.collectedBy ?? document.collectedBy,
    manualRate: line.manualSalesTax === true && line.manualSalesTaxRate ? decimal(line.manualSalesTaxRate) : null,
    supply: frozen.supply,
    rule: rules[frozen.rule]!,
    at: frozen.place === undefined ? undefined : elsewhere[frozen.place],
  });
  const { shippingFee } = document;
  const frozenFee = snapshot.shippingFee;
  return {
    minorUnit,
    isTaxInclusive: document.isTaxInclusive,
    transactionLevelDiscount: decimal(document.transactionLevelDiscount ?? '0'),
    customerType: snapshot.customerType,
    certificates: snapshot.certificates.map(readCertificate),
    isCollecting: snapshot.isCollecting,
    place: placeOf(snapshot, snapshot, undefined),
    items: document.items.map((item, index) => ({
      ...treatmentOf(item, snapshot.items[index]!),
      ...pricesOf(item, minorUnit),
      isService: item.tangibleCategory === 'INTANGIBLE',
    })),
    shippingFee: shippingFee &&
      frozenFee && {
        ...treatmentOf(shippingFee, frozenFee),
        collectedBy: collectorOfFee(document) ?? undefined,
        totalPrice: decimal(shippingFee.totalPrice),
        followsGoods: frozenFee.followsGoods,
        isAveraged: frozenFee.isSplitByRate !== true,
      },
    options: snapshot.options,
  };
}

type SentLine = Pick<
  Item & ShippingFee,
  'taxCode' | 'isSentAsNotTaxable' | 'manualSalesTax' | 'manualSalesTaxRate' | 'totalPrice'
> &
  Partial<Pick<Item, 'collectedBy'>>;

/** A total that equals price times quantity counts as computed; any other total was sent. */
function pricesOf(
  item: Item,
  minorUnit: number,
): Pick<ItemToAssess, 'unitPrice' | 'quantity' | 'totalPrice' | 'discount'> {
  const priced = pricedItem(item);
  if (priced.unitPrice === null || priced.totalPrice === null) return priced;
  const product = { ...priced, totalPrice: null };
  return lineTotal(product, minorUnit) === lineTotal(priced, minorUnit) ? product : priced;
}

function placeOf(snapshot: TransactionSnapshot, frozen: SnapshotPlace, number: number | undefined): TaxPlace {
  const { taxDate } = snapshot;
  const { regime, country, subdivision, localRateCap, areTaxesSeparate, rounding, uncollected } = frozen;
  return {
    regime,
    country,
    subdivision,
    taxDate,
    rates: ratesOfPlace(snapshot, number).map((rate) => ({ ...rate, rate: decimal(rate.rate) })),
    localRateCap: localRateCap === null ? null : decimal(localRateCap),
    ...(areTaxesSeparate && { areTaxesSeparate }),
    ...(rounding && { rounding }),
    uncollected,
  };
}

function rulesOf({ rules }: TransactionSnapshot): TaxRule[] {
  const read: TaxRule[] = [];
  const ruleAt = (index: number): TaxRule => {
    const known = read[index];
    if (known) return known;
    const { parts: _parts, terms, aboveCap, ...frozen } = rules[index]!;
    const rule = { ...frozen, terms: terms.map(readTerm) };
    if (aboveCap === null) return rule;
    const { capAmount, isCapIncluded } = aboveCap;
    return { ...rule, aboveCap: { capAmount: decimal(capAmount), isCapIncluded, rule: ruleAt(aboveCap.rule) } };
  };
  for (const index of rules.keys()) read[index] = ruleAt(index);
  return read;
}
