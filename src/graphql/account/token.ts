import { text } from '../../domain/base/input.ts';
import type { Authenticator, IssuedToken } from '../../ports/authenticator.ts';
import type { Builder } from '../base/builder.ts';
import { InvalidClient, InvalidInput } from '../base/errors.ts';

export function addToken(builder: Builder, authenticator: Authenticator): void {
  const token = builder.objectRef<IssuedToken>('Token').implement({
    description: 'A bearer token: send it as the header `Authorization: Bearer <accessToken>`.',
    fields: (t) => ({
      accessToken: t.exposeString('accessToken', {
        description: 'Goes into the header `Authorization: Bearer …` of every request.',
      }),
      tokenType: t.exposeString('tokenType', { description: 'Always `Bearer`.' }),
      expiresIn: t.exposeInt('expiresIn', { description: 'How long it is valid, in seconds.' }),
    }),
  });
  const input = builder.inputType('CreateTokenInput', {
    description: 'The credentials of a client.',
    fields: (t) => ({
      clientId: t.string({
        required: true,
        description: 'Who asks, as it was shown when the client was made.',
        validate: { schema: text(1, 256) },
      }),
      clientSecret: t.string({
        required: true,
        description: 'What proves it; it was shown once, and can be rotated.',
        validate: { schema: text(1, 1024) },
      }),
    }),
  });
  builder.mutationField('createToken', (t) =>
    t.field({
      type: token,
      errors: { types: [InvalidClient, InvalidInput] },
      description: 'Exchanges the credentials of a client for a bearer token. Open without a token; tries are limited.',
      args: { input: t.arg({ type: input, required: true, description: 'The credentials.' }) },
      resolve: (_root, { input: credentials }, ctx) => authenticator.issueToken(credentials, ctx.remoteAddress),
    }),
  );
}
