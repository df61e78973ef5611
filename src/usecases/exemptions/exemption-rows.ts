import type { AddressMatcher } from '../../domain/base/address.ts';
import type { Issue } from '../../domain/base/errors.ts';
import { issuesOf } from '../../domain/base/parse-input.ts';
import {
  columnNames,
  columnOfPath,
  type ExemptionColumn,
  type ExemptionHeader,
} from '../../domain/exemptions/exemption-columns.ts';
import type { ImportFault, ImportReport } from '../../domain/exemptions/exemption-import.ts';
import { type ExemptionInput, exemptionInput } from '../../domain/exemptions/exemption-input.ts';
import { cellsOf, type ExemptionCells, exemptionBody, listOf } from '../../domain/exemptions/exemption-row.ts';
import type { CsvRow } from '../../uploads/csv-rows.ts';
import { customerNamed, type RowCustomers } from './row-customers.ts';

/** Stands in where there is no customer, so that all other faults of the row are found. */
const nobody = '00000000-0000-0000-0000-000000000000';

/** Reads rows with the schema of POST; what is wrong with them goes to the report. */
export function createRowReader(header: ExemptionHeader, matcher: AddressMatcher, report: ImportReport) {
  const schema = exemptionInput(() => matcher);
  return {
    cells: (row: CsvRow): ExemptionCells => cellsOf(header, row.cells),

    /** Null for a row with faults. */
    read(row: CsvRow, cells: ExemptionCells, customers: RowCustomers): ExemptionInput | null {
      const faults: ImportFault[] = [];
      const add = (field: ExemptionColumn | null, { code, message }: Pick<Issue, 'code' | 'message'>) =>
        faults.push({ line: row.line, field, code, message });
      for (const fault of formFaults(header, row, cells)) add(fault.field, fault);
      const customer = customerNamed(cells, customers);
      for (const fault of customer.faults) add(fault.field, fault);
      if (customer.notFound !== null) report.addNotFound(customer.notFound);
      const parsed = schema.safeParse(exemptionBody(cells, customer.serviceId ?? nobody));
      for (const issue of parsed.success ? [] : issuesOf(parsed.error)) {
        const field = columnOfPath(issue.path);
        if (field === 'states' && issue.code === 'UNKNOWN_VALUE') {
          const state = listOf(cells.states)[Number(issue.path[1])] ?? '';
          report.addSkipped(state.slice(0, 100));
          add(field, { code: issue.code, message: `No state is known as ${JSON.stringify(state.slice(0, 100))}.` });
        } else add(field, { code: issue.code, message: messageOf(field, issue) });
      }
      for (const fault of faults) report.add(fault);
      return parsed.success && faults.length === 0 ? parsed.data : null;
    },
  };
}

type RowFault = Pick<Issue, 'code' | 'message'> & { readonly field: ExemptionColumn | null };

/** What is wrong with a row before anything of it is understood. */
function formFaults({ width }: ExemptionHeader, row: CsvRow, cells: ExemptionCells): RowFault[] {
  const faults: RowFault[] = [];
  if (row.cells.slice(width).some((cell) => cell.trim() !== '')) {
    const message = `The row has ${row.cells.length} cells, and the header only ${width}.`;
    faults.push({ field: null, code: 'TOO_LONG', message });
  }
  for (const field of columnNames) {
    if (!cells[field]?.includes('\ufffd')) continue;
    const message = 'The cell is not UTF-8; save the file as "CSV UTF-8".';
    faults.push({ field, code: 'INVALID_CHARACTERS', message });
  }
  return faults;
}

function messageOf(field: ExemptionColumn | null, { message }: Issue): string {
  const isDate = field === 'fromDate' || field === 'toDate';
  return isDate ? `${message} Dates with slashes are month/day/year: 7/1/2026.` : message;
}
