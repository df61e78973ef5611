import type { DecimalText } from '../../domain/base/amount.ts';
import type { RegistrationScheme } from '../../domain/nexus/nexus-record.ts';
import type { ReturnPayment } from '../../domain/returns/payment/return-payment.ts';
import type { StoredReturn } from '../../domain/returns/return.ts';
import type { TaxReturnStatus } from '../../domain/returns/return-record.ts';
import { Prisma } from '../generated/client.ts';
import type { TenantScope } from '../sql/tenant-scope.ts';

type FilingRow = {
  number: number;
  filed_at: string;
  filed_by: string | null;
  reference_number: string | null;
  amount_paid: DecimalText | null;
  paid_currency: string | null;
  transaction_count: number;
  receipt: string | null;
  payment: ReturnPayment | null;
};

export type ReturnRow = {
  service_id: string;
  country: string;
  state: string;
  scheme: RegistrationScheme;
  from_on: string;
  to_on: string;
  status: TaxReturnStatus;
  reopening_reason: string | null;
  created_at: string;
  updated_at: string;
  version: number;
  filings: FilingRow[] | null;
};

/** Includes all filings, because a return has few. */
export function returnColumns(scope: TenantScope): Prisma.Sql {
  return Prisma.sql`service_id, country, state, scheme, from_on, to_on, status, reopening_reason, created_at, updated_at, version,
    (SELECT json_agg(json_build_object('number', number, 'filed_at', filed_at, 'filed_by', filed_by,
        'reference_number', filing.reference_number, 'amount_paid', trim_scale(filing.amount_paid)::text,
        'paid_currency', filing.paid_currency, 'transaction_count', transaction_count, 'receipt', filing.receipt,
        'payment', filing.payment) ORDER BY number)
      FROM return_filings AS filing WHERE filing.tenant_id = ${scope.tenantId} AND filing.return_id = returns.service_id
    ) AS filings`;
}

export function toReturn(row: ReturnRow): StoredReturn {
  const of = {
    serviceId: row.service_id,
    country: row.country,
    state: row.state === '' ? null : row.state,
    scheme: row.scheme,
    from: row.from_on,
    to: row.to_on,
  };
  return {
    ...of,
    status: row.status,
    reopeningReason: row.reopening_reason,
    filings: (row.filings ?? []).map((filing) => ({
      of,
      number: filing.number,
      filedAt: new Date(filing.filed_at),
      filedBy: filing.filed_by,
      referenceNumber: filing.reference_number,
      amountPaid: filing.amount_paid,
      paidCurrency: filing.paid_currency,
      transactionCount: filing.transaction_count,
      receipt: filing.receipt,
      payment: filing.payment && { ...filing.payment, notices: filing.payment.notices ?? [] },
    })),
    internalTimestamps: { createdDate: new Date(row.created_at), updatedDate: new Date(row.updated_at) },
    version: row.version,
  };
}
