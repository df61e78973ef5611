import type { ApolloClient } from '@apollo/client';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { Client } from '@urql/core';
import { getOperationAST } from 'graphql';
import type { GraphQLClient } from 'graphql-request';
import type { Send } from './checkout.ts';

type Variables = Record<string, unknown>;

export const sendWithGraphqlRequest =
  (client: GraphQLClient): Send =>
  <Result>(operation: TypedDocumentNode<Result, never>, variables: Variables) =>
    client.request<Result, Variables>(operation, variables);

/** Queries are always sent again: a quote must not come from the cache. */
export const sendWithApollo =
  (client: ApolloClient): Send =>
  async (operation, variables) => {
    const isQuery = getOperationAST(operation)?.operation === 'query';
    const { data } = isQuery
      ? await client.query({ query: operation, variables, fetchPolicy: 'network-only' })
      : await client.mutate({ mutation: operation, variables });
    if (!data) throw new Error('No data.');
    return data;
  };

export const sendWithUrql =
  (client: Client): Send =>
  async (operation, variables) => {
    const isQuery = getOperationAST(operation)?.operation === 'query';
    const { data, error } = isQuery
      ? await client.query(operation, variables, { requestPolicy: 'network-only' })
      : await client.mutation(operation, variables);
    // Next to an error, null does not mean "no such record".
    if (error || !data) throw error ?? new Error('No data.');
    return data;
  };
