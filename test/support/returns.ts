import { bodyOf, type TestApp } from './app.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test looks into a body member by member
type Json = any;

/** A row of liability with its key and amounts among its own members. */
export const flat = ({ key, amounts, ...row }: Json): Json => ({ ...key, ...amounts, ...row });

export type NamedReturn = { readonly place: string; readonly period: string };

export const pathOfReturn = ({ place, period }: NamedReturn, below = '') =>
  `/v1/returns/place/${place}/period/${period}${below}`;

/** A return whose rows are flat. */
export async function readReturn(app: TestApp, name: NamedReturn): Promise<Json> {
  const shown = await bodyOf<Json>(app.send('GET', pathOfReturn(name)));
  const flatFigures = (figures: Json) =>
    figures && { ...figures, totals: figures.totals.map(flat), jurisdictions: figures.jurisdictions.map(flat) };
  return {
    ...shown,
    figures: flatFigures(shown.figures),
    ...(shown.difference && { difference: flatFigures(shown.difference) }),
  };
}

export const fileReturn = (app: TestApp, name: NamedReturn, details: object = {}) =>
  app.send('POST', pathOfReturn(name, '/filings'), details);

export const reopenReturn = (app: TestApp, name: NamedReturn, reason = 'A sale was missing') =>
  app.send('POST', pathOfReturn(name, '/reopen'), { reason });
