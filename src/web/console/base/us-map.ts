import { useEffect, useState } from 'preact/hooks';
import { dataFiles } from './data-files.ts';
import { root } from './settings.ts';

type UsMap = {
  readonly width: number;
  readonly height: number;
  /** The outlines by state name, with the position of the code if there is room for it. */
  readonly states: Readonly<Record<string, { readonly d: string; readonly at?: readonly [number, number] }>>;
};

let kept: UsMap | null = null;

/** The map of the states, loaded once; null until then. Without it, the table next to it has the same content. */
export function useUsMap(): UsMap | null {
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
