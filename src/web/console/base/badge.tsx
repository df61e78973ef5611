import type { ComponentChildren } from 'preact';

type Tone = 'plain' | 'accent' | 'good' | 'warn' | 'bad';

/** A one-word status. Its color repeats the meaning of the word. */
export function Badge({ tone = 'plain', children }: { readonly tone?: Tone; readonly children: ComponentChildren }) {
  return <span class={`badge badge-${tone}`}>{children}</span>;
}
