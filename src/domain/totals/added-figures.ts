import type { TaxReason } from '../../tax/model/reasons.ts';
import { type DecimalText, sumOfTexts } from '../base/amount.ts';
import type { ExemptionReason } from '../exemptions/exemption-reason.ts';

/** The figures that reports add up, for one tax code, reason, rate and certificate reason of a document. */
export type Figures = {
  readonly taxCode: string;
  readonly reason: TaxReason;
  /** A fraction; for a line, the combined rate of all its jurisdictions. Zero if no rate applies. */
  readonly rate: DecimalText;
  /**
   * The reason on the certificate that relieved the line; null if there is no certificate or the certificate has no
   * reason.
   */
  readonly exemptionReason: ExemptionReason | null;
  /** After discounts, without tax. */
  readonly grossAmount: DecimalText;
  readonly taxableAmount: DecimalText;
  readonly taxAmount: DecimalText;
  /**
   * The groupings in which this entry is the first of its document. As a result, sums over any of these groupings count
   * documents.
   */
  readonly isFirstOf: FirstOf;
};

/** 1 in the document's first entry with these values, 0 in the others. */
export type FirstOf = {
  /** May be negative in a correction. */
  readonly document: number;
  readonly taxCode: 0 | 1;
  readonly reason: 0 | 1;
  readonly taxCodeAndReason: 0 | 1;
  readonly rate: 0 | 1;
  readonly taxCodeAndRate: 0 | 1;
  readonly reasonAndRate: 0 | 1;
  readonly taxCodeAndReasonAndRate: 0 | 1;
};

/** The figures of one line, or of one tax line. */
export type Part = Omit<Figures, 'isFirstOf'>;

export const firstOfNone: FirstOf = {
  document: 0,
  taxCode: 0,
  reason: 0,
  taxCodeAndReason: 0,
  rate: 0,
  taxCodeAndRate: 0,
  reasonAndRate: 0,
  taxCodeAndReasonAndRate: 0,
};

/** Shared, because most documents have one entry. */
const firstOfAll: FirstOf = {
  document: 1,
  taxCode: 1,
  reason: 1,
  taxCodeAndReason: 1,
  rate: 1,
  taxCodeAndRate: 1,
  reasonAndRate: 1,
  taxCodeAndReasonAndRate: 1,
};

/**
 * One entry per tax code, reason, rate and certificate reason. Entries of one document that are added up separately share
 * `counted`, so that each group counts the document once.
 */
export function addedUp(parts: readonly Part[], counted?: Set<string>): Figures[] {
  if (parts.length === 0) return [];
  const groups = new Map<string, Part[]>();
  for (const part of parts) {
    const key = `${part.rate} ${part.reason} ${part.exemptionReason} ${part.taxCode}`;
    const group = groups.get(key);
    if (group) group.push(part);
    else groups.set(key, [part]);
  }
  const isAlone = groups.size === 1 && !counted;
  const seen = counted ?? new Set<string>();
  const first = (labels: string) => (seen.size < seen.add(labels).size ? 1 : 0);
  return [...groups.values()].map((group): Figures => {
    const { taxCode, reason, rate, exemptionReason } = group[0]!;
    const of = (field: 'grossAmount' | 'taxableAmount' | 'taxAmount') => sumOfTexts(group.map((part) => part[field]));
    return {
      taxCode,
      reason,
      rate,
      exemptionReason,
      grossAmount: of('grossAmount'),
      taxableAmount: of('taxableAmount'),
      taxAmount: of('taxAmount'),
      isFirstOf: isAlone
        ? firstOfAll
        : {
            document: first(''),
            taxCode: first(`code ${taxCode}`),
            reason: first(`reason ${reason}`),
            taxCodeAndReason: first(`reason ${reason} ${taxCode}`),
            rate: first(`rate ${rate}`),
            taxCodeAndRate: first(`rate ${rate} ${taxCode}`),
            reasonAndRate: first(`both ${reason} ${rate}`),
            taxCodeAndReasonAndRate: first(`both ${reason} ${rate} ${taxCode}`),
          },
    };
  });
}
