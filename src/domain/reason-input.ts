import { text } from './input.ts';

/** Why somebody changed what had been settled, for those who read it later. */
export const reasonInput = text(1, 256);
