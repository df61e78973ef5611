import { z } from 'zod';
import { AppError, type Issue, invalidInput } from '../../domain/base/errors.ts';
import { boundedText } from '../../domain/base/fields.ts';
import { customerTypes } from '../../domain/customers/customer.ts';
import { type AskedCounted, readCounted } from '../../domain/liability/counted-documents.ts';
import type { TransactionFilter } from '../../domain/lists/record-filter.ts';
import type { TransactionType } from '../../domain/transactions/transaction-enums.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';
import { taxReasons } from '../../tax/model/reasons.ts';
import { asParameterIssue } from '../http/problem.ts';
import { booleanParameter, commaSeparated, namesIn } from '../http/query.ts';

const ofRow = (label: string) => `With \`counted\`: ${label} of the row.`;
const label = (words: string) =>
  boundedText(1, 256)
    .optional()
    .meta({ description: ofRow(words) });

/** Which documents a row of liability counts. */
export const countedParameters = {
  counted: booleanParameter(false).meta({
    description:
      'Whether to list only documents that liability counts: with `from` and `to`, and the labels of a row of `GET /v1/liability`. Default: false.',
  }),
  jurisdiction: label('id of the jurisdiction'),
  taxCode: label('tax code'),
  reason: z
    .enum(taxReasons)
    .optional()
    .meta({ description: ofRow('reason') }),
  currency: label('currency'),
  subsidiary: label('subsidiary'),
  customerTypes: commaSeparated(customerTypes).optional().meta({
    description:
      'With `counted`: only documents whose customer had one of these types when they were calculated, separated by commas.',
  }),
  countries: namesIn(z.array(boundedText(1, 50)))
    .optional()
    .meta({
      description: 'With `counted`: only documents taxed in one of these countries, separated by commas.',
    }),
};

/** `subsidiary` is also a filter of the plain list. */
const labels = ['jurisdiction', 'taxCode', 'reason', 'currency', 'customerTypes', 'countries'] as const;

type Query = Omit<AskedCounted, 'transactionType'> & {
  readonly counted: boolean;
  readonly states?: readonly string[];
  readonly transactionType?: readonly TransactionType[];
};

type LabelsToo = Partial<Record<'subsidiary' | 'country' | 'state' | 'from' | 'to', string | undefined>> & {
  readonly states?: readonly string[];
};

/**
 * Leaves out the labels of a row, for which `countedFilter` finds the documents: their place is that of lines, not of
 * documents, and their period is the reporting period, which may be later than the tax date.
 */
export function uncounted<Asked extends LabelsToo & { readonly counted: boolean }>(query: Asked): Asked {
  if (!query.counted) return query;
  return {
    ...query,
    subsidiary: undefined,
    country: undefined,
    state: undefined,
    states: undefined,
    from: undefined,
    to: undefined,
  };
}

export function countedFilter(query: Query, reference: ReferenceData): Pick<TransactionFilter, 'counted'> {
  if (!query.counted) {
    const stray = labels.filter((name) => query[name] !== undefined);
    if (stray.length > 0) throw invalidInput(stray.map(needsCounted).map(asParameterIssue));
    return {};
  }
  const several = [
    ...(query.states ? ['state'] : []),
    ...((query.transactionType?.length ?? 0) > 1 ? ['transactionType'] : []),
  ];
  if (several.length > 0) throw invalidInput(several.map(needsOne).map(asParameterIssue));
  try {
    return { counted: readCounted(reference, { ...query, transactionType: query.transactionType?.[0] }) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw invalidInput(error.issues.map(asParameterIssue));
  }
}

function needsOne(name: string): Issue {
  return { path: [name], code: 'INVALID_VALUE', message: `With counted=true, ${name} is one value.` };
}

function needsCounted(name: string): Issue {
  return { path: [name], code: 'INVALID_VALUE', message: `${name} can only be given with counted=true.` };
}
