import { clientsTexts } from '../../texts/settings.ts';

const { rotate } = clientsTexts;

/** How long the previous secret remains valid after a rotation. */
export function OverlapField() {
  return (
    <label>
      {rotate.overlap}
      <select name="hours">
        {Object.entries(rotate.hours).map(([hours, text]) => (
          <option key={hours} value={hours} selected={hours === '24'}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
