import { z } from 'zod';
import { count, list, named, text } from '../http/members.ts';

export const tokenResponse = named('Token', 'A token for the Authorization header.', {
  accessToken: text('The token.'),
  tokenType: text('How it is sent.', ['Bearer']),
  expiresIn: count('How long it holds, in seconds.'),
});

export const keysResponse = named('JsonWebKeySet', 'The public keys that tokens are verified with (RFC 7517).', {
  keys: list(
    z
      .looseObject({ kty: text('Its kind.'), kid: text('Its id.').optional(), alg: text('Its algorithm.').optional() })
      .meta({ description: 'A public key.' }),
    'The keys.',
  ),
});
