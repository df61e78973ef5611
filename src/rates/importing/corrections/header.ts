import type { CsvRow } from '../../../files/csv/csv.ts';
import type { FileIssues } from '../cells/issue-list.ts';
import { type CorrectionColumn, correctionColumns } from './columns.ts';

/** The index of each column in the file, from 0. */
export type CorrectionsHeader = { readonly width: number; readonly places: ReadonlyMap<CorrectionColumn, number> };

export function readCorrectionsHeader({ line, cells }: CsvRow, issues: FileIssues): CorrectionsHeader | null {
  const places = new Map<CorrectionColumn, number>();
  let isSound = true;
  for (const [index, cell] of cells.entries()) {
    const name = headerName(cell);
    const column = correctionColumns.find((one) => one.name === name);
    if (column && !places.has(column.name)) places.set(column.name, index);
    else if (column || name !== '') {
      isSound = false;
      issues.at(line, cell.trim(), column ? 'The column appears twice.' : `Unknown column. ${expected}`);
    }
  }
  const required = places.has('fact') ? (['country'] as const) : (['country', 'level', 'rate'] as const);
  for (const name of required.filter((column) => !places.has(column))) {
    isSound = false;
    issues.at(line, name, 'The column is missing.');
  }
  return isSound ? { width: cells.length, places } : null;
}

export function isCorrectionsHeader(cells: readonly string[]): boolean {
  const names = cells.map(headerName);
  return correctionColumns.filter(({ name }) => names.includes(name)).length >= 2;
}

function headerName(cell: string): string {
  return cell
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
}

const expected = `The columns are ${correctionColumns.map(({ name }) => name).join(', ')}.`;
