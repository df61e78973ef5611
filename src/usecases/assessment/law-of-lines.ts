import type { RuleFacts } from '../../domain/places/place-law.ts';
import type { TransactionInput } from '../../domain/transactions/transaction-input.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';
import type { ImportTaxedBy } from '../../tax/law/supply.ts';
import type { Supply } from '../../tax/model/assessment.ts';
import { type CrossBorderSupply, lineSupply, type SuppliedLine } from './cross-border-supply.ts';
import type { DocumentPlaces } from './document-places.ts';
import { importTaxedWhateverValue } from './import-of-goods.ts';

/** The rule and the supply of each line, in the order of the items. */
export type LawOfLines = {
  readonly itemRules: readonly RuleFacts[];
  readonly shippingRule: RuleFacts | null;
  readonly itemSupplies: readonly Supply[];
  readonly shippingSupply: Supply;
};

type Kind = SuppliedLine['kind'];

/** What each item is, by its tax code unless the document says whether it is tangible. */
export function kindsOf(
  { items }: TransactionInput,
  reference: ReferenceData,
  areTangible: readonly boolean[],
): Kind[] {
  return items.map(({ taxCode }, index) => {
    if (areTangible[index]) return 'GOODS';
    return reference.findTaxCode(taxCode)?.isOnSite ? 'ON_SITE' : 'SERVICE';
  });
}

export function rulesOfLines(
  { items, shippingFee }: TransactionInput,
  { place, taxDate }: DocumentPlaces,
  reference: ReferenceData,
): Pick<LawOfLines, 'itemRules' | 'shippingRule'> {
  return {
    itemRules: items.map((item) => reference.ruleFor(place, taxDate, item.taxCode, 'ITEM')),
    shippingRule: shippingFee && reference.ruleFor(place, taxDate, shippingFee.taxCode, 'SHIPPING_FEE'),
  };
}

/** What the items are and which rules hold for them, in their order. */
type LinesToSupply = { readonly kinds: readonly Kind[]; readonly itemRules: readonly RuleFacts[] };

/** `taxedBy` has an answer for each item of goods; null where their value makes no difference. */
export function suppliesOfLines(
  supply: CrossBorderSupply,
  lines: LinesToSupply,
  taxedBy: readonly ImportTaxedBy[] | null,
): Pick<LawOfLines, 'itemSupplies' | 'shippingSupply'> {
  const answers = [...(taxedBy ?? [])];
  const otherwise = importTaxedWhateverValue(supply);
  const { kinds, itemRules } = lines;
  const itemSupplies = kinds.map((kind, index) => {
    const importTaxedBy = kind === 'GOODS' ? (answers.shift() ?? otherwise) : otherwise;
    return lineSupply(supply, { kind, importTaxedBy, rule: itemRules[index]!.rule });
  });
  // The fee is a supply of goods if any item is tangible, or if no item says otherwise.
  const kind =
    kinds.length === 0 || kinds.includes('GOODS') ? 'GOODS' : kinds.includes('SERVICE') ? 'SERVICE' : 'ON_SITE';
  const importTaxedBy = taxedBy?.includes('SELLER') ? 'SELLER' : (taxedBy?.[0] ?? otherwise);
  return { itemSupplies, shippingSupply: lineSupply(supply, { kind, importTaxedBy, rule: null }) };
}
