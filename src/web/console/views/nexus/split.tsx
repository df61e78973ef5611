import type { ComponentChildren } from 'preact';
import { type MapState, StatesMap } from './map.tsx';

type SplitProps = {
  readonly note: string;
  readonly states: readonly MapState[];
  readonly legend: ComponentChildren;
  readonly children: ComponentChildren;
};

/** The map with the table next to it. */
export function Split({ note, states, legend, children }: SplitProps) {
  return (
    <div class="map-split">
      <div class="panel-body stack">
        <p class="soft">{note}</p>
        <StatesMap states={states} />
        <ul class="legend small soft" aria-hidden="true">
          {legend}
        </ul>
      </div>
      <div class="map-table">{children}</div>
    </div>
  );
}

export function Swatch({ shade, text }: { readonly shade: string; readonly text: string }) {
  return (
    <li>
      <svg aria-hidden="true" class="us-map-swatch" viewBox="0 0 12 12" width="12" height="12">
        <rect width="12" height="12" rx="3" class={shade} />
      </svg>
      {text}
    </li>
  );
}
