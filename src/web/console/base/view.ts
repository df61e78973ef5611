import type { FunctionComponent } from 'preact';

export type ViewProps = {
  /** The named parts of the path. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
};

export type View = {
  /** A path pattern, such as `/console/documents/:id`. */
  readonly path: string;
  /** Loads the view's script on first use. */
  load(): Promise<FunctionComponent<ViewProps>>;
};

/** An entry of the navigation. */
export type Entry = { readonly name: string; readonly path: string; readonly icon: string };
