import { AppError, type Issue } from '../../../domain/base/errors.ts';
import { type DeliveryMethod, defaultDeliveryMethod } from '../../../domain/transactions/delivery-method.ts';
import { ownPlaceOf } from '../../../domain/transactions/line-places.ts';
import type { ItemInput, TransactionInput } from '../../../domain/transactions/transaction-input.ts';
import type { Notice } from '../../../tax/model/assessment.ts';

/** The items of a document that are delivered in the same way, between the same addresses. */
export type PlaceGroup = {
  /** A document with only these items and their addresses; only the first group has the shipping fee. */
  readonly input: TransactionInput;
  /** The index of each item in the whole document. */
  readonly indexes: readonly number[];
  /** Whether this is the group of the document's own place, which has the shipping fee. */
  readonly isOwn: boolean;
  readonly deliveryMethod: DeliveryMethod;
  /** Whether the goods are collected at their shipping origin, which differs from the document's destination. */
  readonly isTaxedWhereCollected: boolean;
};

/**
 * Groups the items by their shipping addresses. The group with the addresses of the document comes first, even if
 * empty, because the shipping fee belongs there. Most documents have a single group.
 */
export function placeGroups(input: TransactionInput, areTangible: readonly boolean[]): readonly PlaceGroup[] {
  const { items } = input;
  const all = items.map((_, index) => index);
  // Customers pick up goods, not services. Services sold with picked-up goods form a separate group.
  const areServicesApart = input.deliveryMethod === 'COLLECTED' && (areTangible.includes(true) || items.length === 0);
  const isService = (index: number) => areServicesApart && !areTangible[index];
  const groupOf = (indexes: readonly number[], isOwn: boolean): PlaceGroup => {
    const ofGroup = inputOf(input, indexes, isOwn);
    const byDefault = defaultDeliveryMethod(ofGroup);
    const isCollected = areServicesApart && !(indexes[0] !== undefined && isService(indexes[0]));
    const stated = isCollected || input.deliveryMethod !== 'COLLECTED' ? input.deliveryMethod : null;
    const deliveryMethod = stated ?? byDefault;
    const isTaxedWhereCollected = isCollected && byDefault === 'DELIVERED';
    return { input: ofGroup, indexes, isOwn, deliveryMethod, isTaxedWhereCollected };
  };
  if (items.every((item, index) => ownPlaceOf(item) === null && !isService(index))) return [groupOf(all, true)];
  const keyOf = (index: number) => JSON.stringify([ownPlaceOf(addressesOf(items[index]!, input)), isService(index)]);
  const groups = new Map<string, number[]>([[JSON.stringify([ownPlaceOf(input), false]), []]]);
  for (const index of all) {
    const indexes = groups.get(keyOf(index));
    if (indexes) indexes.push(index);
    else groups.set(keyOf(index), [index]);
  }
  return [...groups.values()].map((indexes, group) => groupOf(indexes, group === 0));
}

function inputOf(input: TransactionInput, indexes: readonly number[], isOwn: boolean): TransactionInput {
  const items = indexes.map((index) => input.items[index]!);
  return isOwn ? { ...input, items } : { ...input, items, shippingFee: null, ...addressesOf(items[0]!, input) };
}

function addressesOf(item: ItemInput, { shippingAddress, shipFromAddress }: TransactionInput) {
  return {
    shippingAddress: item.shippingAddress ?? shippingAddress,
    shipFromAddress: item.shipFromAddress ?? shipFromAddress,
  };
}

/** Items of a group by position; only the first part keeps the shipping fee. */
export function partOfGroup(group: PlaceGroup, { positions, isFirst }: GroupPart): PlaceGroup {
  if (isFirst && positions.length === group.indexes.length) return group;
  const items = positions.map((position) => group.input.items[position]!);
  return {
    ...group,
    input: { ...group.input, items, ...(!isFirst && { shippingFee: null }) },
    indexes: positions.map((position) => group.indexes[position]!),
    isOwn: group.isOwn && isFirst,
  };
}

export type GroupPart = { readonly positions: readonly number[]; readonly isFirst: boolean };

/** Notices about a group with pointers into the whole document: an address points to the first item of the group. */
export function noticesInDocument(group: PlaceGroup, notices: readonly Notice[]): readonly Notice[] {
  return notices.map((notice) => {
    const path = notice.pointer.split('/').slice(1);
    return {
      ...notice,
      pointer: pathInDocument(group, path)
        .map((part) => `/${part}`)
        .join(''),
    };
  });
}

/** The error of a group, with paths into the whole document. */
export function errorInDocument(group: PlaceGroup, error: unknown): unknown {
  if (!(error instanceof AppError) || error.issues.length === 0) return error;
  const issues = error.issues.map((issue): Issue => ({ ...issue, path: pathInDocument(group, issue.path) }));
  return new AppError(error.code, error.message, { issues });
}

function pathInDocument({ input, indexes, isOwn }: PlaceGroup, path: Issue['path']): Issue['path'] {
  const [first, second, ...rest] = path;
  if (first === 'items' && second !== undefined) return [first, indexes[Number(second)]!, ...rest];
  const isAddress = first === 'shippingAddress' || first === 'shipFromAddress';
  return isAddress && !isOwn && input.items[0]?.[first] ? ['items', indexes[0]!, ...path] : path;
}
