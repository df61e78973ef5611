import { type AppError, type Issue, invalidInput } from '../base/errors.ts';
import { gatewayLimits } from '../base/limits.ts';

type Column = {
  /** Other names of the column; case, spaces, dashes and underscores are ignored. */
  readonly aliases: readonly string[];
  /** The request member that receives the cell's value. */
  readonly path: readonly string[];
};

/** The columns of a CSV file of exemptions, in the order of the template. */
const exemptionCsvColumns = {
  customerId: { aliases: ['customerServiceId'], path: ['exemption', 'customerId'] },
  source: { aliases: ['customerSource'], path: [] },
  externalId: { aliases: ['customerExternalId'], path: [] },
  country: { aliases: [], path: ['exemption', 'country'] },
  states: { aliases: ['state'], path: ['states'] },
  certificateId: { aliases: ['certificateNumber'], path: ['exemption', 'certificate', 'certificateId'] },
  certificateUrl: { aliases: [], path: ['exemption', 'certificate', 'url'] },
  certificateName: { aliases: [], path: ['exemption', 'certificate', 'name'] },
  exemptionReason: { aliases: ['reason'], path: ['exemption', 'exemptionReason'] },
  exemptionType: { aliases: ['type'], path: ['exemption', 'exemptionType'] },
  exemptionStatus: { aliases: ['status'], path: ['exemption', 'exemptionStatus'] },
  fromDate: { aliases: ['from', 'validFrom'], path: ['exemption', 'validationDates', 'fromDate'] },
  toDate: { aliases: ['to', 'validTo'], path: ['exemption', 'validationDates', 'toDate'] },
  exemptFraction: { aliases: ['exemptPercentage'], path: ['exemption', 'exemptFraction'] },
  reducedRate: { aliases: [], path: ['exemption', 'reducedRate'] },
  taxCodes: { aliases: ['taxCode'], path: ['exemption', 'taxCodes'] },
  classificationCode: { aliases: [], path: ['exemption', 'classification', 'code'] },
  classificationDescription: { aliases: ['classification'], path: ['exemption', 'classification', 'description'] },
} as const satisfies Record<string, Column>;

export type ExemptionCsvColumn = keyof typeof exemptionCsvColumns;

export const exemptionCsvColumnNames = Object.keys(exemptionCsvColumns).filter(isColumn);

/** The header line of a file with every column. */
export const exemptionCsvTemplate = `${exemptionCsvColumnNames.join(',')}\r\n`;

export type ExemptionCsvHeader = {
  /** The index of each column in a row. */
  readonly places: ReadonlyMap<ExemptionCsvColumn, number>;
  readonly width: number;
  /** Unknown columns, which were ignored. */
  readonly ignored: readonly string[];
};

/** Throws `INVALID_INPUT` with all issues in the header. */
export function readExemptionCsvHeader(cells: readonly string[]): ExemptionCsvHeader {
  if (cells.some((cell) => /[\0\ufffd]/.test(cell))) throw noCsv();
  if (cells.length > gatewayLimits.csv.cells) {
    throw invalidInput([fileIssue('TOO_LONG', `The header has more than ${gatewayLimits.csv.cells} cells.`)]);
  }
  const places = new Map<ExemptionCsvColumn, number>();
  const issues: Issue[] = [];
  const ignored: string[] = [];
  for (const [place, cell] of cells.entries()) {
    const column = columnCalled(cell);
    if (column === undefined && cell.trim() !== '') ignored.push(cell.trim().slice(0, 100));
    if (column === undefined) continue;
    if (places.has(column)) issues.push(fileIssue('REPEATED_COLUMN', `The header has the column ${column} twice.`));
    places.set(column, place);
  }
  const isMissing = (column: ExemptionCsvColumn) => !places.has(column);
  if (isMissing('states')) issues.push(fileIssue('REQUIRED', 'Missing column: states.'));
  if (isMissing('customerId') && (isMissing('source') || isMissing('externalId'))) {
    issues.push(fileIssue('REQUIRED', 'Missing column: customerId, or both source and externalId.'));
  }
  if (issues.length > 0) throw invalidInput(issues);
  return { places, width: cells.length, ignored };
}

/** The column that fills a member of the request; null if no column does. */
export function columnOfPath(path: readonly (string | number)[]): ExemptionCsvColumn | null {
  const isOf = (column: ExemptionCsvColumn) => {
    const own: readonly string[] = exemptionCsvColumns[column].path;
    return own.length > 0 && own.every((part, index) => path[index] === part);
  };
  return exemptionCsvColumnNames.find(isOf) ?? null;
}

function isColumn(name: string): name is ExemptionCsvColumn {
  return Object.hasOwn(exemptionCsvColumns, name);
}

const plain = (name: string) => name.toLowerCase().replaceAll(/[\s_-]/g, '');

const columnsByName = new Map<string, ExemptionCsvColumn>(
  exemptionCsvColumnNames.flatMap((column) =>
    [column, ...exemptionCsvColumns[column].aliases].map((name) => [plain(name), column]),
  ),
);

function columnCalled(cell: string): ExemptionCsvColumn | undefined {
  return columnsByName.get(plain(cell));
}

function fileIssue(code: string, message: string): Issue {
  return { path: [csvField], code, message };
}

/** The name of the file field in a form and in an input. */
export const csvField = 'csvFile';

function noCsv(): AppError {
  return invalidInput([fileIssue('INVALID_FORMAT', 'The file is not CSV in UTF-8; save it as "CSV UTF-8".')]);
}
