import type { ServiceInfo } from '../../domain/lookups/service-info.ts';
import { builder } from '../base/builder.ts';

export const ServiceLimitsRef = builder.objectRef<ServiceInfo['limits']>('ServiceLimits').implement({
  description: 'The limits of a single request.',
  fields: (t) => ({
    restBodyBytes: t.int({
      description: 'Maximum size of a REST request, in bytes.',
      resolve: ({ bodyBytes }) => bodyBytes.rest,
    }),
    graphqlBodyBytes: t.int({
      description: 'Maximum size of a GraphQL request, in bytes.',
      resolve: ({ bodyBytes }) => bodyBytes.graphql,
    }),
    batchBodyBytes: t.int({
      description: 'Maximum size of a REST request with many documents, in bytes.',
      resolve: ({ bodyBytes }) => bodyBytes.batch,
    }),
    documentsPerBatch: t.exposeInt('documentsPerBatch', {
      description: 'Maximum number of records in a batch.',
    }),
    csvFileBytes: t.int({
      description: 'Maximum size of a CSV file of exemptions, in bytes.',
      resolve: ({ csv }) => csv.fileBytes,
    }),
    itemsPerDocument: t.exposeInt('itemsPerDocument', {
      description: 'Maximum number of items in a sales document.',
    }),
    restPageSize: t.int({
      description: 'Maximum number of records on a page in REST.',
      resolve: ({ pageSize }) => pageSize.rest,
    }),
    graphqlPageSize: t.int({
      description: 'Maximum number of records on a page in GraphQL.',
      resolve: ({ pageSize }) => pageSize.graphql,
    }),
    taxabilityTaxCodes: t.int({
      description: 'Maximum number of tax codes in the query `taxability`.',
      resolve: ({ taxability }) => taxability.taxCodes,
    }),
    filterDepth: t.int({
      description: 'Maximum number of levels of `and`, `or` and `not` in the filter of a list.',
      resolve: ({ filter }) => filter.depth,
    }),
    filterConditions: t.int({
      description: 'Maximum number of comparisons in the filter of a list.',
      resolve: ({ filter }) => filter.conditions,
    }),
    filterValues: t.int({
      description: 'Maximum number of values of `in` or `notIn`.',
      resolve: ({ filter }) => filter.values,
    }),
    graphqlCharacters: t.int({
      description: 'Maximum number of characters in a GraphQL document.',
      resolve: ({ graphql }) => graphql.characters,
    }),
    graphqlTokens: t.int({
      description: 'Maximum number of tokens in a GraphQL document.',
      resolve: ({ graphql }) => graphql.tokens,
    }),
    graphqlDirectives: t.int({
      description: 'Maximum number of directives in a GraphQL document.',
      resolve: ({ graphql }) => graphql.directives,
    }),
    graphqlFields: t.int({
      description: 'Maximum number of fields in a GraphQL operation; those of a fragment count each time it is spread.',
      resolve: ({ graphql }) => graphql.fields,
    }),
    graphqlStreams: t.int({
      description: 'Maximum number of open subscriptions of a client, per replica.',
      resolve: ({ graphql }) => graphql.streams,
    }),
    graphqlDepth: t.int({
      description: 'Maximum depth of nested fields in a GraphQL operation.',
      resolve: ({ graphql }) => graphql.depth,
    }),
    graphqlAliases: t.int({
      description: 'Maximum number of aliases in a GraphQL document.',
      resolve: ({ graphql }) => graphql.aliases,
    }),
    graphqlCost: t.int({
      description:
        'Maximum cost of a GraphQL operation: its fields, each list multiplied by its page size or its usual size.',
      resolve: ({ graphql }) => graphql.cost,
    }),
  }),
});
