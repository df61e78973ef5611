import { text } from './input.ts';

/** Why somebody changed what had been settled, for those who read it later. */
export const reasonInput = text(1, 256).refine((reason) => reason === '' || reason.trim() !== '', {
  params: { code: 'TOO_SHORT' },
  message: 'Must say why; blanks alone do not.',
});
