import type { ReturnFiling, StoredReturn } from '../../domain/returns/return.ts';
import { filingMembers, returnMembers } from '../../domain/returns/return-descriptions.ts';
import { type CsvColumn, csvForm } from '../http/list-format.ts';

type FilingName = Exclude<keyof ReturnFiling, 'filedAt' | 'number'>;

const ofLast = (name: FilingName): CsvColumn<StoredReturn> => {
  const description = `Of the last filing: ${filingMembers[name]}`;
  return { name, description, value: ({ filings }) => filings.at(-1)?.[name] ?? null };
};

const columns: readonly CsvColumn<StoredReturn>[] = [
  { name: 'serviceId', description: 'Id of the return.', value: ({ serviceId }) => serviceId },
  { name: 'country', description: returnMembers.country, value: ({ country }) => country },
  { name: 'state', description: 'US state or region; empty for the whole country.', value: ({ state }) => state },
  { name: 'from', description: returnMembers.from, value: ({ fromOn }) => fromOn },
  { name: 'to', description: returnMembers.to, value: ({ toOn }) => toOn },
  { name: 'status', description: 'Where it stands.', value: ({ status }) => status },
  {
    name: 'reopenedBecause',
    description: returnMembers.reopenedBecause,
    value: ({ reopenedBecause }) => reopenedBecause,
  },
  { name: 'filingCount', description: 'How often it was filed.', value: ({ filings }) => filings.length },
  {
    name: 'filedAt',
    description: 'When it was last filed.',
    value: ({ filings }) => filings.at(-1)?.filedAt.toISOString() ?? null,
  },
  ofLast('filedBy'),
  ofLast('referenceNumber'),
  ofLast('amountPaid'),
  ofLast('paidCurrency'),
  ofLast('documentCount'),
];

export const returnCsv = csvForm(columns);
