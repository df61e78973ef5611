import type { GraphQLClient } from 'graphql-request';
import {
  DocumentDocument,
  PatchDocument,
  type PatchMutation,
  type PatchMutationVariables,
} from './generated/codegen/graphql.ts';
import { assertNever } from './never.ts';

type Answer = PatchMutation['patchTransaction'];

export async function readTotal(client: GraphQLClient, externalId: string): Promise<string | null> {
  const { transaction } = await client.request(DocumentDocument, { by: { key: { source: '9', externalId } } });
  return transaction?.finalTransactionAmount ?? null;
}

/** Null clears a field, and an absent one keeps its value; the types allow both. */
export async function clearDiscount(client: GraphQLClient, serviceId: string): Promise<string> {
  const input = { by: { serviceId }, patch: { transactionLevelDiscount: null } };
  const { patchTransaction: answer } = await client.request(PatchDocument, { input });
  switch (answer.__typename) {
    case 'Transaction':
      return answer.finalTransactionAmount;
    case 'InvalidInput':
      return answer.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n');
    case 'NotFound':
    case 'Conflict':
    case 'VersionMismatch':
    case 'PeriodClosed':
    case 'TransactionFiled':
    case 'OverRefund':
    case 'InsufficientCoverage':
      return `${answer.code}: ${answer.message}`;
    default:
      return assertNever(answer);
  }
}

export function withoutOneMember(answer: Answer): string {
  switch (answer.__typename) {
    case 'Transaction':
      return answer.finalTransactionAmount;
    case 'InvalidInput':
    case 'NotFound':
    case 'Conflict':
    case 'VersionMismatch':
    case 'PeriodClosed':
    case 'TransactionFiled':
    case 'InsufficientCoverage':
      return answer.message;
    default:
      // @ts-expect-error: OverRefund was left out
      return assertNever(answer);
  }
}

export function scalars(answer: Extract<Answer, { __typename: 'Transaction' }>): string {
  // @ts-expect-error: an amount is text; a number would lose digits
  const asNumber: number = answer.finalTransactionAmount;
  return `${asNumber}`;
}

// @ts-expect-error: exactly one way to name the document
export const bothNames: PatchMutationVariables['input']['by'] = {
  serviceId: 'a',
  key: { source: '9', externalId: 'b' },
};
