import type { TenantSettings } from '../../domain/account/tenant.ts';
import type { NexusDeclaration } from '../../domain/nexus/nexus.ts';
import type { ImportTaxedBy } from '../../tax/law/supply.ts';
import type { Notice } from '../../tax/model/assessment.ts';
import type { Decimal } from '../../tax/numbers/decimal.ts';
import type { CrossBorderSupply } from './cross-border-supply.ts';

/** A line of goods, with its price after discounts and without tax, and the tax it would bear. */
export type ImportedLine = {
  readonly category: string;
  readonly quantity: Decimal;
  readonly netAmount: Decimal;
  readonly taxAmount: Decimal;
};

export type ImportAnswer = {
  /** In the order of the lines. */
  readonly taxedBy: readonly ImportTaxedBy[];
  readonly notices: readonly Notice[];
};

export type ImportQuestion = {
  readonly supply: CrossBorderSupply;
  readonly settings: TenantSettings;
  readonly declarations: readonly NexusDeclaration[];
};
