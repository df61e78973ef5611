import { dayAmbiguity } from '../../domain/base/day-order.ts';
import type { Issue } from '../../domain/base/errors.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import { issuesOf } from '../../domain/base/parse-input.ts';
import {
  columnOfPath,
  type ExemptionCsvColumn,
  type ExemptionCsvHeader,
  exemptionCsvColumnNames,
} from '../../domain/exemptions/exemption-csv-header.ts';
import {
  cellsByColumn,
  csvRowToBody,
  type ExemptionCsvCells,
  splitStates,
} from '../../domain/exemptions/exemption-csv-row.ts';
import type { ExemptionImportReport, ImportIssue } from '../../domain/exemptions/exemption-import-report.ts';
import { type ExemptionInput, exemptionInput } from '../../domain/exemptions/exemption-input.ts';
import type { AddressMatcher } from '../../domain/places/placeable-address.ts';
import type { CsvRow } from '../../files/csv/csv.ts';
import { type CsvRowCustomers, customerOfCsvRow } from './csv-row-customers.ts';

/** A placeholder for a missing customer, so that all other issues of the row are found. */
const nobody = '00000000-0000-0000-0000-000000000000';

/** Reads rows with the schema of the POST operation and reports their issues. */
export function createCsvRowReader(header: ExemptionCsvHeader, matcher: AddressMatcher, report: ExemptionImportReport) {
  const schema = exemptionInput(() => matcher);
  return {
    cells: (row: CsvRow): ExemptionCsvCells => cellsByColumn(header, row.cells),

    /** Reads an exemption from a row; null for a row with issues. */
    read(row: CsvRow, cells: ExemptionCsvCells, customers: CsvRowCustomers): ExemptionInput | null {
      const issues: ImportIssue[] = [];
      const add = (field: ExemptionCsvColumn | null, { code, message }: Pick<Issue, 'code' | 'message'>) =>
        issues.push({ line: row.line, field, code, message });
      for (const issue of rowFormatIssues(header, row, cells)) add(issue.field, issue);
      const customer = customerOfCsvRow(cells, customers);
      for (const issue of customer.issues) add(issue.field, issue);
      if (customer.notFound !== null) report.addNotFound(customer.notFound);
      const parsed = schema.safeParse(csvRowToBody(cells, customer.serviceId ?? nobody));
      for (const issue of parsed.success ? [] : issuesOf(parsed.error)) {
        const field = columnOfPath(issue.path);
        if (field === 'states' && issue.code === 'UNKNOWN_VALUE') {
          const state = splitStates(cells.states)[Number(issue.path[1])] ?? '';
          report.addSkipped(state.slice(0, 100));
          add(field, { code: issue.code, message: `Unknown state ${JSON.stringify(state.slice(0, 100))}.` });
        } else add(field, dayIssue(field, cells) ?? issue);
      }
      for (const issue of issues) report.add(issue);
      return parsed.success && issues.length === 0 ? parsed.data : null;
    },
  };
}

type RowIssue = Pick<Issue, 'code' | 'message'> & { readonly field: ExemptionCsvColumn | null };

/** The issues of a row that has more cells than the header, or cells that are not UTF-8. */
function rowFormatIssues({ width }: ExemptionCsvHeader, row: CsvRow, cells: ExemptionCsvCells): RowIssue[] {
  const issues: RowIssue[] = [];
  if (row.cells.slice(width).some((cell) => cell.trim() !== '')) {
    const { cells: most } = gatewayLimits.csv;
    const count = row.cells.length > most ? `more than ${most}` : row.cells.length;
    const message = `The row has ${count} cells, but the header has only ${width}.`;
    issues.push({ field: null, code: 'TOO_LONG', message });
  }
  for (const field of exemptionCsvColumnNames) {
    if (!cells[field]?.includes('\ufffd')) continue;
    const message = 'The cell is not UTF-8; save the file as "CSV UTF-8".';
    issues.push({ field, code: 'INVALID_CHARACTERS', message });
  }
  return issues;
}

/** The issue for an invalid date whose day and month are ambiguous. */
function dayIssue(field: ExemptionCsvColumn | null, cells: ExemptionCsvCells) {
  return field === 'fromDate' || field === 'toDate' ? dayAmbiguity(cells[field] ?? '') : null;
}
