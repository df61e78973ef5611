import type { TenantSettings } from '../../domain/account/tenant.ts';
import { toDecimalText } from '../../domain/base/amount.ts';
import { AppError } from '../../domain/base/errors.ts';
import type { ReportPeriod } from '../../domain/base/report-period.ts';
import { holdsOn } from '../../domain/nexus/nexus.ts';
import { isShopScheme, schemeOf } from '../../domain/nexus/one-stop-shop.ts';
import { fillForm } from '../../domain/returns/forms/fill-form.ts';
import type { FilledForm } from '../../domain/returns/forms/filled-form.ts';
import { type FormOrigin, formOf } from '../../domain/returns/forms/form-layout.ts';
import type { FormJurisdiction, KnownJurisdictions } from '../../domain/returns/forms/form-rows.ts';
import { fillShopForm } from '../../domain/returns/forms/shop-form.ts';
import type { AskedTaxReturn } from '../../domain/returns/return-input.ts';
import type { TaxReturn, TaxReturnFigures } from '../../domain/returns/return-record.ts';
import { authorize, type Context, type Session } from '../../ports/context.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';
import { currentSettings } from '../account/current-settings.ts';
import { getTaxReturn } from './get-return.ts';
import { getWholeFigures } from './return-figures.ts';

/** The form of the return's state with its figures. Throws `NOT_FOUND` if no form is known. */
export async function getTaxReturnForm(ctx: Context, asked: AskedTaxReturn): Promise<FilledForm> {
  const form = await fillTaxReturnForm(ctx, await getTaxReturn(ctx, asked));
  if (form) return form;
  throw new AppError('NOT_FOUND', 'The form of this place is not known: read the figures of the return instead.');
}

/** Null if no form is known. */
export async function fillTaxReturnForm(ctx: Context, one: TaxReturn): Promise<FilledForm | null> {
  const session = authorize(ctx, 'returns:read');
  const { country, state, scheme } = one;
  if (isShopScheme(scheme)) {
    const { figures } = await getWholeFigures(ctx, one);
    return fillShopForm({ ...one, scheme, number: await shopNumber(session, one) }, figures.oneStopShop!);
  }
  if (country !== 'US' || state === null) return null;
  const isStreamlined = ctx.reference.findState(state)?.streamlined?.status === 'FULL';
  const layout = formOf({ state, isStreamlined });
  if (!layout) return null;
  const [{ figures }, { homeAddress }] = await Promise.all([getWholeFigures(ctx, one), currentSettings(session)]);
  const jurisdictions = knownJurisdictions(ctx.reference, one, figures);
  return fillForm(layout, figures, { jurisdictions, origin: originOf(homeAddress, state) });
}

/** The number of the registration on the last day of the period. */
async function shopNumber({ stores }: Session, { country, state, scheme, to }: TaxReturn): Promise<string | null> {
  const registrations = (await stores.nexus.find({ country, state }))?.registrations ?? [];
  return registrations.find((one) => schemeOf(one) === scheme && holdsOn(one, to))?.number ?? null;
}

/** Goods ship from the seller's own address; a US address without a state counts as unknown. */
function originOf({ country, state }: TenantSettings['homeAddress'], filedIn: string): FormOrigin | null {
  if (country !== 'US') return 'OUT_OF_STATE';
  return state === null ? null : state === filedIn ? 'IN_STATE' : 'OUT_OF_STATE';
}

function knownJurisdictions(
  reference: ReferenceData,
  { from, to }: ReportPeriod,
  figures: TaxReturnFigures,
): KnownJurisdictions {
  const ids = figures.jurisdictions.flatMap(({ jurisdiction }) => jurisdiction?.id ?? []);
  const found = reference.jurisdictions({ country: 'US', subdivision: null, level: null, ids });
  return new Map(
    found.map(({ key, jurisdiction: { id, code }, county }): [string, FormJurisdiction] => {
      const [first, last] = [from, to].map((day) => reference.jurisdictionRate(key, day)?.rate?.rate ?? null);
      const rate = first && last && first.eq(last) ? toDecimalText(first) : null;
      return [id, { code, county, rate }];
    }),
  );
}
