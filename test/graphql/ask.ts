import type { Scope } from '../../src/domain/account/scope.ts';
import type { TestApp } from '../support/app.ts';
import { aCustomerBody, anInvoiceBody } from '../support/bodies.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test looks into an answer member by member
export type Data = any;

export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly data: Data;
  readonly errors?: readonly {
    readonly message: string;
    readonly path?: readonly (string | number)[];
    readonly extensions: Data;
  }[];
};

type Question = {
  readonly variables?: Record<string, unknown>;
  readonly operationName?: string;
  /** Null for no token; by default, one with `scopes`, or with all scopes. */
  readonly token?: string | null;
  readonly scopes?: readonly Scope[];
  readonly headers?: Record<string, string>;
};

/** Calls the GraphQL door as a client would. */
export async function ask(app: TestApp, query: string, question: Question = {}): Promise<Answer> {
  const { variables, operationName, scopes, headers } = question;
  const token = question.token === undefined ? await app.token(scopes) : question.token;
  const response = await app.fetch('/graphql', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(token !== null && { Authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: JSON.stringify({ query, variables, operationName }),
  });
  const { data, errors } = (await response.json()) as Answer;
  return { status: response.status, headers: response.headers, data, errors };
}

export const faults = `
  ... on UserError { code message }
  ... on InvalidInput { issues { path code message given expected suggestions } }
`;

/** Stores a customer and returns the mutation's response. */
export async function storeCustomer(app: TestApp, more: Record<string, unknown> = {}): Promise<Data> {
  const query = `mutation ($input: CustomerInput!) {
    upsertCustomer(input: $input) {
      __typename
      ... on Customer {
        id serviceId source externalId name email customerType comment taxNumber version
        address { street city county state region zip country isPartial }
        externalTimestamps { createdDate updatedDate }
        internalTimestamps { createdDate updatedDate }
      }
      ${faults}
    }
  }`;
  return (await ask(app, query, { variables: { input: aCustomerBody(more) } })).data.upsertCustomer;
}

/** Stores an invoice for three lamps shipped to Minneapolis and returns the mutation's response. */
export async function storeInvoice(
  app: TestApp,
  customerId: string,
  more: Record<string, unknown> = {},
): Promise<Data> {
  const query = `mutation ($input: TransactionInput!) {
    upsertTransaction(input: $input) {
      __typename
      ... on Transaction { id serviceId externalId version calculationNumber finalTransactionAmount }
      ${faults}
    }
  }`;
  return (await ask(app, query, { variables: { input: anInvoiceBody(customerId, more) } })).data.upsertTransaction;
}
