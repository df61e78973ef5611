import type { TenantSettings } from '../../domain/account/tenant.ts';
import { describedEnum } from '../base/described-enum.ts';

export const CollectEnum = describedEnum('Collect', 'Where the seller collects tax.', {
  EVERYWHERE: 'At every destination, as if registered there.',
  WHERE_REGISTERED:
    'Only where a registration, approved economic nexus or declared physical nexus holds on the tax date (see `nexus`); elsewhere nothing is charged.',
} satisfies Record<TenantSettings['collect'], string>);

export const RoundingLevelEnum = describedEnum('RoundingLevel', 'What is rounded.', {
  LINE: 'The tax of each line.',
  DOCUMENT: 'The tax of the document; lines share it.',
  DOCUMENT_PER_RATE: 'The tax of each rate in the document; its lines share it.',
  UNIT: 'The tax of each piece.',
} satisfies Record<TenantSettings['roundingLevel'], string>);

export const TieRuleEnum = describedEnum('TieRule', 'What becomes of an exact half of the smallest coin, in taxes.', {
  HALF_UP: 'Away from zero.',
  HALF_DOWN: 'Towards zero.',
  HALF_EVEN: 'To the even neighbour.',
} satisfies Record<TenantSettings['tieRule'], string>);

export const InclusiveRoundingEnum = describedEnum(
  'InclusiveRounding',
  'What is rounded where prices have the tax inside; the other takes what is left.',
  {
    TAX: 'The tax is rounded; the net price takes what is left.',
    NET: 'The net price is rounded; the tax takes what is left.',
  } satisfies Record<TenantSettings['inclusiveRounding'], string>,
);

export const ExemptInclusivePriceEnum = describedEnum(
  'ExemptInclusivePrice',
  'What an exempt buyer pays where prices have the tax inside.',
  {
    KEEP: 'The price as it stands.',
    STRIP: 'The price without the tax inside it.',
  } satisfies Record<TenantSettings['exemptInclusivePrice'], string>,
);

export const ShippingRateEnum = describedEnum('ShippingRate', 'How a shipping fee is taxed.', {
  OWN_CODE: 'By its own tax code.',
  WEIGHTED_BY_ITEMS: 'At the average rate of the items.',
} satisfies Record<TenantSettings['shippingRate'], string>);
