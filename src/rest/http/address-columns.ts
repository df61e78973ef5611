import type { Address } from '../../domain/base/address.ts';
import type { CsvColumn } from './list-format.ts';

const members = {
  street: 'Street and house number',
  city: 'City',
  state: 'State or region',
  zip: 'ZIP or postal code',
  country: 'Country',
} as const;

/** The columns of an address, with a prefix if a record has several addresses. */
export function addressColumns<Row>(prefix: string, addressOf: (row: Row) => Address | null): CsvColumn<Row>[] {
  return Object.entries(members).map(([member, words]) => ({
    name: prefix === '' ? member : `${prefix}${member[0]!.toUpperCase()}${member.slice(1)}`,
    description: `${words}, as submitted.`,
    value: (row) => addressOf(row)?.[member as keyof typeof members] ?? null,
  }));
}
