import type { ComponentChildren } from 'preact';
import { withQuery } from './router.ts';

type TabsProps = {
  readonly label: string;
  /** The URL parameter that the tabs change; the first tab is the default. */
  readonly name: string;
  readonly current: string;
  readonly entries: readonly (readonly [value: string, text: string])[];
  readonly aside?: ComponentChildren;
};

/** Links that change one URL parameter, with optional content at the end. */
export function Tabs({ label, name, current, entries, aside }: TabsProps) {
  return (
    <div class="panel-tabs row between">
      <nav class="tabs wrap" aria-label={label}>
        {entries.map(([value, text], index) => (
          <a
            key={value}
            href={withQuery({ [name]: index === 0 ? null : value })}
            aria-current={value === current ? 'true' : undefined}
          >
            {text}
          </a>
        ))}
      </nav>
      {aside}
    </div>
  );
}
