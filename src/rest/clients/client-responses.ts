import { client, clientSecret } from '../../domain/clients/client.ts';
import type { ClientWithSecret } from '../../usecases/clients/issued-client.ts';
import { named, secretText } from '../http/members.ts';
import { jsonOf, membersOf, responseOf } from '../http/record-response.ts';
import { recordSelection } from '../selections/record-selection.ts';

export const clientResponse = responseOf(client);
export const clientWithSecretResponse = named('ClientWithSecret', 'A client, and its new secret.', {
  ...membersOf(client),
  clientSecret: secretText(clientSecret),
});

export const clientJson = jsonOf(client);

export function clientWithSecretJson({ client, clientSecret }: ClientWithSecret) {
  return { ...clientJson(client), clientSecret };
}

export const clientSelection = recordSelection(client);
export const clientFailures = '... on InvalidInput { issues { path code message } } ... on UserError { code message }';
