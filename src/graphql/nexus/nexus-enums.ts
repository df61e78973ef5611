import type { RegistrationScheme } from '../../domain/nexus/nexus.ts';
import type { NexusGround } from '../../domain/nexus/nexus-ground.ts';
import type { NexusStatus } from '../../domain/nexus/nexus-sales.ts';
import type { NexusThreshold } from '../../domain/nexus/nexus-threshold.ts';
import { describedEnum } from '../base/described-enum.ts';

/** The closed lists that speak of nexus. */
export function addNexusEnums() {
  return {
    status: describedEnum('NexusStatus', 'How sales stand to the threshold of a place.', {
      NOT_TRACKED: 'There is no threshold to compare them with: the place has no such tax, or the rate book no figure.',
      NONE: 'Far from the threshold.',
      APPROACHING: 'At 80 % of the threshold or more.',
      REACHED:
        'At the threshold or above it. Tax is collected only once nexus is approved, or a registration declared.',
    } satisfies Record<NexusStatus, string>),
    ground: describedEnum('NexusGround', 'What declared things say about collecting tax in a place on a day.', {
      REGISTRATION: 'A registration holds: tax is collected.',
      ECONOMIC_NEXUS: 'Economic nexus is approved: tax is collected.',
      PHYSICAL_NEXUS: 'Physical nexus is declared: tax is collected.',
      NOTHING_DECLARED: 'Neither nexus nor a registration was ever told: no tax is collected there.',
      NOT_YET: 'What is declared begins later.',
      ENDED: 'What was declared has ended.',
    } satisfies Record<NexusGround['kind'], string>),
    scheme: describedEnum('RegistrationScheme', 'What a registration serves.', {
      STANDARD: 'The tax of the place where it is.',
      ONE_STOP_SHOP:
        'Sales to consumers in the whole EU, declared in one member state: tax is collected in all of them.',
    } satisfies Record<RegistrationScheme, string>),
    combine: describedEnum('NexusTests', 'How the two tests of a threshold go together.', {
      OR: 'Either is enough.',
      AND: 'Both are needed.',
      SALES_ONLY: 'Sales alone are tested.',
    } satisfies Record<NexusThreshold['combine'], string>),
    period: describedEnum('MeasuringPeriod', 'Whose days a threshold adds up.', {
      CURRENT_OR_PRIOR_CALENDAR_YEAR: 'The calendar year up to the day asked for, or the one before: each by itself.',
      PRIOR_CALENDAR_YEAR: 'From January to December of last year.',
      PRIOR_12_MONTHS: 'Twelve months that end on the day asked for.',
      PRIOR_4_QUARTERS: 'The four calendar quarters before the one of the day asked for.',
      TWELVE_MONTHS_ENDING_SEP_30: 'Twelve months that ended on the latest 30 September.',
    } satisfies Record<NexusThreshold['period'], string>),
  };
}

export type NexusEnums = ReturnType<typeof addNexusEnums>;
