import type { ClientBase } from 'pg';

export type ArchivedTable = {
  readonly name: string;
  /** The key columns, which determine the order of the records. */
  readonly key: readonly string[];
  /** Owner of the records: a tenant, identified by the column `tenant_id`, or all tenants. */
  readonly owner: 'TENANT' | 'ALL';
  /** A condition, for tables that are partly archived. */
  readonly only?: string;
  /**
   * Columns that the records omit: the importing store sets them itself, and the content of files follows in pieces.
   */
  readonly without?: readonly string[];
  /**
   * Expressions to write instead of columns, by column. For `moved.distance`, see
   * `database/distribution/units-of-work.ts`.
   */
  readonly written?: Readonly<Record<string, string>>;
  /** Columns about the store itself, with the values to use for an imported tenant. */
  readonly ofStore?: Readonly<Record<string, string>>;
  /** A column numbered by a sequence, which continues after the imported records. */
  readonly counted?: string;
};

const ofTenant = (name: string, ...key: string[]): ArchivedTable => ({ name, key, owner: 'TENANT' });
const ofAll = (name: string, ...key: string[]): ArchivedTable => ({ name, key, owner: 'ALL' });

/** Every archived table; tables that others reference come first. */
export const archivedTables: readonly ArchivedTable[] = [
  ofTenant('tenants'),
  ofTenant('clients', 'client_id'),
  ofTenant('customers', 'service_id'),
  ofTenant('exemptions', 'service_id'),
  { ...ofTenant('exemption_files', 'service_id'), without: ['content'] },
  ofTenant('certificate_requests', 'service_id'),
  { ...ofTenant('certificate_request_files', 'service_id'), without: ['content'] },
  { ...ofTenant('transactions', 'service_id'), without: ['totals_form'] },
  ofTenant('calculations', 'transaction_id', 'calculation_number'),
  ofTenant('nexus', 'country', 'state'),
  ofTenant('exchange_rates', 'from_currency', 'to_currency', 'date'),
  ofTenant('rulings', 'number'),
  ofTenant('products', 'service_id'),
  ofTenant('returns', 'service_id'),
  ofTenant('return_filings', 'return_id', 'number'),
  ofTenant('filed_documents', 'return_id', 'number', 'reported_on'),
  ofTenant('tax_number_checks', 'service_id'),
  // Idempotency keys of running requests are excluded: such a request finishes on its own node.
  { ...ofTenant('idempotency_keys', 'client_id', 'key'), only: '(status IS NOT NULL OR outcome IS NOT NULL)' },
  ofTenant('sales_totals', 'reported_on', 'country', 'state', 'digest'),
  ofTenant('jurisdiction_totals', 'reported_on', 'country', 'state', 'digest'),
  { ...ofTenant('total_changes', 'number'), without: ['number'] },
  { ...ofTenant('changes', 'xid', 'change_id'), written: { xid: 'xid - moved.distance' } },
  {
    ...ofTenant('change_seals', 'number'),
    written: { below_xid: 'below_xid - moved.distance', xid_offset: 'xid_offset + moved.distance' },
  },
  ofTenant('webhook_endpoints', 'service_id'),
  {
    ...ofTenant('webhook_feeds'),
    written: { xid: 'xid - coalesce(moved.distance, 0)' },
    ofStore: { activation_number: '(SELECT coalesce(max(activation_number), 0) FROM rate_book_activations)' },
  },
  ofTenant('webhook_notices', 'key'),
  { ...ofTenant('webhook_deliveries', 'number'), without: ['number'] },
  ofAll('signing_keys', 'key_id'),
  // An import in progress is invisible and not archived.
  { ...ofAll('rate_layers', 'layer_number'), only: 'import_id IS NULL', counted: 'layer_number' },
  {
    ...ofAll('boundary_rows', 'layer_number', 'zip_prefix', 'street', 'row_number'),
    only: 'layer_number IN (SELECT layer_number FROM rate_layers WHERE import_id IS NULL)',
  },
  ofAll('rate_book_archives', 'version', 'digest'),
  ofAll('rate_book_versions', 'number'),
  { ...ofAll('rate_book_activations', 'activation_number'), counted: 'activation_number' },
];

/** Tables for other systems: clients and webhook endpoints. A copy of a tenant can omit them. */
export const connectionTables: readonly string[] = [
  'clients',
  'webhook_endpoints',
  'webhook_feeds',
  'webhook_deliveries',
];

/** The pieces of an exemption or request file. They follow the record and are stored with it. Not a table. */
export const filePieces = 'exemption_file_pieces';

export function tablesFor(tenantId: string | null): readonly ArchivedTable[] {
  return tenantId === null ? archivedTables : archivedTables.filter(({ owner }) => owner === 'TENANT');
}

type ArchivedColumn = { readonly name: string; readonly isText: boolean };

/** The columns of a table in an archive, in order. A tenant's archive omits the tenant id from its records. */
export async function archivedColumns(
  connection: ClientBase,
  { name, without = [], ofStore = {} }: ArchivedTable,
  tenantId: string | null,
): Promise<ArchivedColumn[]> {
  const { rows } = await connection.query<{ name: string; is_text: boolean }>(
    `SELECT attname AS name, attcollation <> 0 AS is_text FROM pg_attribute
     WHERE attrelid = $1::text::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    [name],
  );
  const left = tenantId === null ? without : [...without, 'tenant_id', ...Object.keys(ofStore)];
  return rows.filter((column) => !left.includes(column.name)).map((row) => ({ name: row.name, isText: row.is_text }));
}

/** Quotes a column name, because names such as `from` and `to` are reserved words. */
export const quoted = (name: string): string => `"${name}"`;
