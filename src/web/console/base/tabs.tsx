import type { ComponentChildren } from 'preact';
import { type Changes, withQuery } from './router.ts';

type TabsProps = {
  readonly label: string;
  /** The URL parameter that the tabs change; the first tab is the default. */
  readonly name: string;
  readonly current: string;
  readonly entries: readonly (readonly [value: string, text: string])[];
  /** Other parameters that the tabs change. */
  readonly also?: Changes;
  readonly class?: string;
};

/** Links that change a URL parameter. */
export function Tabs({ label, name, current, entries, also = {}, class: more = '' }: TabsProps) {
  return (
    <nav class={`tabs ${more}`} aria-label={label}>
      {entries.map(([value, text], index) => (
        <a
          key={value}
          href={withQuery({ [name]: index === 0 ? null : value, ...also })}
          aria-current={value === current ? 'true' : undefined}
        >
          {text}
        </a>
      ))}
    </nav>
  );
}

/** Tabs at the top of a panel, with optional content at the end. */
export function PanelTabs({ aside, ...tabs }: TabsProps & { readonly aside?: ComponentChildren }) {
  return (
    <div class="panel-tabs row between">
      <Tabs {...tabs} class="wrap" />
      {aside}
    </div>
  );
}

type Step = { readonly href: string; readonly label: string };
type StepsProps = {
  /** Null if there is no step in this direction. */
  readonly previous: Step | null;
  readonly next: Step | null;
  /** Shown between the links, such as the year. */
  readonly children?: ComponentChildren;
};

/** Links to the previous and the next item, such as a month. */
export function Steps({ previous, next, children }: StepsProps) {
  return (
    <>
      <StepLink step={previous} sign="‹" />
      {children}
      <StepLink step={next} sign="›" />
    </>
  );
}

function StepLink({ step, sign }: { readonly step: Step | null; readonly sign: string }) {
  return (
    step && (
      <a class="button icon-button" href={step.href} aria-label={step.label}>
        {sign}
      </a>
    )
  );
}
