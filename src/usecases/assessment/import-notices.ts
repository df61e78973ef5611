import type { ImportRule } from '../../domain/places/import-law.ts';
import type { ImportTaxedBy } from '../../tax/law/supply.ts';
import { type Decimal, sum } from '../../tax/numbers/decimal.ts';
import type { ImportedLine, ImportQuestion } from './import-question.ts';

type ImportOutcome = {
  readonly rule: ImportRule;
  readonly lines: readonly ImportedLine[];
  readonly taxedBy: readonly ImportTaxedBy[];
  readonly consignment: Decimal;
  readonly currency: string;
  /** False where prices in another currency could not be compared with the limit, which would have decided. */
  readonly wasCompared: boolean;
};

type CodeAndMessage = readonly [code: string, message: string];

/** What a reader must know about the tax on goods from abroad: a duty to register, or an assumption that was made. */
export function importNotices({ supply }: ImportQuestion, outcome: ImportOutcome): readonly CodeAndMessage[] {
  const { rule, taxedBy } = outcome;
  const { name } = supply.facts.authority;
  const notices: CodeAndMessage[] = [];
  if (!outcome.wasCompared) {
    const message = `Goods sent to ${name} are taxed at the sale up to ${limitText(rule)}. Prices in ${outcome.currency} were not compared with that limit; the goods were treated as within it.`;
    notices.push(['IMPORT_LIMIT_NOT_COMPARED', message]);
  }
  if (taxedBy.includes('NOBODY')) {
    const message = `${name} taxes goods from abroad at the sale up to ${limitText(rule)}. That needs ${rule.scheme}, which is not declared, so no tax was charged.`;
    notices.push(['IMPORT_REGISTRATION_MISSING', message]);
  }
  if (isAboveOnlyTogether(outcome)) {
    const message = `The goods of this document were treated as one consignment to ${name}, worth more than ${limitText(rule)} together. Goods that are sent separately must be sent in documents of their own.`;
    notices.push(['CONSIGNMENT_ASSUMED', message]);
  }
  if (isWaived(outcome)) {
    const message = `${name} does not levy import tax of at most ${rule.waivedTax?.toString()} ${rule.currency} on a consignment. A seller with more sales of this kind must register: ${rule.scheme}.`;
    notices.push(['IMPORT_TAX_WAIVED', message]);
  }
  return notices;
}

function limitText({ limit, currency, per }: ImportRule): string {
  return `${limit?.toString()} ${currency} ${per === 'ITEM' ? 'a piece' : 'a consignment'}`;
}

function isAboveOnlyTogether({ rule, lines, taxedBy, consignment, currency }: ImportOutcome): boolean {
  const { limit } = rule;
  if (limit === null || rule.per !== 'CONSIGNMENT' || currency !== rule.currency) return false;
  const isPieceWithin = ({ netAmount, quantity }: ImportedLine) => netAmount.abs().lte(limit.times(quantity));
  return consignment.gt(limit) && taxedBy.includes('BORDER') && lines.every(isPieceWithin);
}

function isWaived({ rule, lines, taxedBy, currency }: ImportOutcome): boolean {
  if (rule.waivedTax === null || currency !== rule.currency || !taxedBy.includes('BORDER')) return false;
  return sum(lines.map(({ taxAmount }) => taxAmount.abs())).lte(rule.waivedTax);
}
