import type { DeviceLink } from '@senca/contract'
import type { TFunction } from 'i18next'

/** "Used 2 of 5 times", "Not used yet", "Used 3 times". */
export function usesWords({ multiUse, maxUses, uses }: DeviceLink, t: TFunction): string {
  if (!multiUse) return t(uses > 0 ? 'links.usedOnce' : 'links.forOnce')
  if (maxUses !== null) return t('links.usedOf', { uses, max: maxUses })
  return uses === 0 ? t('links.unused') : t('links.used', { count: uses })
}

/** What a link is called: its name, else the names of its devices. */
export function linkName(link: Pick<DeviceLink, 'name'>, devices: string, t: TFunction): string {
  if (link.name !== null) return link.name
  return devices === '' ? t('links.unnamed') : devices
}

/** The names of devices in a line; `nameOf` answers null for one that has left the home. */
export const devicesWords = (
  ids: readonly string[],
  nameOf: (id: string) => string | null,
  t: TFunction,
): string => ids.map((id) => nameOf(id) ?? t('links.gone')).join(', ')

/** How much of a link's time is left, 0..1. */
export function shareLeft(
  { startsAt, expiresAt }: Pick<DeviceLink, 'startsAt' | 'expiresAt'>,
  now: number,
): number {
  const end = Date.parse(expiresAt)
  const whole = end - Date.parse(startsAt)
  return whole <= 0 ? 0 : Math.min(1, Math.max(0, (end - now) / whole))
}

/** Whether a link no longer opens anything, and will not by itself. */
export const isOver = ({ state }: Pick<DeviceLink, 'state'>): boolean =>
  state === 'expired' || state === 'spent'

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether a text has what is looked for in it, whatever its case and accents. */
export const matches = (text: string, wanted: string): boolean => plain(text).includes(plain(wanted.trim()))
