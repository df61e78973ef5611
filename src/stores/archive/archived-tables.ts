/** How the records of a table go into an archive. */
export type ArchivedTable = {
  readonly name: string;
  /** The columns of its key: the order of its records. */
  readonly key: readonly string[];
  /** Whose records they are: a tenant's, in a column `tenant_id`, or all tenants'. */
  readonly owner: 'TENANT' | 'ALL';
  /** A condition, for tables with records that are left out. */
  readonly only?: string;
  /** Columns that get new values where the record is stored. */
  readonly without?: readonly string[];
  /** What is written in place of a column's value. `moved.distance`: see `database/distribution/units-of-work.ts`. */
  readonly written?: Readonly<Record<string, string>>;
  /** Columns that tell of the store itself, with what they are for a tenant that comes here. */
  readonly ofStore?: Readonly<Record<string, string>>;
  /** A column counted by a sequence, which then goes on after the records that were stored. */
  readonly counted?: string;
};

const ofTenant = (name: string, ...key: string[]): ArchivedTable => ({ name, key, owner: 'TENANT' });
const ofAll = (name: string, ...key: string[]): ArchivedTable => ({ name, key, owner: 'ALL' });

/** Every table whose records are archived, those that others refer to first. */
export const archivedTables: readonly ArchivedTable[] = [
  ofTenant('tenants'),
  ofTenant('clients', 'client_id'),
  ofTenant('customers', 'service_id'),
  ofTenant('exemptions', 'service_id'),
  { ...ofTenant('exemption_files', 'service_id'), without: ['content'] },
  { ...ofTenant('transactions', 'service_id'), without: ['totals_form'] },
  ofTenant('calculations', 'transaction_id', 'calculation_number'),
  ofTenant('nexus', 'country', 'state'),
  ofTenant('exchange_rates', 'from_currency', 'to_currency', 'date'),
  ofTenant('returns', 'service_id'),
  ofTenant('return_filings', 'return_id', 'number'),
  ofTenant('tax_number_checks', 'service_id'),
  // Idempotency keys: a running request finishes on its own node.
  { ...ofTenant('idempotency_keys', 'key'), only: 'status IS NOT NULL' },
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
  // An import under way is not visible, and not archived.
  { ...ofAll('rate_layers', 'layer_number'), only: 'import_id IS NULL', counted: 'layer_number' },
  {
    ...ofAll('boundary_rows', 'layer_number', 'zip_prefix', 'street', 'row_number'),
    only: 'layer_number IN (SELECT layer_number FROM rate_layers WHERE import_id IS NULL)',
  },
  ofAll('rate_book_versions', 'number'),
  { ...ofAll('rate_book_activations', 'activation_number'), counted: 'activation_number' },
];

/** Tables that concern other systems: clients and webhook endpoints. A copy of a tenant can leave them out. */
export const connectionTables: readonly string[] = [
  'clients',
  'webhook_endpoints',
  'webhook_feeds',
  'webhook_deliveries',
];

/** Not a table: a file of an exemption follows its record in pieces, and is stored with it. */
export const filePieces = 'exemption_file_pieces';

export function tablesFor(tenantId: string | null): readonly ArchivedTable[] {
  return tenantId === null ? archivedTables : archivedTables.filter(({ owner }) => owner === 'TENANT');
}
