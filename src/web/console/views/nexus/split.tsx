import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { dataFiles } from '../../base/data-files.ts';
import { nexusLink } from '../../base/links.ts';
import { navigate } from '../../base/router.ts';
import { root } from '../../base/settings.ts';
import { stateName } from '../../format/place-text.ts';
import { nexusTexts } from '../../texts/nexus.ts';

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

type MapState = {
  readonly state: string;
  /** Determines the color. */
  readonly shade: string;
  /** The tooltip. */
  readonly text: string;
};

/** The map is for sighted pointer users only: the table next to it has the same content for everyone. */
function StatesMap({ states }: { readonly states: readonly MapState[] }) {
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

type UsMap = {
  readonly width: number;
  readonly height: number;
  /** The outlines by state name, with the position of the code if there is room for it. */
  readonly states: Readonly<Record<string, { readonly d: string; readonly at?: readonly [number, number] }>>;
};

let kept: UsMap | null = null;

/** The map of the states, loaded once; null until then. Without it, the table next to it has the same content. */
function useUsMap(): UsMap | null {
  const [map, setMap] = useState(kept);
  useEffect(() => {
    if (kept) return;
    fetch(`${root}/files/${dataFiles.usMap}`)
      .then((answer) => (answer.ok ? answer.json() : null))
      .then((read: UsMap | null) => {
        kept = read;
        setMap(read);
      })
      .catch(() => null);
  }, []);
  return map;
}
