import type { ImportRule } from '../../../domain/places/place-law.ts';
import type { Notice } from '../../../tax/model/assessment.ts';
import { sum } from '../../../tax/numbers/decimal.ts';
import type { ImportedLine, LawOfPlace, TaxedImports } from '../law/law-of-place.ts';

/** Notices about the tax on imported goods, such as an obligation to register or an assumption that was made. */
export function importNotices({ imports, supply }: LawOfPlace): readonly Notice[] {
  if (imports === null) return [];
  const { rule, taxedBy } = imports;
  const { name } = supply.facts.authority;
  const notices: Notice[] = [];
  const add = (code: Notice['code'], message: string) => notices.push({ code, pointer: '/shippingAddress', message });
  if (!imports.wasCompared) {
    const message = `Goods sent to ${name} are taxed at the time of sale, up to ${limitText(rule)}. Prices in ${imports.currency} were not compared with that limit; the goods were treated as within it.`;
    add('IMPORT_LIMIT_NOT_COMPARED', message);
  }
  if (taxedBy.includes('NOBODY')) {
    const message = `${name} taxes goods from abroad at the time of sale, up to ${limitText(rule)}. This requires ${rule.scheme}, which is not declared, so no tax was charged.`;
    add('IMPORT_REGISTRATION_MISSING', message);
  }
  if (imports.isSellerAssumed) {
    const message = `${name} taxes goods from abroad above ${limitText(rule)}, and goods that are excluded from this limit, at the border. The account collects everywhere, so the seller was assumed to import them and charge the tax.`;
    add('IMPORT_BY_SELLER_ASSUMED', message);
  }
  if (isAboveOnlyTogether(imports)) {
    const message = `The goods of this document were treated as one consignment to ${name}, whose total value exceeds the limit of ${limitText(rule)}. Use a separate document for goods that are shipped separately.`;
    add('CONSIGNMENT_ASSUMED', message);
  }
  if (isWaived(imports)) {
    const message = `${name} waives import tax of at most ${rule.waivedTax?.toString()} ${rule.currency} per consignment. A seller with many such consignments must register under ${rule.scheme}.`;
    add('IMPORT_TAX_WAIVED', message);
  }
  return notices;
}

function limitText({ limit, currency, per }: ImportRule): string {
  return `${limit?.toString()} ${currency} per ${per === 'ITEM' ? 'item' : 'consignment'}`;
}

function isAboveOnlyTogether({ rule, lines, taxedBy, consignment, currency }: TaxedImports): boolean {
  const { limit } = rule;
  if (limit === null || rule.per !== 'CONSIGNMENT' || currency !== rule.currency) return false;
  const isPieceWithin = ({ netAmount, quantity }: ImportedLine) => netAmount.abs().lte(limit.times(quantity));
  return consignment.gt(limit) && taxedBy.includes('BORDER') && lines.every(isPieceWithin);
}

function isWaived({ rule, lines, taxedBy, currency }: TaxedImports): boolean {
  if (rule.waivedTax === null || currency !== rule.currency || !taxedBy.includes('BORDER')) return false;
  return sum(lines.map(({ taxAmount }) => taxAmount.abs())).lte(rule.waivedTax);
}
