import type { GraphQLClient } from 'graphql-request';
import { assertNever } from './never.ts';
import { graphql, type ResultOf, type VariablesOf } from './tada.ts';

const cancelOperation = graphql(`
  mutation Cancel($input: CancelTransactionInput!) {
    cancelTransaction(input: $input) {
      __typename
      ... on Transaction { finalTransactionAmount internalTimestamps { updatedDate } }
      ... on UserError { code message }
      ... on InvalidInput { issues { path message } }
    }
  }
`);

type Answer = ResultOf<typeof cancelOperation>['cancelTransaction'];

/** Every member is handled, and the errors share the fields of their interface. */
export async function cancel(client: GraphQLClient, input: VariablesOf<typeof cancelOperation>['input']) {
  const { cancelTransaction: answer } = await client.request(cancelOperation, { input });
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
    case 'OverRefund':
      return answer.message;
    default:
      // @ts-expect-error: TransactionFiled was left out
      return assertNever(answer);
  }
}

export function withoutAsking(answer: Answer): string {
  // @ts-expect-error: the answer may be an error
  return answer.finalTransactionAmount;
}

export function scalars(answer: Extract<Answer, { __typename: 'Transaction' }>): [string, string] {
  // @ts-expect-error: an amount is text; a number would lose digits
  const asNumber: number = answer.finalTransactionAmount;
  return [`${asNumber}`, answer.internalTimestamps.updatedDate];
}

// @ts-expect-error: a source and an id are text, and both are needed
export const wrongVariables: VariablesOf<typeof cancelOperation> = { input: { source: 9 } };
