import type { DeviceType } from '@senca/contract'
import type { EntityAction, EntityKind } from './entity.ts'

const MAX_NAME = 100
const MAX_SUGGESTED = 20
const MAX_WORD = 64

/** A text from outside as it is shown: without control and bidirectional characters, on one line, cut. */
export function cleanText(text: string, most = MAX_NAME): string {
  const seen = text
    // The first characters are enough, and a long text is not searched.
    .slice(0, most * 8)
    .replace(/\s+/gu, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu, '')
    .trim()
  const characters = [...seen]
  return characters.length <= most ? seen : characters.slice(0, most).join('').trim()
}

/** A word that could not be read. */
export const unreadWord = (text: string): string => cleanText(text, MAX_WORD)

/** A name of at most 20 characters, cut at a word. */
export function suggestName(name: string): string {
  const characters = [...name]
  if (characters.length <= MAX_SUGGESTED) return name
  const cut = characters.slice(0, MAX_SUGGESTED + 1).join('')
  const atWord = cut.lastIndexOf(' ')
  return atWord > 0 ? cut.slice(0, atWord).trim() : characters.slice(0, MAX_SUGGESTED).join('')
}

/** Classes of covers whose power operation needs a safety that Senca does not have. */
const NOT_SUPPORTED = ['garage', 'gate', 'door', 'window', 'damper']

export const isSupportedCover = (deviceClass: string | null): boolean =>
  deviceClass === null || !NOT_SUPPORTED.includes(deviceClass)

const LIFTED = ['roller_shutter', 'textile_screen', 'awning', 'insect_screen', 'falcon'] as const
const TILTED = ['venetian_blind', 'pergola'] as const

/** The types of devices that an entity can be a part of. */
export function typesOf(
  kind: EntityKind,
  deviceClass: string | null,
  can: readonly EntityAction[],
): DeviceType[] {
  switch (kind) {
    case 'lock':
    case 'contact':
      return ['home_door']
    case 'light':
    case 'switch':
      return ['light', 'home_door']
    default:
  }
  if (!isSupportedCover(deviceClass)) return []
  const isLifted = can.includes('open') && can.includes('close')
  return [...(isLifted ? LIFTED : []), ...(can.includes('setTilt') ? TILTED : [])]
}

/** The type that most people would choose, null if they have to [HW25]. */
export function suggestType(
  kind: EntityKind,
  deviceClass: string | null,
  can: readonly EntityAction[],
): DeviceType | null {
  if (kind === 'lock') return 'home_door'
  if (kind === 'light') return 'light'
  if (kind !== 'cover') return null
  const type = coverType(deviceClass, can.includes('setTilt'), can.includes('setPosition'))
  return type !== null && typesOf(kind, deviceClass, can).includes(type) ? type : null
}

function coverType(deviceClass: string | null, tilts: boolean, hasPosition: boolean): DeviceType | null {
  switch (deviceClass) {
    case 'awning':
      return 'awning'
    case 'shutter':
      return tilts ? 'venetian_blind' : 'roller_shutter'
    case 'curtain':
    case 'shade':
      return 'textile_screen'
    case 'blind':
      return tilts ? 'venetian_blind' : null
    default:
  }
  if (!tilts) return null
  return hasPosition ? 'venetian_blind' : 'pergola'
}
