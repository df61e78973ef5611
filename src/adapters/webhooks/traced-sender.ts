import type { Tracing } from '../../ports/observation.ts';
import type { WebhookSender } from '../../ports/webhook-sender.ts';

/** Each attempt is a separate trace, which the endpoint can continue from the headers `traceparent` and `tracestate`. */
export function tracedSender(sender: WebhookSender, tracing: Tracing): WebhookSender {
  return {
    send: (request, signal) =>
      tracing.call(
        { name: 'webhook', method: 'POST', url: request.url },
        (headers) => sender.send({ ...request, headers: { ...request.headers, ...headers } }, signal),
        (answer) => (answer.kind === 'ANSWERED' ? answer.statusCode : null),
      ),
  };
}
