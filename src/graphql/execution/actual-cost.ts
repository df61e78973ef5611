import { GraphQLError, type GraphQLField, type GraphQLFieldResolver } from 'graphql';
import { AppError } from '../../domain/base/errors.ts';
import { isCompiled, isPromise } from './compiled/run.ts';
import { limits } from './limits.ts';
import { recordCostOf } from './query-cost.ts';

/**
 * What an operation costs in fact. Its cost is estimated before it is executed, with lists of usual length, so that it is the
 * same in every execution; lists can be far longer. While it is executed, the records that are there are counted, and
 * what is derived from them.
 */
const costs = new WeakMap<object, number>();

/** Refuses an operation as a whole: executing it again for the place of the error would cost as much once more. */
export class ActualCostExceeded extends GraphQLError {}

/** When graphql-js executes an operation once more. */
export function countAnew(ctx: object): void {
  costs.set(ctx, 0);
}

export function actualCostOf(ctx: object): number {
  return costs.get(ctx) ?? 0;
}

/** Counts what is about to be done for a request, and throws once it is more than one operation may cost. */
export function charge(ctx: object, cost: number): void {
  const sum = actualCostOf(ctx) + cost;
  costs.set(ctx, sum);
  if (sum <= limits.actualCost) return;
  const message = `The records of this operation cost more than ${limits.actualCost}, as long as their lists are: select less.`;
  throw new ActualCostExceeded(message, {
    originalError: new AppError('OPERATION_LIMIT_EXCEEDED', message),
    extensions: { limit: { name: 'actualCost', allowed: limits.actualCost } },
  });
}

type Field = GraphQLField<unknown, object>;

/** On graphql-js, which executes mutations and queries with directives, a field takes several times as long, in one go. */
const uncompiledFactor = 4;

/** Charges the records of a list once it is read. */
export function counted(resolve: NonNullable<Field['resolve']>): GraphQLFieldResolver<unknown, object> {
  return (record, args, ctx, info) => {
    const count = (list: unknown) => {
      if (!Array.isArray(list)) return list;
      const cost = list.length * recordCostOf(info.fieldNodes);
      charge(ctx, isCompiled(info) ? cost : cost * uncompiledFactor);
      return list;
    };
    const list: unknown = resolve(record, args, ctx, info);
    return isPromise(list) ? list.then(count) : count(list);
  };
}
