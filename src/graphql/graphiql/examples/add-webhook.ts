import type { Example } from './example.ts';

export const addWebhook: Example = {
  query: `# Adds an address that is told of changes. Its secret, shown only now, verifies what is sent there.
# It is disabled here, so that nothing is sent: put in an address of yours, with the status ACTIVE.
mutation AddWebhook($input: CreateWebhookEndpointInput!) {
  createWebhookEndpoint(input: $input) {
    __typename
    ... on WebhookEndpointWithSecret {
      secret
      endpoint { serviceId url eventTypes status }
    }
    ... on InvalidInput { issues { path code message } }
    ... on Error { errorCode message }
  }
}
`,
  variables: {
    input: {
      url: 'https://example.com/tollgate',
      eventTypes: ['transaction.*', 'exemption.expiring'],
      status: 'DISABLED',
    },
  },
};
