import { isInScheme } from '../../../domain/nexus/one-stop-shop.ts';
import type { ImportRule } from '../../../domain/places/place-law.ts';
import type { ImportTaxedBy } from '../../../tax/law/supply.ts';
import type { Assessment } from '../../../tax/model/assessment.ts';
import { type Decimal, decimal, one, sum } from '../../../tax/numbers/decimal.ts';
import type { AssessmentRequest } from '../request/assessment-request.ts';
import { type CrossBorderSupply, suppliesOfLines } from './cross-border-supply.ts';
import { type DocumentFacts, documentToAssess, workOutValid } from './document-to-assess.ts';
import type { ImportedLine, LawOfPlace, TaxedImports } from './law-of-place.ts';

type ImportFacts = Omit<DocumentFacts, 'places'> & Pick<AssessmentRequest, 'declarations'>;

/**
 * The law of the places, with the import decisions that depend on the value of the goods. All goods shipped to one
 * place are one consignment, valued as if the sale were taxed.
 */
export async function withImports(laws: readonly LawOfPlace[], facts: ImportFacts): Promise<readonly LawOfPlace[]> {
  const areAsked = laws.map((law) => law.kinds.includes('GOODS') && dependsOnValue({ supply: law.supply, ...facts }));
  if (!areAsked.includes(true)) return laws;
  const asTaxed = laws.map((law, index) => (areAsked[index] ? taxedBySeller(law) : law));
  const { assessment } = await workOutValid(documentToAssess({ ...facts, places: asTaxed, exemptions: [] }));
  return laws.map((law, index) => {
    if (!areAsked[index]) return law;
    const goods = importedLines(law, assessment.items, facts.input);
    const imports = taxedImports({ supply: law.supply, ...facts }, goods, facts.currency);
    return { ...law, imports, ...suppliesOfLines(law.supply, law, imports.taxedBy) };
  });
}

/** All goods shipped to one place, in the order of its items. */
function importedLines(law: LawOfPlace, items: Assessment['items'], input: ImportFacts['input']): ImportedLine[] {
  return law.group.indexes.flatMap((item, position) => {
    if (law.kinds[position] !== 'GOODS') return [];
    const { netAmount, taxAmount } = items[item]!;
    const quantity = decimal(input.items[item]!.quantity ?? '1');
    return [{ category: law.itemRules[position]!.rule.category, quantity, netAmount, taxAmount }];
  });
}

/**
 * Whether each item is imported within the limit of the place. Prices that are not in the currency of the limit are not
 * compared.
 */
export function importsWithinLimit(
  law: LawOfPlace,
  { items }: Pick<Assessment, 'items'>,
  { input, currency }: Pick<ImportFacts, 'input' | 'currency'>,
): boolean[] {
  const rule = law.supply.facts.imports;
  if (!rule || rule.currency !== currency || !isImport(law.supply)) return law.kinds.map(() => false);
  const areLow = linesWithinLimit(rule, importedLines(law, items, input), currency);
  return law.kinds.map((kind) => kind === 'GOODS' && areLow.shift()!);
}

function taxedBySeller(law: LawOfPlace): LawOfPlace {
  const bySeller = law.kinds.map((): ImportTaxedBy => 'SELLER');
  return { ...law, isCollecting: true, ...suppliesOfLines(law.supply, law, bySeller) };
}

type ImportQuestion = Pick<AssessmentRequest, 'settings' | 'declarations'> & { readonly supply: CrossBorderSupply };

/** Whether the goods are imported, and the party that accounts for the tax depends on their value. */
function dependsOnValue(question: ImportQuestion): boolean {
  const { supply } = question;
  const { facts } = supply;
  if (facts.imports === null || !isImport(supply)) return false;
  return isBusinessThere(supply) || !isImporter(question) || isImportAssumed(question, facts.imports);
}

/** The party that accounts for the tax on each line of goods. `currency` is the currency of the prices. */
function taxedImports(question: ImportQuestion, lines: readonly ImportedLine[], currency: string): TaxedImports {
  const rule = question.supply.facts.imports!;
  const consignment = consignmentOf(lines);
  const wasCompared =
    rule.limit === null || rule.currency === currency || withinLimit(question, rule) === aboveLimit(question);
  const areLow = linesWithinLimit(rule, lines, currency);
  const taxedBy = areLow.map((isLow) => (isLow ? withinLimit(question, rule) : aboveLimit(question)));
  const isSellerAssumed =
    isImportAssumed(question, rule) && taxedBy.some((who, index) => who === 'SELLER' && !areLow[index]);
  return { rule, lines, taxedBy, consignment, currency, wasCompared, isSellerAssumed };
}

const consignmentOf = (lines: readonly ImportedLine[]) => sum(lines.map(({ netAmount }) => netAmount.abs()));

function linesWithinLimit(rule: ImportRule, lines: readonly ImportedLine[], currency: string): boolean[] {
  const consignment = consignmentOf(lines);
  return lines.map(({ category, netAmount, quantity }) => {
    if (rule.excluded.includes(category)) return false;
    if (rule.currency !== currency) return true;
    return rule.per === 'CONSIGNMENT' ? isWithin(rule, consignment, one) : isWithin(rule, netAmount.abs(), quantity);
  });
}

function isWithin({ limit, includesLimit }: ImportRule, value: Decimal, pieces: Decimal): boolean {
  if (limit === null) return true;
  const most = limit.times(pieces);
  return includesLimit ? value.lte(most) : value.lt(most);
}

function withinLimit(question: ImportQuestion, rule: ImportRule): ImportTaxedBy {
  const isBusiness = isBusinessThere(question.supply);
  if (isBusiness) return rule.businessSentence === null ? aboveLimit(question) : 'BUYER';
  return isImporter(question) || isChargedBySeller(question) ? 'SELLER' : rule.unregistered;
}

function aboveLimit(question: ImportQuestion): ImportTaxedBy {
  return isImporter(question) ? 'SELLER' : 'BORDER';
}

/** A seller who collects everywhere, or has a VAT registration in the EU, imports the goods itself and sells them there. */
function isImporter({ settings, supply }: ImportQuestion): boolean {
  if (settings.collectionPolicy === 'EVERYWHERE') return true;
  return supply.facts.territory.isInEuForGoods && supply.collection.isRegistered;
}

/** Outside the EU, only the policy to collect everywhere indicates that the seller imports goods above the limit. */
function isImportAssumed({ settings, supply }: ImportQuestion, rule: ImportRule): boolean {
  return settings.collectionPolicy === 'EVERYWHERE' && rule.limit !== null && !supply.facts.territory.isInEuForGoods;
}

/** Requires a registration in the country or, in the EU, the import one-stop shop. */
function isChargedBySeller(question: ImportQuestion): boolean {
  const { supply } = question;
  if (supply.collection.isRegistered) return true;
  return supply.facts.territory.isInEuForGoods && isInImportShop(question);
}

function isInImportShop({ settings, declarations, supply }: ImportQuestion): boolean {
  const { oneStopShop } = settings;
  return isInScheme('IMPORT_ONE_STOP_SHOP', supply.facts.taxPlace.taxDate, { declarations, oneStopShop });
}

function isBusinessThere({ buyerNumberCountry, facts }: CrossBorderSupply): boolean {
  if (buyerNumberCountry === null || facts.imports === null) return false;
  return facts.territory.isInEuForGoods || buyerNumberCountry === facts.territory.country;
}

function isImport({ facts, origin }: CrossBorderSupply): boolean {
  if (origin === null) return false;
  const { isInEuForGoods, taxTerritories } = facts.territory;
  const isWithinTerritory = taxTerritories.some((territory) => origin.taxTerritories.includes(territory));
  return !isWithinTerritory && !(isInEuForGoods && origin.isInEuForGoods);
}
