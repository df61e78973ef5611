import { useEffect, useState } from 'preact/hooks';
import { dataFiles } from './data-files.ts';
import { root } from './settings.ts';

type UsMap = {
  readonly width: number;
  readonly height: number;
  /** By the name of the state: its outline and, if it has room, where its code stands. */
  readonly states: Readonly<Record<string, { readonly d: string; readonly at?: readonly [number, number] }>>;
};

let kept: UsMap | null = null;

/** The map of the states, which is read once; null until it is here. Without it, the table beside it says everything. */
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
