import type { ComponentChildren } from 'preact';

type Tone = 'plain' | 'accent' | 'good' | 'warn' | 'bad';

/** A state in a word. Its colour repeats what the word says. */
export function Badge({ tone = 'plain', children }: { readonly tone?: Tone; readonly children: ComponentChildren }) {
  return <span class={`badge badge-${tone}`}>{children}</span>;
}
