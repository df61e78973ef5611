import { describe, expect, it } from 'vitest';
import { newWebhookSecret, signatureHeader } from '../../../src/domain/webhooks/webhook-signature.ts';

/** The test example of the Standard Webhooks libraries. */
const published = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  signed: { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1614265330, body: '{"test": 2432232314}' },
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};

describe('the signature header', () => {
  it('is that of the published example', () => {
    expect(signatureHeader([published.secret], published.signed)).toBe(published.signature);
  });

  it('has a signature for each secret, the newest first', () => {
    const header = signatureHeader(['whsec_bmV3', published.secret], published.signed);
    expect(header).toMatch(/^v1,[\w+/]{43}= v1,[\w+/]{43}=$/);
    expect(header.split(' ')[1]).toBe(published.signature);
  });
});

it('a secret has 256 random bits', () => {
  const [one, other] = [newWebhookSecret(), newWebhookSecret()];
  expect(one).toMatch(/^whsec_[\w+/]{43}=$/);
  expect(one).not.toBe(other);
});
