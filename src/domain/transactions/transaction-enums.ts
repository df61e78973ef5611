import { enumeration } from '../base/record.ts';

export const transactionType = enumeration(
  'TransactionType',
  'Type of a sales document. Tax is calculated for every type.',
  {
    SALES_ORDER: 'An order, which counts neither towards nexus nor towards the tax owed.',
    INVOICE: 'A sale, which counts towards nexus and the tax owed.',
    ESTIMATE: 'A quote, which counts neither towards nexus nor towards the tax owed.',
    REFUND:
      'A refund of the invoice that `createdFrom` names. It uses the rates stored with the invoice, and reduces the tax owed on its own tax date.',
    TAXABLE_REFUND: 'A refund calculated from its own address and date. It reduces the tax owed.',
  },
);
