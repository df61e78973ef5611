import { Decimal } from 'decimal.js';
import { type Json, recordOf } from './openapi.ts';

/** The differences between a GraphQL and a REST response, for each leaf of the former; numbers are compared as decimals. */
export function differences(graphql: unknown, rest: unknown): { readonly faults: string[]; readonly leaves: number } {
  const faults: string[] = [];
  let leaves = 0;
  const compare = (one: unknown, other: unknown, path: string): void => {
    if (Array.isArray(one)) {
      const list = Array.isArray(other) ? other : [];
      if (list.length !== one.length) faults.push(`${path}: ${one.length} and ${list.length} members`);
      for (const [index, member] of one.entries()) compare(member, list[index], `${path}/${index}`);
      return;
    }
    if (typeof one === 'object' && one !== null) {
      for (const [name, member] of Object.entries(one)) {
        if (name !== '__typename') compare(member, recordOf(other)[name], `${path}/${name}`);
      }
      return;
    }
    leaves++;
    if (!isSame(one, other)) faults.push(`${path}: ${JSON.stringify(one)} and ${JSON.stringify(other)}`);
  };
  compare(graphql, rest, '');
  return { faults, leaves };
}

function isSame(one: unknown, other: unknown): boolean {
  if (one === null) return other === null || other === undefined;
  if (typeof other === 'number' && (typeof one === 'number' || typeof one === 'string')) {
    return new Decimal(one).eq(String(other));
  }
  return one === other;
}

/** `transactions.nodes` of the data; several names make a list. */
export function partAt(data: unknown, at: string): unknown {
  if (at === '') return data;
  const names = at.split(',');
  if (names.length > 1) return names.map((name) => partAt(data, name));
  return at
    .split('.')
    .reduce<unknown>((value, name) => (Array.isArray(value) ? value[Number(name)] : (value as Json)?.[name]), data);
}
