import type { ComponentChildren } from 'preact';
import { isEmpty } from './table.tsx';

export type Fact = readonly [name: string, value: ComponentChildren];

/** Names with values. Facts without a value are omitted. */
export function Facts({ facts, class: more = '' }: { readonly facts: readonly Fact[]; readonly class?: string }) {
  return (
    <dl class={`facts ${more}`}>
      {facts.flatMap(([name, value]) =>
        isEmpty(value) ? [] : [<dt key={name}>{name}</dt>, <dd key={`${name} value`}>{value}</dd>],
      )}
    </dl>
  );
}

type SumsProps = { readonly rows: readonly Fact[]; readonly total: Fact };

/** The amounts that make up a total. */
export function Sums({ rows, total }: SumsProps) {
  return (
    <dl class="sums">
      {[...rows, total].map(
        ([name, value]) =>
          !isEmpty(value) && (
            <div key={name} class={name === total[0] ? 'sums-total' : undefined}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
