/**
 * The sum of decimals in plain text, calculated in whole numbers of their smallest decimal place: `0.5` and `12.25`
 * become 50 and 1225 hundredths. Null if one of these integers is too large for an exact `number`.
 */
export function sumOfPlainTexts(texts: readonly string[]): string | null {
  let places = 0;
  for (const text of texts) places = Math.max(places, placesIn(text));
  let total = 0;
  for (const text of texts) {
    const units = unitsIn(text, places);
    total += units;
    if (!Number.isSafeInteger(units) || !Number.isSafeInteger(total)) return null;
  }
  return textOf(total, places);
}

function placesIn(text: string): number {
  const point = text.indexOf('.');
  return point < 0 ? 0 : text.length - point - 1;
}

/** The result is not a safe integer if it has too many digits. */
function unitsIn(text: string, places: number): number {
  const point = text.indexOf('.');
  const digits = point < 0 ? text : text.slice(0, point) + text.slice(point + 1);
  return Number(digits + '0'.repeat(places - placesIn(text)));
}

function textOf(units: number, places: number): string {
  if (units === 0) return '0';
  const digits = String(Math.abs(units)).padStart(places + 1, '0');
  const point = digits.length - places;
  const fraction = digits.slice(point).replace(/0+$/, '');
  return `${units < 0 ? '-' : ''}${digits.slice(0, point)}${fraction && `.${fraction}`}`;
}
