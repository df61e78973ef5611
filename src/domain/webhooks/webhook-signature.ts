import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';
const secretBytes = 32;

/** A new secret: 256 random bits. */
export function newWebhookSecret(): string {
  return prefix + randomBytes(secretBytes).toString('base64');
}

type Signed = { readonly id: string; readonly timestamp: number; readonly body: string };

/** The header `webhook-signature` of Standard Webhooks 1.0.0: one signature per secret, separated by spaces. */
export function signatureHeader(secrets: readonly string[], { id, timestamp, body }: Signed): string {
  return secrets
    .map((secret) => createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64'))
    .map((signature) => `v1,${signature}`)
    .join(' ');
}

function keyOf(secret: string): Buffer {
  return Buffer.from(secret.startsWith(prefix) ? secret.slice(prefix.length) : secret, 'base64');
}
