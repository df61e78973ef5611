/** A signed request. Tracing may add headers. */
export type WebhookRequest = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

export type WebhookAnswer =
  | { readonly kind: 'ANSWERED'; readonly statusCode: number; readonly retryAfterSeconds: number | null }
  /** No response, with the reason in words for the owner of the endpoint. */
  | { readonly kind: 'UNANSWERED'; readonly failure: string };

/** Sends requests to tenants' endpoints. Never throws, and reaches private addresses only if allowed. */
export interface WebhookSender {
  send(request: WebhookRequest, signal: AbortSignal): Promise<WebhookAnswer>;
}
