/** The columns of a corrections CSV, in the order of the template. The README of `importing` shows the same table. */
export const correctionColumns = [
  { name: 'country', isRequired: true, meaning: 'two letters: US, CA, DE' },
  { name: 'state', isRequired: false, meaning: 'US state or region: MN, QC; empty for a country-wide rate' },
  {
    name: 'level',
    isRequired: false,
    meaning: 'COUNTRY, REGION, STATE, COUNTY, CITY or DISTRICT; required for a RATE',
  },
  {
    name: 'jurisdiction_id',
    isRequired: false,
    meaning:
      'an id from the rate book (see `rates ids`), or a new id that begins with the state: MN-X1; optional if a name is given',
  },
  {
    name: 'name',
    isRequired: false,
    meaning: 'name of the jurisdiction, to find it without an id; required for a new jurisdiction',
  },
  {
    name: 'county',
    isRequired: false,
    meaning: 'county of a city or district, to distinguish places with the same name',
  },
  {
    name: 'stacking',
    isRequired: false,
    meaning: 'add, replaces_county or replaces_all: which other rates this rate already includes',
  },
  { name: 'rate', isRequired: false, meaning: 'a fraction: 0.0825 is 8.25 percent; required for a RATE' },
  { name: 'from', isRequired: false, meaning: 'first day: 2026-07-01; empty if unknown' },
  { name: 'to', isRequired: false, meaning: 'last day; empty if open-ended' },
  { name: 'zips', isRequired: false, meaning: 'additional ZIP codes in the jurisdiction, separated by spaces' },
  { name: 'source', isRequired: false, meaning: 'where the rate or fact comes from; may be shown in results' },
  { name: 'fact', isRequired: false, meaning: 'RATE (default), RULE, HOLIDAY, CAP, NEXUS or DUE_DAY' },
  { name: 'tax_code', isRequired: false, meaning: 'tax code or category of a RULE or HOLIDAY: C1S10, groceries' },
  {
    name: 'treatment',
    isRequired: false,
    meaning:
      'for a RULE: TAXED, REDUCED, ZERO or EXEMPT, for shipping also EXEMPT_IF_SEPARATE, FOLLOWS_GOODS or SHARE_OF_GOODS; for a HOLIDAY: CANCELLED',
  },
  { name: 'local_rate', isRequired: false, meaning: 'for a REDUCED rule in the US: general (default), or a fraction' },
  {
    name: 'below',
    isRequired: false,
    meaning: 'unit price from which the item is taxed, or from which a HOLIDAY no longer applies',
  },
  { name: 'above', isRequired: false, meaning: 'amount above which the rest of a price is taxed' },
  { name: 'up_to', isRequired: false, meaning: 'amount up to which a price is taxed, capped or relieved' },
  { name: 'sales_threshold', isRequired: false, meaning: 'for NEXUS: sales that oblige a seller to collect: 100000' },
  { name: 'transaction_threshold', isRequired: false, meaning: 'for NEXUS: number of sales; 0 for none' },
  { name: 'due_day', isRequired: false, meaning: 'for DUE_DAY: day of the month: 20; 31 for the last day' },
  { name: 'due_months', isRequired: false, meaning: 'for DUE_DAY: months after the period; 1 if empty' },
  {
    name: 'frequency',
    isRequired: false,
    meaning: 'for DUE_DAY: MONTHLY, QUARTERLY, HALF_YEARLY or YEARLY, separated by spaces; empty for all',
  },
] as const satisfies readonly { readonly name: string; readonly isRequired: boolean; readonly meaning: string }[];

export type CorrectionColumn = (typeof correctionColumns)[number]['name'];

/** The text in a column of a row; empty if the file does not have the column. */
export type CorrectionCells = (column: CorrectionColumn) => string;

/** Reports an issue in a column of a row, or in a member of `row` in JSON. */
export type ReportIssue = (column: CorrectionColumn | 'row' | `row.${string}`, message: string) => void;

/** Refuses cells in other columns, because they would be ignored. */
export function refuseOtherCells(
  { cell, fail }: { readonly cell: CorrectionCells; readonly fail: ReportIssue },
  used: readonly CorrectionColumn[],
  subject: string,
): void {
  for (const { name } of correctionColumns) {
    if (cell(name) !== '' && !used.includes(name)) fail(name, `A ${subject} does not use this column. Leave it empty.`);
  }
}

export const placeColumns = ['country', 'state', 'level', 'jurisdiction_id', 'from', 'to', 'source', 'fact'] as const;

const examples = [
  'US,MN,DISTRICT,MN-X1,Riverside Improvement District,Hennepin County,add,0.005,2026-07-01,,55401 55402,City notice of 2026-05-01',
  'US,MN,,,,,,,2027-01-01,,,Laws of Minnesota 2026 ch. 5,RULE,C1S10,TAXED',
];

/** A template to fill in. Lines that start with a number sign are skipped. */
export const correctionsTemplate = [
  ...correctionColumns.map(
    ({ name, isRequired, meaning }) => `# ${name}${isRequired ? ' (required)' : ''}: ${meaning}`,
  ),
  correctionColumns.map(({ name }) => name).join(','),
  ...examples.map((example) => `# ${example}${','.repeat(correctionColumns.length - example.split(',').length)}`),
].join('\n');
