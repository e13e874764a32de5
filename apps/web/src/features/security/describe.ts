import type { TFunction } from 'i18next'

/** The name of a browser and its operating system, as far as they are known. */
export function browserName(
  { browser, system }: { browser: string | null; system: string | null },
  t: TFunction,
): string {
  const known = [browser, system].filter((name) => name !== null)
  return known.length === 0 ? t('sessions.unknown') : known.join(', ')
}
