export type DemoSettings = { readonly path: string; readonly header: string };

/** The data that the gateway gives this page. */
export function settingsOf<Settings>(): Settings {
  return JSON.parse(document.getElementById('settings')!.textContent!);
}

/** A token of the demo; null if there is none, or none for this page. It stays in memory. */
export async function fetchDemoToken(demo: DemoSettings | null): Promise<string | null> {
  if (!demo) return null;
  try {
    const answer = await fetch(demo.path, { method: 'POST', headers: { [demo.header]: '1' } });
    return answer.ok ? (await answer.json()).accessToken : null;
  } catch {
    return null;
  }
}
