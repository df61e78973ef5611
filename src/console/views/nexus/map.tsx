import { useState } from 'preact/hooks';
import { nexusLink } from '../../base/links.ts';
import { useUsMap } from '../../base/us-map.ts';
import { stateName } from '../../format/place-text.ts';
import { nexusTexts } from '../../texts/nexus.ts';

export type MapState = {
  readonly state: string;
  /** Decides the colour. */
  readonly shade: string;
  /** What the pointer is told. */
  readonly text: string;
};

/** For the eye and the pointer alone: the table beside it has the same, for everyone. */
export function StatesMap({ states }: { readonly states: readonly MapState[] }) {
  const map = useUsMap();
  const [pointed, setPointed] = useState<MapState | null>(null);
  if (!map) return <div class="us-map us-map-empty" />;
  return (
    <div class="us-map" aria-hidden="true">
      <svg aria-hidden="true" viewBox={`0 0 ${map.width} ${map.height}`} onMouseLeave={() => setPointed(null)}>
        {states.map((one) => {
          const shape = map.states[stateName(one.state)];
          if (!shape) return null;
          return (
            <a key={one.state} href={nexusLink(`US-${one.state}`)} tabIndex={-1} onMouseEnter={() => setPointed(one)}>
              <path d={shape.d} class={one.shade} />
            </a>
          );
        })}
        {states.map(({ state, shade }) => {
          const at = map.states[stateName(state)]?.at;
          return (
            at && (
              <text key={state} x={at[0]} y={at[1]} class={`${shade}-text`}>
                {state}
              </text>
            )
          );
        })}
      </svg>
      <p class="small soft us-map-told">
        {pointed ? nexusTexts.mapLabel(stateName(pointed.state), pointed.text) : ' '}
      </p>
    </div>
  );
}
