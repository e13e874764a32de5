import type { BridgePart } from '@senca/contract/bridges'
import type { TFunction } from 'i18next'
import * as z from 'zod/mini'

const lightSchema = z.object({ state: z.nullable(z.string()), brightness: z.optional(z.number()) })
const reasonSchema = z.object({ text: z.string() })

/** A payload that is JSON text, by its schema; null for another one. */
function readAs<Schema extends z.ZodMiniType>(schema: Schema, payload: unknown): z.infer<Schema> | null {
  if (typeof payload !== 'string' || !payload.startsWith('{')) return null
  try {
    return schema.parse(JSON.parse(payload))
  } catch {
    return null
  }
}

const WORDS = {
  opening: 'opening',
  closing: 'closing',
  open: 'contactOpen',
  closed: 'contactClosed',
  LOCKED: 'locked',
  UNLOCKED: 'unlocked',
  LOCKING: 'locking',
  UNLOCKING: 'unlocking',
  JAMMED: 'jammed',
  ON: 'on',
  OFF: 'off',
} as const
const OPEN = 100

/** A state as Home Assistant shows it; unknown for what it has no word for. */
function stateOf(state: unknown, t: TFunction): string {
  const word = Object.entries(WORDS).find(([payload]) => payload === state)?.[1]
  return t(`apps.told.${word ?? 'unknown'}`)
}

function coverFacts({ state, position, tilt }: BridgePart['told'], t: TFunction): string[] {
  const percentOf = (value: unknown) =>
    typeof value === 'string' && value !== '' ? t('card.percent', { value: Number(value) }) : null
  const [place, slats] = [percentOf(position), percentOf(tilt)]
  const isBetween = place !== null && Number(position) > 0 && Number(position) < OPEN
  const isMoving = state === 'opening' || state === 'closing'
  return [
    ...(isBetween ? [t('apps.told.open', { percent: place })] : []),
    ...(isBetween && !isMoving ? [] : [stateOf(state, t)]),
    ...(slats === null ? [] : [t('apps.told.slats', { percent: slats })]),
  ]
}

function shownOf({ part, told }: BridgePart, t: TFunction): string {
  const value = told[part]
  const light = readAs(lightSchema, value)
  if (part === 'contact')
    return t(`apps.told.${value === 'ON' ? 'contactOpen' : value === 'OFF' ? 'contactClosed' : 'unknown'}`)
  if (light === null) return stateOf(value, t)
  const { state, brightness } = light
  return brightness === undefined
    ? stateOf(state, t)
    : `${stateOf(state, t)}, ${t('card.percent', { value: brightness })}`
}

/** Parts that say nothing of the device itself: keys, events and the link to it. */
const SILENT = ['lock_button', 'connection', 'refused']

function factsOfPart(part: BridgePart, deviceName: string, t: TFunction): string[] {
  const { told, name } = part
  if (SILENT.includes(part.part)) return []
  if (part.part === 'scene') return [t('apps.told.scene')]
  if (part.part === 'cover') return coverFacts(told, t)
  if (part.part === 'hold') {
    if (told.hold !== 'ON') return []
    const reason = readAs(reasonSchema, told['hold/attributes'])
    return [reason === null ? t('apps.told.protection') : `${t('apps.told.protection')}: ${reason.text}`]
  }
  if (part.part === 'fault') return told.fault === 'ON' ? [t('apps.told.problem')] : []
  const value = shownOf(part, t)
  return [
    name.startsWith(deviceName) && name !== deviceName ? `${ownNameOf(name, deviceName)}: ${value}` : value,
  ]
}

const BETWEEN = ' · '
/** The name of a part without that of its device. */
const ownNameOf = (name: string, deviceName: string): string => name.slice(deviceName.length + BETWEEN.length)

/** What Home Assistant and openHAB show of a device of this name, in words. `parts` are all of it, the main one first. */
export function announcedFacts(parts: readonly BridgePart[], deviceName: string, t: TFunction): string[] {
  const [main] = parts
  if (main === undefined || main.entityId === undefined) return []
  if (!main.reachable) return [t('apps.parts.unreachable')]
  return parts.flatMap((part) => factsOfPart(part, deviceName, t))
}

/** What an entity is sent, topic by topic. */
export const rawValues = ({ told }: BridgePart): string[] =>
  Object.entries(told).map(([topic, value]) => `${topic} ${value ?? ''}`.trim())
