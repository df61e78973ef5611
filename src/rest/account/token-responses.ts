import { z } from 'zod';
import { count, list, named, text } from '../http/members.ts';

export const tokenResponse = named('Token', 'A bearer token for the Authorization header.', {
  accessToken: text('The token.'),
  tokenType: text('Always Bearer.', ['Bearer']),
  expiresIn: count('Lifetime in seconds.'),
});

export const keysResponse = named('JsonWebKeySet', 'The public keys that verify tokens (RFC 7517).', {
  keys: list(
    z
      .looseObject({
        kty: text('Key type.'),
        kid: text('Key id.').optional(),
        alg: text('Signature algorithm.').optional(),
      })
      .meta({ description: 'A public key.' }),
    'The keys.',
  ),
});
