import type { Data } from '../ask.ts';

/** The server-sent events received so far, and whether the stream has ended. */
export type EventStream = {
  readonly status: number;
  readonly headers: Headers;
  readonly events: readonly { readonly event: string; readonly data: Data }[];
  isOver(): boolean;
  cancel(): Promise<void>;
};

/** Reads events as they arrive, in the GraphQL over server-sent events protocol. */
export function readEvents(response: Response): EventStream {
  const events: { event: string; data: Data }[] = [];
  const reader = response.body!.getReader();
  let isOver = false;
  const reading = (async () => {
    const decoder = new TextDecoder();
    let rest = '';
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      rest += decoder.decode(part.value, { stream: true });
      const blocks = rest.split('\n\n');
      rest = blocks.pop()!;
      for (const block of blocks) {
        const member = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1];
        const event = member('event');
        if (event) events.push({ event, data: JSON.parse(member('data') || 'null') });
      }
    }
  })().catch(() => {});
  void reading.then(() => {
    isOver = true;
  });
  const { status, headers } = response;
  return { status, headers, events, isOver: () => isOver, cancel: () => reader.cancel().catch(() => {}) };
}
