import { periodText } from '../../../base/report-period.ts';
import { euCountry, inCents, inPercent, type ShopContent, wholeNumber } from './shop-content.ts';
import type { ShopFormat } from './shop-format.ts';

const columns = [
  'row',
  'memberState',
  'supplyType',
  'origin',
  'originNumber',
  'rateType',
  'rate',
  'taxableAmount',
  'vatAmount',
  'correctedPeriod',
  'filedIn',
  'number',
  'period',
  'currency',
  'isNil',
] as const;
type Cells = Partial<Record<(typeof columns)[number], string>>;

function rowsOf(content: ShopContent): Cells[] {
  const { filedIn, number, currency, isNil, supplies, corrections, balances, taxAmount } = content;
  return [
    {
      row: 'RETURN',
      filedIn: euCountry(filedIn),
      number: wholeNumber(number),
      period: periodText(content),
      currency,
      isNil: String(isNil),
    },
    ...supplies.map(
      ({ memberState, kind, origin, rateType, rate, taxableAmount, taxAmount: vat }): Cells => ({
        row:
          origin === null ? 'SUPPLY' : origin.isEstablishment ? 'SUPPLY_OF_ESTABLISHMENT' : 'SUPPLY_FROM_OTHER_STATE',
        memberState: euCountry(memberState),
        supplyType: kind,
        origin: euCountry(origin?.country ?? filedIn),
        originNumber: origin?.number ? wholeNumber(origin.number) : '',
        rateType,
        rate: inPercent(rate),
        taxableAmount: inCents(taxableAmount),
        vatAmount: inCents(vat),
      }),
    ),
    ...corrections.map(
      ({ memberState, taxAmount: vat, ...period }): Cells => ({
        row: 'CORRECTION',
        memberState: euCountry(memberState),
        vatAmount: inCents(vat),
        correctedPeriod: periodText(period),
      }),
    ),
    ...balances.map(
      ({ memberState, taxAmount: vat }): Cells => ({
        row: 'BALANCE',
        memberState: euCountry(memberState),
        vatAmount: inCents(vat),
      }),
    ),
    { row: 'TOTAL', vatAmount: inCents(taxAmount) },
  ];
}

/** All cells are codes and numbers, which need no quotes. */
export const table: ShopFormat = {
  format: 'TABLE',
  extension: 'csv',
  mediaType: 'text/csv; charset=utf-8',
  source: 'Directive 2006/112/EC, articles 365, 369g and 369t, in columns defined by this service',
  faultsOf: () => [],
  write: (content) => {
    const lines = rowsOf(content).map((cells) => columns.map((name) => cells[name] ?? '').join(','));
    return [columns.join(','), ...lines].map((line) => `${line}\r\n`).join('');
  },
};
