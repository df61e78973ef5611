/**
 * Place of supply of a service under EU law: the seller's establishment, the place of performance or departure, the
 * customer, or the place of use.
 */
export type ServiceAnchor = 'SUPPLIER' | 'DEPARTURE' | 'CUSTOMER' | 'ON_SITE';

/** An article of Directive 2006/112/EC on the place of supply. */
export type ServiceArticle = {
  readonly article: string;
  readonly about: string;
  readonly place: ServiceAnchor;
  readonly source: string;
  /** The day on which the text of the article was read; null if it was not read. */
  readonly readOn: string | null;
};

/** The article on telecommunications, broadcasting and electronic services to consumers. */
export const electronicArticle = '58';

/** The articles that determine the place of supply for one tax code. */
export type ServicePlace = {
  readonly consumers: ServiceArticle;
  readonly consumersOutsideEu: ServiceArticle;
  readonly businesses: ServiceArticle;
  /** Details that the code does not specify, in words; null if the code specifies everything. */
  readonly unclear: string | null;
};
