import { classification } from '../../domain/exemptions/exemption.ts';
import { recordType } from './record-type.ts';

export const ClassificationRef = recordType(classification);
