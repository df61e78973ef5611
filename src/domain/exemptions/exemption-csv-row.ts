import { decimal } from '../../tax/numbers/decimal.ts';
import { readNumber, toDecimalText } from '../base/amount.ts';
import type { ExemptionCsvColumn, ExemptionCsvHeader } from './exemption-csv-header.ts';
import { reasonNamed } from './exemption-reason.ts';

/** The cells of a row by column; empty cells are absent. */
export type ExemptionCsvCells = { readonly [Column in ExemptionCsvColumn]?: string };

export function cellsByColumn(header: ExemptionCsvHeader, row: readonly string[]): ExemptionCsvCells {
  const entries = [...header.places].map(([column, place]) => [column, row[place]?.trim() ?? '']);
  return Object.fromEntries(entries.filter(([, cell]) => cell !== ''));
}

/**
 * The row as a POST body for its customer. Types and statuses may be in lower case, and fractions may be percentages.
 */
export function csvRowToBody(cells: ExemptionCsvCells, customerId: string): unknown {
  return {
    exemption: {
      customerId,
      country: cells.country,
      certificate: members({
        certificateId: cells.certificateId,
        url: cells.certificateUrl,
        name: cells.certificateName,
      }),
      exemptionReason: reasonNamed(cells.exemptionReason) ?? cells.exemptionReason,
      exemptionType: cells.exemptionType?.toUpperCase(),
      exemptionStatus: cells.exemptionStatus?.toUpperCase(),
      validationDates: members({ fromDate: cells.fromDate, toDate: cells.toDate }),
      exemptFraction: fractionOf(cells.exemptFraction),
      reducedRate: fractionOf(cells.reducedRate),
      taxCodes: splitListCell(cells.taxCodes),
      classification: members({ code: cells.classificationCode, description: cells.classificationDescription }),
    },
    states: splitStates(cells.states).map((name) => ({ name })),
  };
}

/** State names contain no commas or semicolons. */
export const splitStates = (cell: string | undefined): string[] => splitListCell(cell?.replaceAll(/[,;]/g, '|'));

/** Splits a cell with several values, separated by `|`. */
function splitListCell(cell: string | undefined): string[] {
  return (cell ?? '')
    .split('|')
    .map((value) => value.trim())
    .filter((value) => value !== '');
}

/** Undefined if no member was sent. */
function members(values: Readonly<Record<string, string | undefined>>): typeof values | undefined {
  return Object.values(values).some((value) => value !== undefined) ? values : undefined;
}

/** `50%` is 0.5, and so is `0,5`, because a comma here can only be a decimal separator. */
function fractionOf(cell: string | undefined): string | undefined {
  if (cell === undefined) return undefined;
  const text = cell.replace(/^0?,(?=\d+$)/, '0.');
  const percent = text.endsWith('%') ? readNumber(text.slice(0, -1)) : null;
  return percent ? toDecimalText(percent.div(decimal('100'))) : text;
}
