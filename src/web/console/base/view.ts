import type { FunctionComponent } from 'preact';

export type ViewProps = {
  /** The parts of the path that have names. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
};

export type View = {
  /** Such as `/console/documents/:id`. */
  readonly path: string;
  /** Its script is loaded when it is first shown. */
  load(): Promise<FunctionComponent<ViewProps>>;
};

/** An entry of the navigation. */
export type Entry = { readonly name: string; readonly path: string; readonly icon: string };
