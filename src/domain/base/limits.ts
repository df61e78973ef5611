/** From this number of items on, each part of the way of a document takes a millisecond or more, and a turn of its own. */
export const itemsOfLongDocument = 100;

/** The limits of one request, in one place, so that REST, GraphQL and the capabilities agree. */
export const gatewayLimits = {
  /** Documents are limited by their items, so `document` has room for the response that shows the largest one. */
  bodyBytes: { rest: 2 * 1024 * 1024, document: 8 * 1024 * 1024, batch: 32 * 1024 * 1024, graphql: 2_000_000 },
  documentsPerBatch: 500,
  /** A file of exemptions is streamed and may be long. The form around it is slightly longer. */
  csv: {
    fileBytes: 1024 * 1024 * 1024,
    formBytes: 1025 * 1024 * 1024,
    rowCharacters: 256 * 1024,
    cells: 200,
    invalidRows: 10_000,
  },
  /**
   * The file of an exemption. It is held in memory while it is received, so a replica accepts only this many at once, and at
   * most half of them from one tenant.
   */
  exemptionFile: { bytes: 10 * 1024 * 1024, nameCharacters: 200, atOnce: 6 },
  /** The values in the JSON of a long document, all its items together. */
  documentValues: 300_000,
  /** The JSON of a REST body, of one document of a batch, or of one item of a long document. */
  restJson: { nesting: 30, values: 100_000, entries: 2_000, numberCharacters: 400 },
  /** The length of a response that is not streamed. Streamed lists have no limit. */
  rest: { answerBytes: 24_000_000 },
  /** Requests for tokens, which anybody can send. */
  restWithoutToken: { bodyBytes: 16_384 },
  itemsPerDocument: 1_000,
  /** How many pairs of origin and destination the items of a document can have. Each pair is matched and has its own rules. */
  placesPerDocument: 50,
  /** How many issues of one input an answer lists; the others are counted. */
  issues: 100,
  /** After how many issues the other records of a batch are not checked. */
  issuesPerBatch: 5_000,
  /** Refunds stored before their invoice that are linked when it is stored. */
  linkedRefunds: 100,
  pageSize: { rest: 200, graphql: 100 },
  /** Named in a question about the coverage of the rules. */
  coveragePlaces: 300,
  /** A comparison of taxability: this many codes, and all states. */
  taxability: { taxCodes: 20, states: 60 },
  jurisdictionIds: 100,
  /** Exchange rates that one request stores. */
  exchangeRates: 1_000,
  /** Compared with one document. */
  scenarios: 20,
  /** A file to reconcile: its largest differences, the items of one that is traced, listed faults, and bytes of a line of JSON. */
  reconciliation: { worst: 200, tracedItems: 100, faults: 1_000, lineBytes: 8 * 1024 * 1024, textCharacters: 500_000 },
  /** How many taxed invoices the impact of one exemption covers, and how many refunds one run creates. */
  exemptionImpact: { invoices: 1_000, refunds: 200 },
  /** A return: how many documents can be named, and how many the response shows. */
  filing: { serviceIds: 1_000, shown: 100 },
  /** A check of a receipt: characters, documents that one request compares (whole days), and differences that it lists. */
  receipt: { characters: 8_192, documents: 50_000, differences: 100 },
  /** Endpoints of a tenant, and how many deliveries one request resends. */
  webhooks: { endpoints: 20, urlCharacters: 2_048, overlapHours: 168, redelivered: 10_000, deliveryDays: 14 },
  /** Active clients of a tenant. */
  clients: { active: 500, overlapHours: 168 },
  /** A liability report: its rows, and the sums behind them. */
  liability: { rows: 5_000, sums: 40_000, documents: 200_000 },
  /** Documents without tax that one report of exposure assesses again. */
  exposureDocuments: 10_000,
  /** The effect of a change of a rate: the days, and the documents of these days that are calculated again. */
  rateChangeEffect: { days: 366, documents: 10_000 },
  /** The filter of a list: the depth of its tree, its comparisons, and the values of one comparison. */
  filter: { depth: 5, conditions: 100, values: 100 },
  graphql: {
    /** Longer documents are refused before they are read: put long inputs into variables. */
    characters: 100_000,
    tokens: 10_000,
    /** Nested brackets of any kind. */
    nesting: 100,
    depth: 12,
    aliases: 50,
    directives: 50,
    operations: 50,
    fragments: 100,
    /** Spreads of fragments, and inline fragments. */
    spreads: 1_000,
    /** The variables that operations declare. */
    variables: 100,
    /** How many errors of a document or its variables are shown; neither is checked any further. */
    errors: 20,
    arguments: 1_000,
    /** Values written in the document, including those in lists and objects: put long inputs into variables. */
    values: 2_000,
    /** Pairs of fields with the same name that validation has to compare. */
    comparisons: 5_000,
    /** With fragments expanded: the fields of a fragment count once per spread. */
    fields: 2_000,
    /** Fields; those of a list count once per record of its page size, or of its usual size. */
    cost: 100_000,
    /** The same, with the actual records of lists and derived data. */
    actualCost: 1_000_000,
    /** Reports, comparisons and lists of their documents, together. A statement of a report may take as long. */
    reportSeconds: 60,
    /** Items of the documents that an operation reads whole, once a read takes several parts. */
    itemsOfLongDocuments: 3_000,
    /** The length of a response. The longest document with all of its fields, or with its trace, takes about half of this. */
    answerBytes: 24_000_000,
    /** How many subscriptions a client may have open on one replica. */
    streams: 10,
  },
  /** The JSON of a GraphQL request, variables included. The largest batch has 500 documents, a document 1,000 items. */
  graphqlJson: { nesting: 30, values: 100_000, entries: 2_000, numberCharacters: 400 },
  /** GraphQL requests without a token: introspection and `createToken`. */
  graphqlWithoutToken: {
    bodyBytes: 16_384,
    characters: 8_000,
    tokens: 1_000,
    operations: 10,
    fragments: 20,
    spreads: 100,
    variables: 20,
    arguments: 100,
    /** In the document, and in the variables. */
    values: 100,
    fields: 300,
    comparisons: 500,
    /** New documents from one network: an IPv4 address, or a /64 of IPv6. */
    newDocumentsPerMinute: 30,
    /**
     * The total cost of the operations executed for one network. Introspection answered from memory costs nothing; any other
     * operation costs at least 20,000.
     */
    costPerMinute: 1_000_000,
  },
} as const;

/** Records on a GraphQL page by default. */
export const defaultPageSize = 25;
