import type { Certificate } from '../../../tax/model/assessment.ts';
import type { TaxPlace } from '../../../tax/model/place.ts';
import { type TenantSettings, tenantSettings } from '../../account/tenant.ts';
import { version } from '../../base/version.ts';
import type { Buyer } from '../../customers/buyer.ts';
import type { NexusDeclaration } from '../../nexus/nexus-record.ts';
import { needsDeclarations } from '../../nexus/tax-collection.ts';
import { recordCertificates } from '../../transactions/record/record-certificates.ts';
import type { SnapshotBasis, SnapshotDeclaration, SnapshotSettings } from '../../transactions/transaction-snapshot.ts';

type Basis = {
  readonly bookDigest: string;
  readonly settings: SnapshotSettings;
  readonly declarations: readonly NexusDeclaration[];
  readonly customer: Buyer;
  /** The buyer's certificates, if the document overrides them; empty otherwise. */
  readonly ownCertificates: readonly Certificate[];
  readonly places: readonly TaxPlace[];
};

const settingDefaults: SnapshotSettings = tenantSettings.parse({});

/**
 * Whether a setting affects the figures of a document: as a fact, as an option of the calculation, or only indirectly.
 */
const settingRoles = {
  homeAddress: 'FACT',
  collectionPolicy: 'FACT',
  oneStopShop: 'FACT',
  euDistanceSales: 'FACT',
  sellerIsSmallBusiness: 'FACT',
  deliveryFees: 'FACT',
  joinedSimplifiedSellersUseTaxOn: 'FACT',
  roundingLevel: 'OPTION',
  roundingMode: 'OPTION',
  inclusiveRounding: 'OPTION',
  exemptInclusivePrice: 'OPTION',
  discountCoversShipping: 'OPTION',
  shippingTaxMethod: 'OPTION',
  dayOfInstant: 'NONE',
  latePolicy: 'NONE',
  nexusNotices: 'NONE',
  expiringSoonDays: 'NONE',
  requireEvidence: 'NONE',
  require: 'NONE',
  defaultCurrency: 'NONE',
  defaultTaxCode: 'NONE',
  reportingCurrency: 'NONE',
  journal: 'NONE',
} as const satisfies Record<keyof TenantSettings, 'FACT' | 'OPTION' | 'NONE'>;

type Roles = typeof settingRoles;
type NameOf<Role> = { [Name in keyof Roles]: Roles[Name] extends Role ? Name : never }[keyof Roles];

const namesOf = <Role extends Roles[keyof Roles]>(role: Role) =>
  (Object.keys(settingRoles) as (keyof Roles)[]).filter((name): name is NameOf<Role> => settingRoles[name] === role);

export const factNames = namesOf('FACT');
export const optionNames = namesOf('OPTION');

/** The facts to keep, including the facts about the EU threshold. */
const keptNames = [...factNames, 'isPastEuThreshold', 'isEuThresholdMeasured'] as const;

/** The inputs to a document's calculation that its snapshot does not already contain. */
export function recordBasis({ settings, declarations, customer, ownCertificates, ...given }: Basis): SnapshotBasis {
  return {
    engineVersion: version,
    bookDigest: given.bookDigest,
    settings: changedSettings(settings),
    ...(needsDeclarations(settings) && {
      declarations: declarationsFor(declarations, settings, given.places).map(writeDeclaration),
    }),
    ...(customer.taxNumber !== null && customer.address?.country && { buyerCountry: customer.address.country }),
    ...(ownCertificates.length > 0 && { ownCertificates: recordCertificates(ownCertificates, given.places) }),
  };
}

/** The settings that differ from their defaults; undefined if no setting differs. */
function changedSettings(settings: SnapshotSettings): Partial<SnapshotSettings> | undefined {
  const changed = keptNames.filter((name) => !isDefault(name, settings));
  if (changed.length === 0) return undefined;
  return Object.fromEntries(changed.map((name) => [name, settings[name]]));
}

function isDefault(name: (typeof keptNames)[number], settings: SnapshotSettings): boolean {
  if (name !== 'homeAddress') return settings[name] === settingDefaults[name];
  const { country, state, city, zip } = settings.homeAddress;
  return country === settingDefaults.homeAddress.country && state === null && city === null && zip === null;
}

/**
 * Declarations for the places. If any place is outside the US, also the declarations outside the US that are for the
 * home country, a fixed establishment or a one-stop-shop scheme.
 */
export function declarationsFor(
  declarations: readonly NexusDeclaration[],
  { homeAddress }: Pick<SnapshotSettings, 'homeAddress'>,
  places: readonly Pick<TaxPlace, 'country' | 'subdivision'>[],
): readonly NexusDeclaration[] {
  const isAbroad = places.some(({ country }) => country !== 'US');
  const ofPlace = ({ country, state }: NexusDeclaration) =>
    places.some((place) => place.country === country && (state === null || state === place.subdivision));
  const ofHome = ({ country, registrations }: NexusDeclaration) =>
    country === homeAddress.country ||
    registrations.some(({ scheme, hasFixedEstablishment }) => scheme !== 'STANDARD' || hasFixedEstablishment);
  return declarations.filter((one) => ofPlace(one) || (isAbroad && one.country !== 'US' && ofHome(one)));
}

function writeDeclaration(declaration: NexusDeclaration): SnapshotDeclaration {
  const { country, state, physicalNexus, economicNexus, registrations } = declaration;
  return {
    country,
    state,
    physicalNexus: physicalNexus.map(({ validFrom, validThrough }) => ({ validFrom, validThrough })),
    economicNexus,
    registrations: registrations.map(({ validFrom, validThrough, number, scheme, hasFixedEstablishment }) => ({
      validFrom,
      validThrough,
      number,
      scheme,
      ...(hasFixedEstablishment && { hasFixedEstablishment }),
    })),
  };
}
