import type { FileFaults } from '../cells/fault-list.ts';
import type { CsvRow } from '../files/csv-rows.ts';
import { type OwnColumn, ownColumns } from './own-columns.ts';

/** Where each column stands in the file, counted from 0. */
export type OwnHeader = { readonly width: number; readonly places: ReadonlyMap<OwnColumn, number> };

export function readOwnHeader({ line, cells }: CsvRow, faults: FileFaults): OwnHeader | null {
  const places = new Map<OwnColumn, number>();
  let isSound = true;
  for (const [index, cell] of cells.entries()) {
    const name = headerName(cell);
    const column = ownColumns.find((one) => one.name === name);
    if (column && !places.has(column.name)) places.set(column.name, index);
    else if (column || name !== '') {
      isSound = false;
      faults.at(line, cell.trim(), column ? 'The column is there twice.' : `There is no such column. ${expected}`);
    }
  }
  for (const { name } of ownColumns.filter((column) => column.isRequired && !places.has(column.name))) {
    isSound = false;
    faults.at(line, name, 'The column is missing.');
  }
  return isSound ? { width: cells.length, places } : null;
}

export function isOwnHeader(cells: readonly string[]): boolean {
  const names = cells.map(headerName);
  return ownColumns.filter(({ name }) => names.includes(name)).length >= 2;
}

function headerName(cell: string): string {
  return cell
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
}

const expected = `The columns are ${ownColumns.map(({ name }) => name).join(', ')}.`;
