import type { DeviceLink } from '@senca/contract'
import type { TFunction } from 'i18next'

/** The number of uses as text: "Used 2 of 5 times", "Not used yet", "Used 3 times". */
export function usesWords({ multiUse, maxUses, uses }: DeviceLink, t: TFunction): string {
  if (!multiUse) return t(uses > 0 ? 'links.usedOnce' : 'links.forOnce')
  if (maxUses !== null) return t('links.usedOf', { uses, max: maxUses })
  return uses === 0 ? t('links.unused') : t('links.used', { count: uses })
}

/** The name of a link, otherwise the names of its devices. */
export function linkName(link: Pick<DeviceLink, 'name'>, devices: string, t: TFunction): string {
  if (link.name !== null) return link.name
  return devices === '' ? t('links.unnamed') : devices
}

/** The share of a link's time that is left, 0..1. */
export function shareLeft(
  { startsAt, expiresAt }: Pick<DeviceLink, 'startsAt' | 'expiresAt'>,
  now: number,
): number {
  const end = Date.parse(expiresAt)
  const whole = end - Date.parse(startsAt)
  return whole <= 0 ? 0 : Math.min(1, Math.max(0, (end - now) / whole))
}

/** Whether a link does not work any more and will not work again by itself. */
export const isOver = ({ state }: Pick<DeviceLink, 'state'>): boolean =>
  state === 'expired' || state === 'spent'

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether a text contains the wanted text, ignoring case and accents. */
export const matches = (text: string, wanted: string): boolean => plain(text).includes(plain(wanted.trim()))
