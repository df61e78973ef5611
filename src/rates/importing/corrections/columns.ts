/** The columns of a corrections CSV, in the order of the template. The README of `imports` shows the same table. */
export const correctionColumns = [
  { name: 'country', isRequired: true, meaning: 'two letters: US, CA, DE' },
  { name: 'state', isRequired: false, meaning: 'US state or region: MN, QC; empty for a country-wide rate' },
  { name: 'level', isRequired: true, meaning: 'COUNTRY, REGION, STATE, COUNTY, CITY or DISTRICT' },
  {
    name: 'jurisdiction_id',
    isRequired: false,
    meaning:
      'an id from the rate book, or a new one that begins with its state: MN-X1; optional for countries, regions and states',
  },
  { name: 'name', isRequired: false, meaning: 'required for a new jurisdiction' },
  { name: 'county', isRequired: false, meaning: 'name of the county of a new city or district' },
  {
    name: 'stacking',
    isRequired: false,
    meaning: 'add, replaces_county or replaces_all: which other rates its rate already includes',
  },
  { name: 'rate', isRequired: true, meaning: 'a fraction: 0.0825 is 8.25 percent' },
  { name: 'from', isRequired: false, meaning: 'first day: 2026-07-01; empty if unknown' },
  { name: 'to', isRequired: false, meaning: 'last day; empty if open-ended' },
  { name: 'zips', isRequired: false, meaning: 'additional ZIP codes in the jurisdiction, separated by spaces' },
  { name: 'source', isRequired: false, meaning: 'where the rate comes from; may be shown in results' },
] as const satisfies readonly { readonly name: string; readonly isRequired: boolean; readonly meaning: string }[];

export type CorrectionColumn = (typeof correctionColumns)[number]['name'];

/** The text of a row in a column; empty if the column is missing. */
export type CorrectionCells = (column: CorrectionColumn) => string;

/** Reports an issue of a row in a column. */
export type ReportIssue = (column: CorrectionColumn, message: string) => void;

const example =
  'US,MN,DISTRICT,MN-X1,Riverside Improvement District,Hennepin County,add,0.005,2026-07-01,,55401 55402,City notice of 2026-05-01';

/** A file to fill in. Lines that begin with a number sign are skipped. */
export const correctionsTemplate = [
  ...correctionColumns.map(
    ({ name, isRequired, meaning }) => `# ${name}${isRequired ? ' (required)' : ''}: ${meaning}`,
  ),
  correctionColumns.map(({ name }) => name).join(','),
  `# ${example}`,
].join('\n');
