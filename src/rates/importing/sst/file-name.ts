/** The parts of a Streamlined Sales Tax file name, such as `MNR2026Q2FEB18.csv`. */
export type SstFileName = {
  readonly kind: 'SST_RATES' | 'SST_BOUNDARIES';
  readonly state: string;
  /** The name in upper case, without its extension and any suffix. */
  readonly label: string;
  readonly publishedOn: string;
  /** First day of the quarter whose rates or boundaries are listed. */
  readonly listedOn: string;
};

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

/**
 * Null if the name is not that of an SST file. Ignores case and the ` (1)` that browsers add; days have one or two
 * digits.
 */
export function readSstFileName(fileName: string): SstFileName | null {
  const match = /^([A-Z]{2})([RB])(\d{4})Q([1-4])([A-Z]{3})(\d{1,2})(?![0-9A-Z])/.exec(fileName.toUpperCase());
  if (!match) return null;
  const [label, state = '', letter, year = '', quarter, monthName = '', day = ''] = match;
  const month = months.indexOf(monthName) + 1;
  if (month === 0) return null;
  // A file may be published in the year before its quarter, but its name contains only the year of the quarter.
  const publishedIn = month > Number(quarter) * 3 ? Number(year) - 1 : Number(year);
  return {
    kind: letter === 'R' ? 'SST_RATES' : 'SST_BOUNDARIES',
    state,
    label,
    listedOn: `${year}-${String(Number(quarter) * 3 - 2).padStart(2, '0')}-01`,
    publishedOn: `${publishedIn}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`,
  };
}
