import { counted } from '../format/format.ts';

export const impactTexts = {
  none: 'No past sale is affected',
  noneText: 'No stored invoice for this customer includes tax on sales that the certificate exempts.',
  sums: 'Exempted tax by place',
  invoices: (count: string) => `Invoices (${count})`,
  invoicesCaption: 'Exempted invoices',
  more: (count: string) => `And ${count} more.`,
  isFiled: 'Filed',
  columns: {
    place: 'Place',
    invoices: 'Invoices',
    filed: 'Already filed',
    returnable: 'To refund',
    date: 'Tax date',
    invoice: 'Invoice',
    charged: 'Charged',
  },
  refund: {
    open: 'Refund this tax …',
    title: 'Refund the tax',
    note: 'Stores one tax refund for each invoice. The invoices do not change. Safe to repeat: nothing is refunded twice.',
    filed: 'Include invoices on filed returns',
    filedNote: 'Their refunds are reported in the open period; filed returns do not change.',
    day: 'Tax date of the refunds',
    preview: (count: number, amount: string) => `${counted(count, 'refund', 'refunds')}, ${amount} in total`,
    nothing: 'Nothing to refund.',
    skipped: (count: number) =>
      `${counted(count, 'invoice on a filed return is', 'invoices on filed returns are')} skipped.`,
    confirm: 'Store refunds',
    done: (count: number, amount: string) => `${counted(count, 'refund was', 'refunds were')} stored: ${amount}.`,
    failed: (count: number, why: string) => `${counted(count, 'refund', 'refunds')} failed: ${why}`,
    keep: 'Close',
  },
} as const;
