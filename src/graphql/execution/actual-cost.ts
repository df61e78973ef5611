import { defaultFieldResolver, GraphQLError, type GraphQLField, type GraphQLFieldResolver } from 'graphql';
import { AppError } from '../../domain/base/errors.ts';
import { isCompiled, isPromise } from './compiled/run.ts';
import { limits } from './limits.ts';
import { recordCostOf } from './query-cost.ts';

/**
 * The actual cost of an operation. The estimate before execution assumes lists of typical length, so that it remains
 * constant. Lists can be far longer, so actual records and derived data are counted during execution.
 */
const costs = new WeakMap<object, number>();
/** The single error for a refused operation, because thousands of fields may still be pending. */
const refusals = new WeakMap<object, OperationRefused>();

/** Fails the whole operation, because locating the error would mean executing it again at the same cost. */
export class OperationRefused extends GraphQLError {}

/** Resets the cost before graphql-js executes an operation for the second time. */
export function countAnew(ctx: object): void {
  costs.set(ctx, 0);
  refusals.delete(ctx);
}

export function actualCostOf(ctx: object): number {
  return costs.get(ctx) ?? 0;
}

/** Adds a cost. Throws once the total exceeds the limit for one operation. */
export function charge(ctx: object, cost: number): void {
  const sum = actualCostOf(ctx) + cost;
  costs.set(ctx, sum);
  if (sum <= limits.actualCost) return;
  const refusal = refusals.get(ctx) ?? refusalBy('actualCost', tooCostly);
  refusals.set(ctx, refusal);
  throw refusal;
}

const tooCostly = `This operation costs more than ${limits.actualCost} because of its long lists. Select fewer fields or records. If the operation is a mutation, its changes are stored.`;

/** Throws if the operation has been refused, because its remaining fields need not be resolved. */
export function requireWanted(ctx: object): void {
  const refusal = refusals.get(ctx);
  if (refusal) throw refusal;
}

/** The error for an operation that exceeds a limit during execution. */
export function refusalBy(
  name: 'actualCost' | 'reportSeconds' | 'itemsOfLongDocuments' | 'filingsOfLists',
  message: string,
): OperationRefused {
  return new OperationRefused(message, {
    originalError: new AppError('OPERATION_LIMIT_EXCEEDED', message),
    extensions: { limit: { name, allowed: limits[name] } },
  });
}

export const tooManyItems = (): OperationRefused =>
  refusalBy(
    'itemsOfLongDocuments',
    `The documents in this operation have more than ${limits.itemsOfLongDocuments} items in total. Read fewer documents at once.`,
  );

type Field = GraphQLField<unknown, object>;

/**
 * The cost factor of fields executed by graphql-js, as in operations with directives. Such fields take several times as
 * long, without yielding.
 */
const uncompiledFactor = 4;

/** The usual length of a list, derived from its record. */
type UsualSize = (record: never) => number;

/**
 * Charges the records of a list once it is read. The extension `usualSize` is charged beforehand, so that a list that
 * is slow to derive is refused first.
 */
export function counted({ resolve = defaultFieldResolver, extensions }: Field): GraphQLFieldResolver<unknown, object> {
  const usualSize = extensions.usualSize as UsualSize | undefined;
  return (record, args, ctx, info) => {
    const costOf = (length: number) =>
      length * recordCostOf(info.fieldNodes) * (isCompiled(info) ? 1 : uncompiledFactor);
    const charged = usualSize ? costOf(usualSize(record as never)) : 0;
    if (charged > 0) charge(ctx, charged);
    const count = (list: unknown) => {
      if (Array.isArray(list)) charge(ctx, Math.max(0, costOf(list.length) - charged));
      return list;
    };
    const list: unknown = resolve(record, args, ctx, info);
    return isPromise(list) ? list.then(count) : count(list);
  };
}
