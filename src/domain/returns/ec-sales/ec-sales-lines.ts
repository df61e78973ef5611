import type { Notice } from '../../../tax/model/assessment.ts';
import { type Decimal, decimal, roundToUnit, zero } from '../../../tax/numbers/decimal.ts';
import { type DecimalText, toDecimalText } from '../../base/amount.ts';
import { dayOf } from '../../base/calendar.ts';
import { minorUnitOf } from '../../base/currency.ts';
import { groupedBy } from '../../base/grouped-by.ts';
import type { TaxNumberCheckRecord } from '../../tax-numbers/tax-number-validation.ts';
import type { EcSalesLine } from './ec-sales-record.ts';
import type { EcSupply } from './ec-supplies.ts';

/** A supply with the official spelling of the buyer's number. */
export type NumberedSupply = EcSupply & { readonly vatNumber: string | null };

type Facts = {
  readonly currency: string;
  /** The value of one unit of the currency on the day; null if unknown. */
  rateOn(currency: string, day: string): DecimalText | null;
  readonly checks: readonly TaxNumberCheckRecord[];
};

/**
 * One line per number and kind. Amounts are multiplied exactly by the exchange rate of each tax date, and each sum is
 * rounded once.
 */
export function ecSalesLines(supplies: readonly NumberedSupply[], facts: Facts): EcSalesLine[] {
  const checks = groupedBy(facts.checks, ({ vatNumber }) => vatNumber);
  return [...groupedBy(supplies, ({ vatNumber, kind }) => `${vatNumber ?? ''} ${kind}`)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, group]) => lineOf(group, facts, checks.get(group[0]!.vatNumber ?? '') ?? []));
}

function lineOf(
  group: readonly NumberedSupply[],
  { currency, rateOn }: Facts,
  checks: readonly TaxNumberCheckRecord[],
): EcSalesLine {
  const { vatNumber, kind } = group[0]!;
  const sum = group.reduce((total: Decimal, supply) => {
    const rate = rateOn(supply.currency, supply.taxDate);
    return rate === null ? total : total.plus(decimal(supply.amount).times(decimal(rate)));
  }, zero);
  const days = [...new Set(group.map(({ taxDate }) => taxDate))].sort();
  const evidence = days.map((day) => evidenceFor(day, checks));
  const last = evidence.at(-1) ?? null;
  const isAnyMissing = evidence.some((check) => check === null);
  const isAnyInvalid = evidence.some((check) => check?.isRegistered === false);
  return {
    countryCode: vatNumber?.slice(0, 2) ?? null,
    vatNumber,
    kind,
    currency,
    amount: toDecimalText(roundToUnit(sum, minorUnitOf(currency))),
    transactionCount: new Set(group.map(({ transactionId }) => transactionId)).size,
    numberStatus: isAnyInvalid ? 'INVALID' : isAnyMissing ? 'NOT_CHECKED' : 'VALID',
    checkedAt: last?.checkedAt ?? null,
    consultationNumber: last?.consultationNumber ?? null,
  };
}

/** The last check on or before the day; otherwise the first check after that day. */
function evidenceFor(day: string, checks: readonly TaxNumberCheckRecord[]): TaxNumberCheckRecord | null {
  const byTime = [...checks].sort((one, other) => one.checkedAt.getTime() - other.checkedAt.getTime());
  return byTime.filter(({ checkedAt }) => dayOf(checkedAt) <= day).at(-1) ?? byTime[0] ?? null;
}

const consequences: Readonly<Record<EcSalesLine['kind'], string>> = {
  GOODS: 'the supply is not exempt (article 138 of Directive 2006/112/EC)',
  SERVICES: 'the buyer does not count as a business (article 18 of Implementing Regulation (EU) No 282/2011)',
  TRIANGULAR: 'the simplification for triangular trade does not apply (article 141 of Directive 2006/112/EC)',
};

export function ecNumberNotices(lines: readonly EcSalesLine[]): Notice[] {
  return lines.flatMap(({ vatNumber, kind, numberStatus }, index): Notice[] => {
    if (vatNumber !== null && numberStatus === 'VALID') return [];
    const why =
      vatNumber === null
        ? 'The buyer has no VAT number'
        : numberStatus === 'INVALID'
          ? `For at least one tax date, a register did not find ${vatNumber}`
          : `No stored register check confirms ${vatNumber}`;
    const message = `${why}: without a valid number, ${consequences[kind]}.`;
    return [{ code: 'VAT_NUMBER_NOT_CONFIRMED', pointer: `/lines/${index}/vatNumber`, message }];
  });
}
