import { signedAmount } from '../format/decimal-text.ts';
import { dayText, money } from '../format/format.ts';
import { certificatesTexts } from '../texts/certificates.ts';
import { documentsTexts } from '../texts/documents.ts';
import { known, recordTexts } from '../texts/records.ts';
import type { Column } from './table.tsx';

// Columns of records that several views list.

type Document = {
  readonly taxDate: string;
  readonly transactionType: string;
  readonly currency: string;
  readonly salesTax: { readonly amount: string };
  readonly finalTransactionAmount: string;
};

const amountColumn = (name: string, amountOf: (document: Document) => string): Column<Document> => ({
  name,
  isNumber: true,
  cell: (document) => money(signedAmount(document.transactionType, amountOf(document)), document.currency),
});

export const documentColumns = {
  date: {
    name: documentsTexts.columns.date,
    isExtra: true,
    cell: ({ taxDate }: Document) => <span class="no-wrap">{dayText(taxDate)}</span>,
  },
  tax: amountColumn(documentsTexts.columns.tax, ({ salesTax }) => salesTax.amount),
  total: amountColumn(documentsTexts.columns.total, ({ finalTransactionAmount }) => finalTransactionAmount),
};

type Certificate = { readonly exemptionReason: keyof typeof recordTexts.exemptionReasons | null };

export const reasonColumn: Column<Certificate> = {
  name: certificatesTexts.columns.reason,
  isExtra: true,
  cell: ({ exemptionReason }) => exemptionReason && known(recordTexts.exemptionReasons, exemptionReason),
};
