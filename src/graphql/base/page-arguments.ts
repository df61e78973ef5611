import type { GraphQLFieldResolver } from 'graphql';
import { z } from 'zod';
import { AppError, type Issue, invalidInput } from '../../domain/base/errors.ts';
import { defaultPageSize, gatewayLimits } from '../../domain/base/limits.ts';
import { issuesOf } from '../../domain/base/parse-input.ts';
import type { Direction } from '../../domain/lists/list-order.ts';
import { builder } from './builder.ts';
import type { GraphqlContext } from './context.ts';

const largestPageSize = gatewayLimits.pageSize.graphql;

export type PageArguments = {
  readonly first?: number | null;
  readonly after?: string | null;
  readonly last?: number | null;
  readonly before?: string | null;
};

/**
 * The requested page of a list: a number of records after a position or, backward, before it. A null position is an end
 * of the list.
 */
export type AskedPage<Position> = {
  readonly size: number;
  readonly position: Position | null;
  readonly isBackward: boolean;
};

/** The arguments shared by all lists. */
export function pageArguments() {
  return builder.args((t) => ({
    first: t.int({
      description: `Number of records, from 1 to ${largestPageSize}. Default, without \`first\` and \`last\`: ${defaultPageSize}.`,
    }),
    after: t.string({ description: 'Start after the record with this cursor, taken from a page in the same order.' }),
    last: t.int({
      description: `Number of records at the end of the list, or directly before \`before\`, from 1 to ${largestPageSize}, in list order. Cannot be combined with \`first\`.`,
    }),
    before: t.string({
      description:
        'End before the record with this cursor, taken from a page in the same order. Cannot be combined with `first` or `after`.',
    }),
  }));
}

/** Reads the arguments; throws `INVALID_INPUT` if a size, a combination or a cursor is invalid. */
export function readPage<Position>(args: PageArguments, cursor: z.ZodType<Position>): AskedPage<Position> {
  const { first, last } = args;
  const [after, before] = [readCursor('after', cursor, args), readCursor('before', cursor, args)];
  const issues = [...pageIssues(args), ...after.issues, ...before.issues];
  if (issues.length > 0) throw invalidInput(issues);
  return last == null
    ? { size: first ?? defaultPageSize, position: after.position, isBackward: false }
    : { size: last, position: before.position, isBackward: true };
}

type Resolver = GraphQLFieldResolver<unknown, GraphqlContext>;

/** Adds invalid sizes and combinations to the issues of the other arguments, which are read first. */
export function withPageIssues(resolve: Resolver): Resolver {
  return (root, args: PageArguments, ctx, info) => {
    const issues = pageIssues(args);
    return issues.length === 0 ? resolve(root, args, ctx, info) : refused(issues, () => resolve(root, args, ctx, info));
  };
}

async function refused(issues: readonly Issue[], resolve: () => unknown): Promise<unknown> {
  try {
    return await resolve();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'INVALID_INPUT') throw error;
    const isRead = error.issues.some(({ path }) => issues.some((one) => one.path[0] === path[0]));
    throw isRead ? error : invalidInput([...error.issues, ...issues]);
  }
}

const pageIssues = (args: PageArguments): Issue[] => [...sizeIssues(args), ...contradictions(args)];

/** The order in which the store reads this page of a list. */
export function readingDirection(direction: Direction, { isBackward }: { readonly isBackward: boolean }): Direction {
  if (!isBackward) return direction;
  return direction === 'ASC' ? 'DESC' : 'ASC';
}

function readCursor<Position>(name: 'after' | 'before', cursor: z.ZodType<Position>, { [name]: sent }: PageArguments) {
  if (sent == null) return { position: null, issues: [] };
  const { data, error } = z.object({ [name]: cursor }).safeParse({ [name]: sent });
  return { position: (data?.[name] ?? null) as Position | null, issues: error ? issuesOf(error) : [] };
}

function sizeIssues({ first, last }: PageArguments): Issue[] {
  return Object.entries({ first, last }).flatMap(([name, size]): Issue[] => {
    if (size == null || (size >= 1 && size <= largestPageSize)) return [];
    return [{ path: [name], code: 'OUT_OF_RANGE', message: `${name} must be from 1 to ${largestPageSize}.` }];
  });
}

const opposites = [
  ['first', 'last'],
  ['first', 'before'],
  ['after', 'last'],
  ['after', 'before'],
] as const;

/** A page has one direction, so only the first contradiction is reported. */
function contradictions(args: PageArguments): Issue[] {
  const found = opposites.find((pair) => pair.every((name) => args[name] != null));
  if (!found) {
    if (args.before == null || args.last != null) return [];
    return [{ path: ['last'], code: 'REQUIRED', message: 'before requires last, the number of records.' }];
  }
  const [forward, backward] = found;
  const message = `${forward} and ${backward} cannot be combined: use first with after, or last with before.`;
  return [{ path: [backward], code: 'CONTRADICTION', message }];
}
