import type { TenantSettings } from '../../domain/account/tenant.ts';
import type { AppError, Issue } from '../../domain/base/errors.ts';
import type { NaturalKey } from '../../domain/base/record-name.ts';
import type { FileHeader } from '../../domain/reconciliations/file-header.ts';
import type { ReconciliationOptions } from '../../domain/reconciliations/reconciliation-options.ts';
import type { RowFault } from '../../domain/reconciliations/row-cells.ts';
import type { TheirDocument } from '../../domain/reconciliations/their-document.ts';
import type { FileRow, RowDefaults } from '../../domain/reconciliations/their-lines.ts';
import { dayOfDate, type Zoning } from '../../domain/transactions/tax-date.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';

/** The next part of a file: a document, or the errors of omitted rows. */
export type FilePart =
  | { readonly kind: 'document'; readonly document: TheirDocument }
  /** The other system voided the document. */
  | { readonly kind: 'void'; readonly line: number; readonly key: NaturalKey }
  /** The country of the document is not in the rate book. */
  | ({ readonly kind: 'not-covered'; readonly message: string } & UncoveredDocument)
  | {
      readonly kind: 'faults';
      readonly faults: readonly RowFault[];
      /**
       * The key of the document with the errors; null if the file does not contain it. The document counts as present
       * in the file, although it is not compared.
       */
      readonly named?: NaturalKey | null;
    };

export type UncoveredDocument = Pick<TheirDocument, 'line' | 'taxAmount'> &
  Pick<TheirDocument['quote'], 'source' | 'externalId' | 'currency'>;

export type FileReading = {
  readonly options: ReconciliationOptions;
  readonly reference: ReferenceData;
  readonly settings: TenantSettings;
  readonly afterPiece: () => Promise<void>;
  /** Called once the columns are known. */
  onHeader(header: FileHeader): void;
};

/** A row, a whole document, or an error. */
export type RowPart = FilePart | ({ readonly kind: 'row' } & FileRow);

export const stopped = (line: number, reason: string): FilePart => ({
  kind: 'faults',
  faults: [{ line, column: null, code: 'STOPPED', message: `${reason} Reading stopped at this line.` }],
});

/** A void document requires only its key. */
export function voidPart(line: number, key: NaturalKey | null): FilePart {
  if (key) return { kind: 'void', line, key };
  const message = 'source and externalId are required to void a document.';
  return { kind: 'faults', faults: [{ line, column: 'externalId', code: 'REQUIRED', message }] };
}

/** The key of a document in the file; null if it is incomplete. */
export function keyIn(sent: object, ofFile: string | null): NaturalKey | null {
  const { source, externalId } = nameIn(sent, ofFile);
  return source === null || externalId === null ? null : { source, externalId };
}

export function nameIn(sent: object, ofFile: string | null) {
  const { source, externalId } = sent as { readonly source?: unknown; readonly externalId?: unknown };
  return { source: memberText(source) ?? ofFile, externalId: memberText(externalId) };
}

export const memberText = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null;

export function lawFinders(
  zoning: Zoning & Pick<FileReading, 'reference'>,
): Pick<RowDefaults, 'dayOf' | 'marketplacesCollect'> {
  return {
    dayOf: (text, address) => dayOfDate(text, address, zoning),
    marketplacesCollect: ({ country, state }, day) => {
      const { reference } = zoning;
      const isInTheUs = country !== null && reference.findCountry(country) === 'US';
      const since = isInTheUs && state ? reference.findState(state)?.marketplaceLaw?.since : null;
      return typeof since === 'string' && since <= day;
    },
  };
}

const memberOf = (path: Issue['path']) => path.join('.');

/** The column for a path. A row has no address objects, but columns such as `state` and `fromState`. */
export function cellOf(path: Issue['path']): string {
  const [address, name = ''] = path.map(String);
  if (address === 'shippingAddress') return name;
  return address === 'shipFromAddress' ? `from${name.charAt(0).toUpperCase()}${name.slice(1)}` : memberOf(path);
}

/** The errors in the document that begins on a line. */
export function faultsOf(error: AppError, line: number, columnOf = memberOf): RowFault[] {
  if (error.issues.length === 0) return [{ line, column: null, code: error.code, message: error.message }];
  return error.issues.map(({ path, code, message }) => ({ line, column: columnOf(path) || null, code, message }));
}
