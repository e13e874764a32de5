import * as z from 'zod/mini'
import type { EntityAction, Limitation } from '../entities/entity.ts'
import type { NativeState } from '../entities/native-entity.ts'
import { productOf, withinPercent } from '../entities/scales.ts'

/** A part of a device that is an entity: `cover:0`. */
export interface ShellyComponent {
  key: string
  kind: 'cover' | 'light' | 'switch'
  number: number
}

const KEY = /^(cover|light|switch):(\d{1,2})$/

export function readComponent(key: string): ShellyComponent | null {
  const [, kind, number] = KEY.exec(key) ?? []
  if (kind !== 'cover' && kind !== 'light' && kind !== 'switch') return null
  return { key, kind, number: Number(number) }
}

const percent = z.optional(z.nullable(z.number()))

/** The fields of a component's status. A notification has only those that changed. */
const Status = z.object({
  state: z.optional(z.string()),
  current_pos: percent,
  pos_control: z.optional(z.boolean()),
  slat_pos: percent,
  errors: z.optional(z.array(z.string())),
  output: z.optional(z.nullable(z.boolean())),
  brightness: percent,
})
export type ShellyStatus = z.infer<typeof Status>

/** What a message says of a component, put over what was said before; null if it cannot be read. */
export function mergeStatus(said: unknown, before: ShellyStatus): ShellyStatus | null {
  const parsed = Status.safeParse(said)
  return parsed.success ? { ...before, ...parsed.data } : null
}

const share = (value: number | null | undefined): number | null =>
  value === null || value === undefined ? null : productOf(withinPercent(value))

const isCalibrated = ({ current_pos, pos_control }: ShellyStatus): boolean =>
  pos_control !== false && current_pos !== null && current_pos !== undefined

function closedOf({ state, current_pos }: ShellyStatus): boolean | null {
  if (state === 'closed') return true
  if (state === 'open' || state === 'opening' || state === 'closing') return false
  return current_pos === null || current_pos === undefined ? null : current_pos <= 0
}

export function stateOf(component: ShellyComponent, status: ShellyStatus): NativeState {
  switch (component.kind) {
    case 'switch':
      return { kind: 'switch', on: status.output ?? null }
    case 'light': {
      const { brightness } = status
      const dimmed = brightness === null || brightness === undefined ? null : withinPercent(brightness) / 100
      return { kind: 'light', on: status.output ?? null, brightness: dimmed }
    }
    default:
  }
  const { state } = status
  return {
    kind: 'cover',
    closed: closedOf(status),
    moving: state === 'opening' || state === 'closing' ? state : 'none',
    position: isCalibrated(status) ? share(status.current_pos) : null,
    inclination: share(status.slat_pos),
  }
}

export function actionsOf(component: ShellyComponent, status: ShellyStatus): EntityAction[] {
  if (component.kind === 'switch') return ['on', 'off']
  if (component.kind === 'light') {
    return status.brightness === undefined ? ['on', 'off'] : ['on', 'off', 'setBrightness']
  }
  const can: EntityAction[] = ['open', 'close', 'stop']
  if (isCalibrated(status)) can.push('setPosition')
  if (status.slat_pos !== undefined) can.push('setTilt')
  return can
}

export function limitationsOf(component: ShellyComponent, status: ShellyStatus): Limitation[] {
  if (component.kind !== 'cover' || isCalibrated(status)) return []
  return [{ code: 'not_calibrated', detail: 'it knows its position only after it was calibrated' }]
}

const OBSTRUCTIONS: readonly string[] = ['obstruction', 'safety_switch']

/** Whether a cover says of itself that something is in its way, and did not say so before. */
export const isNewlyObstructed = (before: ShellyStatus, after: ShellyStatus): boolean =>
  (after.errors ?? []).some((error) => OBSTRUCTIONS.includes(error) && !(before.errors ?? []).includes(error))
