/**
 * From this number of items, a document needs more than ten milliseconds, and is processed in stages that let other
 * requests run. Stages cost processor time: at 100 items, a sixth of the time of a quote.
 */
export const itemsOfLongDocument = 150;

/** The limits of one request, in one place so that REST, GraphQL and the capabilities agree. */
export const gatewayLimits = {
  /**
   * Documents are limited by their number of items, so `document` is large enough for the largest document in its
   * response form.
   */
  bodyBytes: { rest: 2 * 1024 * 1024, document: 8 * 1024 * 1024, batch: 32 * 1024 * 1024, graphql: 2_000_000 },
  documentsPerBatch: 500,
  /** A CSV file is streamed and may be long. The surrounding form is slightly longer. */
  csv: {
    fileBytes: 1024 * 1024 * 1024,
    formBytes: 1025 * 1024 * 1024,
    rowCharacters: 256 * 1024,
    cells: 200,
    invalidRows: 10_000,
  },
  /**
   * An exemption's file. The file is kept in memory while it is received, so a replica receives at most `atOnce` files
   * at a time, at most half of them from one tenant.
   */
  exemptionFile: { bytes: 10 * 1024 * 1024, nameCharacters: 200, atOnce: 6 },
  /** Values in the JSON of a long document, across all items. */
  documentValues: 300_000,
  /** The JSON of a REST body, of one document in a batch, or of one item in a long document. */
  restJson: { nesting: 30, values: 100_000, entries: 2_000, numberCharacters: 400 },
  /** The length of a response that is not streamed. Streamed lists have no limit. */
  rest: { answerBytes: 24_000_000 },
  /** Token requests, which anybody can send. */
  restWithoutToken: { bodyBytes: 16_384 },
  itemsPerDocument: 1_000,
  /**
   * Pairs of origin and destination among the items of a document. Each pair is matched to jurisdictions and has its
   * own rules.
   */
  placesPerDocument: 50,
  /** Maximum number of issues listed for one input. */
  issues: 100,
  /** Issues after which the remaining records in a batch are not checked. */
  issuesPerBatch: 5_000,
  /** Maximum number of refunds, stored before their invoice, that are linked when the invoice is stored. */
  linkedRefunds: 100,
  pageSize: { rest: 200, graphql: 100 },
  /** Places in one rule coverage request. */
  coveragePlaces: 300,
  /** Tax codes and states in one comparison of taxability. The state limit is high enough for all states. */
  taxability: { taxCodes: 20, states: 60 },
  jurisdictionIds: 100,
  /** Exchange rates stored by one request. */
  exchangeRates: 1_000,
  /** Products stored by one request. */
  products: 1_000,
  /** Scenarios compared with one document. */
  scenarios: 20,
  /**
   * Limits for a reconciliation file: largest differences, items in a traced document, listed errors, bytes per line of
   * JSON, and characters of text.
   */
  reconciliation: { worst: 200, tracedItems: 100, faults: 1_000, lineBytes: 8 * 1024 * 1024, textCharacters: 500_000 },
  /** Taxed invoices covered by the impact of one exemption, and refunds created by one run. */
  exemptionImpact: { invoices: 1_000, refunds: 200 },
  /** Limits for a return: documents named in a request, and documents in a response. */
  filing: { serviceIds: 1_000, shown: 100 },
  /** Limits for a receipt check: characters, documents compared per request (whole days), and listed differences. */
  receipt: { characters: 8_192, documents: 50_000, differences: 100 },
  /** Endpoints of a tenant, and deliveries resent by one request. */
  webhooks: { endpoints: 20, urlCharacters: 2_048, overlapHours: 168, redelivered: 10_000, deliveryDays: 14 },
  /** Active clients of a tenant. */
  clients: { active: 500, overlapHours: 168 },
  /** Limits for a liability report: rows, underlying sums, and documents if they are read one by one. */
  liability: { rows: 5_000, sums: 40_000, documents: 200_000 },
  /** Invoices counted in a list of products without a tax code. */
  unmappedSales: 200_000,
  /** Documents without tax that are reassessed for one exposure report. */
  exposureDocuments: 10_000,
  /** Limits for the effect of a rate change: days, and documents recalculated within them. */
  rateChangeEffect: { days: 366, documents: 10_000 },
  /** Limits for a list filter: depth of the tree, comparisons, and values in one comparison. */
  filter: { depth: 5, conditions: 100, values: 100 },
  graphql: {
    /** Longer documents are refused before they are parsed: put long inputs into variables. */
    characters: 100_000,
    tokens: 10_000,
    /** Nested brackets of any kind. */
    nesting: 100,
    depth: 12,
    aliases: 50,
    directives: 50,
    operations: 50,
    fragments: 100,
    /** Fragment spreads and inline fragments. */
    spreads: 1_000,
    /** Variables declared by operations. */
    variables: 100,
    /** Errors listed for a document or its variables; checking stops there. */
    errors: 20,
    arguments: 1_000,
    /** Values written in the document, including those in lists and objects: put long inputs into variables. */
    values: 2_000,
    /** Pairs of fields with the same name, which validation has to compare. */
    comparisons: 5_000,
    /** With fragments expanded: the fields of a fragment count once per spread. */
    fields: 2_000,
    /** Cost in fields. The fields of a list count once per record of its page size or usual length. */
    cost: 100_000,
    /** Cost in fields for the actual records of lists and derived data. */
    actualCost: 1_000_000,
    /**
     * Total time for reports, comparisons and lists of their documents. A single report statement may take just as
     * long.
     */
    reportSeconds: 60,
    /** Total items in the whole documents that one operation reads, if it reads them in several batches. */
    itemsOfLongDocuments: 3_000,
    /** Total filings in the `taxReturns` lists of one operation, if it has several of these lists. */
    filingsOfLists: 3_000,
    /**
     * The length of a response. The longest document, with all of its fields or with its trace, takes about half of
     * this limit.
     */
    answerBytes: 24_000_000,
    /** A client's open subscriptions on one replica. */
    streams: 10,
  },
  /**
   * The JSON of a GraphQL request, variables included. The largest batch has 500 documents, and a document 1,000 items.
   */
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
    /** Applies to the document and, separately, to the variables. */
    values: 100,
    fields: 300,
    comparisons: 500,
    /** New documents from one network: an IPv4 address, or a /64 of IPv6. */
    newDocumentsPerMinute: 30,
    /**
     * The total cost of operations executed for one network. Introspection answered from memory is free; any other
     * introspection costs at least 20,000.
     */
    costPerMinute: 1_000_000,
  },
} as const;

/** The default number of records on a GraphQL page. */
export const defaultPageSize = 25;
