/**
 * A layer added over a rate book by an import. A rate book version is a rate book, bundled or installed, with an
 * ordered list of layers on top; layers are plain JSON and never change once stored. Rates are fractions as decimal
 * text, and days are `YYYY-MM-DD`.
 */
export type RateLayer = StateRatesLayer | BoundariesLayer | CorrectionsLayer;

type LayerHead = {
  readonly layerId: string;
  /** Source of the layer, as shown in results: `Streamlined Sales Tax rate file MNR2026Q2FEB18`. */
  readonly source: string;
  /** The day on which the data was published. */
  readonly asOf: string;
  /**
   * By state: the date of the layer's complete list of local rates. Absent if the layer has no list, or if the list is
   * dated `asOf`.
   */
  readonly lists?: Readonly<Record<string, string>>;
  /**
   * Whether the lists lack the first days of their rates. Such lists prove nothing about the days since the previous
   * list.
   */
  readonly areListsOfOneDay?: boolean;
  /** By country: the day for which the layer gives the country's standard rate. */
  readonly countries?: Readonly<Record<string, string>>;
};

/** All rates in one state, from an official file. They replace every existing rate in the state. */
export type StateRatesLayer = LayerHead & {
  readonly kind: 'STATE_RATES';
  readonly state: string;
  readonly jurisdictions: readonly ImportedJurisdiction[];
};

export type ImportedJurisdiction = {
  readonly level: 'STATE' | 'COUNTY' | 'CITY' | 'DISTRICT';
  /**
   * The jurisdiction type in the file (`45`, `00`, `01`, `63` …). Type and code together identify a jurisdiction within
   * the state.
   */
  readonly type: string;
  readonly code: string;
  readonly stacking: 'add' | 'replaces_county' | 'replaces_all';
  readonly windows: readonly {
    readonly rate: string;
    readonly validFrom: string | null;
    readonly validThrough: string | null;
  }[];
};

/** The jurisdictions for the addresses in a state. The rows are stored separately. */
export type BoundariesLayer = LayerHead & {
  readonly kind: 'BOUNDARIES';
  readonly state: string;
  readonly rowCount: number;
  /** The distinct stacks of jurisdictions; a row refers to its stack by index. */
  readonly stacks: readonly BoundaryStack[];
};

export type BoundaryStack = {
  readonly isStateTaxed: boolean;
  /** Codes of the county and the place in the rate file; each code is null if it does not apply. */
  readonly county: string | null;
  readonly place: string | null;
  readonly districts: readonly { readonly type: string; readonly code: string }[];
};

/** One boundary file record. Streets, directions and suffixes are in upper case; empty text means unspecified. */
export type BoundaryRow = {
  readonly kind: 'ZIP' | 'ZIP4' | 'STREET';
  readonly validFrom: string;
  readonly validThrough: string | null;
  readonly zipLow: string;
  readonly zipHigh: string;
  /** Four digits; null in rows of kind `ZIP` and `STREET`. */
  readonly plus4Low: string | null;
  readonly plus4High: string | null;
  /**
   * The fields from here to `postDirection` are only for rows of kind `STREET`; in other rows, they are null or empty.
   */
  readonly houseLow: number | null;
  readonly houseHigh: number | null;
  readonly houseParity: 'ODD' | 'EVEN' | 'BOTH' | null;
  readonly preDirection: string;
  readonly street: string;
  readonly suffix: string;
  readonly postDirection: string;
  /** Index into the layer's `stacks`. */
  readonly stack: number;
};

/** The search keys for a boundaries layer. */
export type BoundaryQuery = {
  readonly zip: string;
  /** The four digits after the ZIP code, if known. */
  readonly plus4: string | null;
  /** Spellings of the street name, in upper case; empty if the street is unknown. */
  readonly streets: readonly string[];
};

/** Rates that an operator adds or corrects, for any state or country. */
export type CorrectionsLayer = LayerHead & {
  readonly kind: 'CORRECTIONS';
  readonly rows: readonly RateCorrection[];
  readonly facts?: readonly FactCorrection[];
};

/** The rate of one jurisdiction in one window. It replaces overlapping windows in the rate book. */
export type RateCorrection = {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** US state or region code (`MN`, `CA-QC`); null for the country itself. */
  readonly subdivision: string | null;
  readonly level: 'COUNTRY' | 'REGION' | 'STATE' | 'COUNTY' | 'CITY' | 'DISTRICT';
  /** The id of a jurisdiction in the rate book, or of a jurisdiction added by this row (`MN-X1`). */
  readonly jurisdictionId: string;
  /** Required for a new jurisdiction. */
  readonly name: string | null;
  readonly county: string | null;
  readonly stacking: 'add' | 'replaces_county' | 'replaces_all' | null;
  readonly rate: string;
  readonly validFrom: string | null;
  readonly validThrough: string | null;
  /** Additional ZIP codes of the jurisdiction; only for US counties, cities and districts. */
  readonly zips: readonly string[];
  readonly source: string;
};

/** The subject of a correction other than a rate. */
export const factParts = ['RULE', 'HOLIDAY', 'CAP', 'NEXUS', 'DUE_DAY'] as const;

/**
 * A rule, tax holiday, price cap, nexus threshold or due day of a state or country: a row in the format of the bundled
 * data, with the name of its source. While in force, the row takes precedence over rate book rows.
 */
export type FactCorrection = {
  readonly part: (typeof factParts)[number];
  readonly country: string;
  /** US state or region; null for a whole country. */
  readonly subdivision: string | null;
  readonly row: Readonly<Record<string, unknown>>;
  readonly source: string;
  /**
   * The only tax code in the category to which a ruling applies; absent if the rule covers all codes, like every rule
   * in the rate book.
   */
  readonly taxCode?: string;
};
