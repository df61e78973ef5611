import { useState } from 'preact/hooks';
import { nexusLink } from '../../base/links.ts';
import { navigate } from '../../base/router.ts';
import { useUsMap } from '../../base/us-map.ts';
import { stateName } from '../../format/place-text.ts';
import { nexusTexts } from '../../texts/nexus.ts';

export type MapState = {
  readonly state: string;
  /** Determines the color. */
  readonly shade: string;
  /** The tooltip. */
  readonly text: string;
};

/** The map is for sighted pointer users only: the table next to it has the same content for everyone. */
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
            // biome-ignore lint/a11y/noStaticElementInteractions: the table has a link for everyone.
            <path
              key={one.state}
              d={shape.d}
              class={one.shade}
              data-state={one.state}
              onMouseEnter={() => setPointed(one)}
              onClick={() => navigate(nexusLink(`US-${one.state}`))}
            />
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
