import { graphql } from '../../base/graphql.ts';

export const registrationsOperation = graphql(`
  query settingsRegistrations {
    nexusTrackers(first: 60, filter: { isDeclared: true }) {
      nodes {
        place
        name
        declaration { registrations { scheme number filingFrequency validFrom validThrough } }
      }
      pageInfo { hasNextPage }
    }
  }
`);

export const endpointsOperation = graphql(`
  query settingsEndpoints {
    webhookEndpoints {
      serviceId
      url
      eventTypes
      description
      status
      disabledReason
      failingSince
      previousSecretUntil
      version
    }
  }
`);

export const deliveriesOperation = graphql(`
  query settingsDeliveries($filter: WebhookDeliveryFilter, $first: Int, $after: String, $last: Int, $before: String) {
    webhookDeliveries(filter: $filter, first: $first, after: $after, last: $last, before: $before) {
      nodes {
        serviceId
        endpointId
        eventType
        occurredAt
        status
        nextAttemptAt
        attempts { failure }
      }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`);

export const createEndpointOperation = graphql(`
  mutation createEndpoint($input: CreateWebhookEndpointInput!) {
    createWebhookEndpoint(input: $input) {
      __typename
      ... on WebhookEndpointWithSecret { secret }
      ... on UserError { issues { message } }
    }
  }
`);

export const patchEndpointOperation = graphql(`
  mutation patchEndpoint($input: PatchWebhookEndpointInput!) {
    patchWebhookEndpoint(input: $input) { __typename ... on UserError { issues { message } } }
  }
`);

export const deleteEndpointOperation = graphql(`
  mutation deleteEndpoint($input: DeleteWebhookEndpointInput!) {
    deleteWebhookEndpoint(input: $input) { __typename ... on UserError { issues { message } } }
  }
`);

export const rotateEndpointOperation = graphql(`
  mutation rotateEndpointSecret($input: RotateWebhookSecretInput!) {
    rotateWebhookSecret(input: $input) {
      __typename
      ... on WebhookEndpointWithSecret { secret }
      ... on UserError { issues { message } }
    }
  }
`);

export const testEndpointOperation = graphql(`
  mutation testEndpoint($input: TestWebhookEndpointInput!) {
    testWebhookEndpoint(input: $input) { __typename ... on UserError { issues { message } } }
  }
`);

export const clientsOperation = graphql(`
  query settingsClients($filter: ClientFilter, $first: Int, $after: String, $last: Int, $before: String) {
    clients(filter: $filter, first: $first, after: $after, last: $last, before: $before) {
      nodes { clientId name scopes status createdAt revokedAt previousSecretUntil }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`);

export const createClientOperation = graphql(`
  mutation createClient($input: CreateClientInput!) {
    createClient(input: $input) {
      __typename
      ... on ClientWithSecret { clientSecret client { clientId } }
      ... on UserError { issues { message } }
    }
  }
`);

export const rotateClientOperation = graphql(`
  mutation rotateClient($input: RotateClientSecretInput!) {
    rotateClientSecret(input: $input) {
      __typename
      ... on ClientWithSecret { clientSecret client { clientId } }
      ... on UserError { issues { message } }
    }
  }
`);

export const revokeClientOperation = graphql(`
  mutation revokeClient($input: RevokeClientInput!) {
    revokeClient(input: $input) { __typename ... on UserError { code issues { message } } }
  }
`);

export const auditOperation = graphql(`
  query settingsAudit($filter: AuditEntryFilter, $first: Int, $after: String, $last: Int, $before: String) {
    auditEntries(filter: $filter, first: $first, after: $after, last: $last, before: $before) {
      nodes {
        serviceId
        occurredAt
        recordType
        recordId
        recordKey
        action
        clientId
        reason
        patch { op path value }
      }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`);
