import type { Notice } from '../../../tax/model/assessment.ts';
import { decimal } from '../../../tax/numbers/decimal.ts';
import { periodText, type ReportPeriod } from '../../base/report-period.ts';
import { formatPercent } from '../../descriptions/format.ts';
import type { ShopScheme } from '../../nexus/one-stop-shop.ts';
import type { ShopFigures, ShopSupplyRow } from '../one-stop-shop/shop-record.ts';
import { type FilledForm, type FormLine, noAmount } from './filled-form.ts';

/** The column of the annex for each scheme (article 4 of the regulation). */
const forms: Readonly<Record<ShopScheme, { readonly name: string; readonly column: string }>> = {
  NON_UNION_ONE_STOP_SHOP: { name: 'VAT return of the non-Union scheme', column: 'B' },
  UNION_ONE_STOP_SHOP: { name: 'VAT return of the Union scheme', column: 'C' },
  IMPORT_ONE_STOP_SHOP: { name: 'VAT return of the import scheme', column: 'D' },
};

const regulation = 'Commission Implementing Regulation (EU) 2020/194, annex III';

const notices: readonly Notice[] = [
  {
    code: 'BOX_NUMBERS_UNKNOWN',
    pointer: '',
    message: `The official box numbers (${regulation}) are not available. The boxes follow the order of the annex and are numbered by this service.`,
  },
];

type Asked = ReportPeriod & { readonly scheme: ShopScheme; readonly number: string | null };

/** The figures in the order of the annex: the return, the supplies by member state, corrections, balances. */
export function fillShopForm(asked: Asked, figures: ShopFigures): FilledForm {
  const { name, column } = forms[asked.scheme];
  return {
    formCode: `EU_${asked.scheme}`,
    name,
    source: `${regulation}, column ${column}`,
    hasLocalPrepayments: false,
    lines: [
      ...linesOf('Part 1', '1', [
        ['VAT identification number', asked.number],
        ['VAT return period', shopPeriod(asked)],
        ['Currency', figures.currency],
      ]),
      ...figures.supplies.flatMap((row, index) => supplyLines('Part 2', `2.${index + 1}`, row, figures.currency)),
      ...correctionLines(figures),
      ...figures.balances.flatMap(({ memberState, taxAmount }, index) =>
        linesOf('Part 4', `4.${index + 1}`, [
          ['Member State of consumption', memberState],
          ['Balance of VAT due', taxAmount, figures.currency],
        ]),
      ),
      ...linesOf('Part 4', '4', [['Total VAT due', figures.taxAmount, figures.currency]]),
    ],
    notices,
    payment: null,
  };
}

function supplyLines(form: string, box: string, row: ShopSupplyRow, currency: string): FormLine[] {
  return linesOf(form, box, [
    ['Member State of consumption', row.memberState],
    ['Supply type', row.kind],
    ['Dispatched or supplied from', row.dispatchedFrom],
    ['VAT rate', formatPercent(decimal(row.rate))],
    ['Taxable amount', row.taxableAmount, currency],
    ['VAT amount', row.taxAmount, currency],
  ]);
}

function correctionLines({ corrections, currency }: ShopFigures): FormLine[] {
  return corrections.flatMap(({ memberState, taxAmount, ...period }, index) =>
    linesOf('Part 3', `3.${index + 1}`, [
      ['Corrected VAT return period', shopPeriod(period)],
      ['Member State of consumption', memberState],
      ['VAT amount resulting from the correction', taxAmount, currency],
    ]),
  );
}

/** With a currency, the value is an amount. */
type Filled = readonly [label: string, value: string | null, currency?: string];

function linesOf(form: string, box: string, filled: readonly Filled[]): FormLine[] {
  return filled.map(([label, value, currency], index) => ({
    form,
    box: `${box}.${index + 1}`,
    label,
    jurisdiction: null,
    value,
    ...(currency === undefined ? noAmount : { currency, decimalPlaces: 2 }),
  }));
}

/** Periods in the format of the regulation: `Q3.2026`, `M07.2026`. */
function shopPeriod(period: { readonly from: string; readonly to: string }): string {
  const [year, part = ''] = periodText(period).split('-');
  return `${part.startsWith('Q') ? part : `M${part}`}.${year}`;
}
