import { boundedText } from '../../domain/base/fields.ts';
import type { IssuedToken } from '../../ports/authenticator.ts';
import { builder } from '../base/builder.ts';
import { errorsOf } from '../base/errors.ts';

const TokenRef = builder.objectRef<IssuedToken>('Token').implement({
  description: 'A bearer token. Send it in the header `Authorization: Bearer <accessToken>`.',
  fields: (t) => ({
    accessToken: t.exposeString('accessToken', {
      description: 'The token for the header `Authorization: Bearer …` of every request.',
    }),
    tokenType: t.exposeString('tokenType', { description: 'Always `Bearer`.' }),
    expiresIn: t.exposeInt('expiresIn', { description: 'Seconds until the token expires.' }),
  }),
});

const CreateTokenInputRef = builder.inputType('CreateTokenInput', {
  description: 'The credentials of a client.',
  fields: (t) => ({
    clientId: t.string({
      required: true,
      description: 'Client id, as shown when the client was created.',
      validate: { schema: boundedText(1, 256) },
    }),
    clientSecret: t.string({
      required: true,
      description: 'Client secret. It is shown only once and can be rotated.',
      validate: { schema: boundedText(1, 1024) },
    }),
  }),
});

builder.mutationField('createToken', (t) =>
  t.field({
    type: TokenRef,
    errors: errorsOf('INVALID_CLIENT'),
    extensions: { isOpen: true },
    description: 'Exchanges client credentials for a bearer token. No token is required; attempts are limited.',
    args: { input: t.arg({ type: CreateTokenInputRef, required: true, description: 'The client credentials.' }) },
    resolve: (_root, { input: credentials }, ctx) => ctx.tokens.issueToken(credentials, ctx.remoteAddress),
  }),
);
