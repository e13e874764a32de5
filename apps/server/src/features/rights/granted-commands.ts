import {
  type Capability,
  type DeviceCommand,
  type DeviceInfo,
  GRANTED_BY,
  kindOf,
  type LinkAction,
  percentToUnit,
  type Target,
} from '@senca/contract'
import type { LinkLimits } from '@senca/contract/links'
import { type Actor, can, type DeviceGrant, type Guarded, grantOf } from './can.ts'

const CHANNELS = { light_1: 'light1', light_2: 'light2' } as const

/** Tolerance for converting between percent and fractions. */
const ROUNDING = 1e-9

const isWithin = ({ minPosition = 0, maxPosition = 1 }: LinkLimits, position: number): boolean =>
  position >= minPosition - ROUNDING && position <= maxPosition + ROUNDING

/** Whether a position is within the limits; an unknown position is not. */
const reaches = (limits: LinkLimits | null, place: Target | null): boolean =>
  limits === null || (place?.position !== undefined && isWithin(limits, place.position))

const grants = ({ actions }: DeviceGrant, action: LinkAction): boolean =>
  actions === null || actions.includes(action)

/** Whether a grant includes a command. `ventilation` is the position for ventilation, null if unknown. */
export function isShared(
  grant: DeviceGrant,
  command: DeviceCommand | { command: 'abort' },
  ventilation: Target | null,
): boolean {
  if (command.command === 'abort') return true
  if (!grants(grant, command.command)) return false
  switch (command.command) {
    case 'move':
      return (
        command.position === undefined ||
        grant.limits === null ||
        isWithin(grant.limits, percentToUnit(command.position))
      )
    case 'move_to_ventilation':
      return reaches(grant.limits, ventilation)
    case 'light_apply': {
      const { lightType } = command
      if (lightType === 'door' || lightType === 'handle') return true
      return grant.channels === null || grant.channels[CHANNELS[lightType]]
    }
    default:
      return true
  }
}

/** Whether an actor may send a command to a device. For an actor with grants, the grant must also include this command. */
export function mayCommand(
  actor: Actor,
  device: Guarded,
  command: DeviceCommand | { command: 'abort' },
  ventilation: Target | null,
): boolean {
  if (!can(actor, 'command', device)) return false
  const grant = grantOf(actor, device.id)
  return grant === undefined || isShared(grant, command, ventilation)
}

/** The capabilities of a device that a link shares. */
export function grantedCapabilities(
  grant: DeviceGrant,
  { devicetype, can: capabilities, ventilation }: Pick<DeviceInfo, 'devicetype' | 'can' | 'ventilation'>,
): Capability[] {
  const { axes } = kindOf(devicetype)
  const { channels, limits } = grant
  const isLimited = limits !== null && axes.includes('position')
  const reachesEnd = (position: number) => !isLimited || isWithin(limits, position)
  const isWithinTerms: Partial<Record<Capability, boolean>> = {
    open: reachesEnd(0),
    close: reachesEnd(1),
    moveToVentilation: reaches(limits, ventilation),
    setLight1: channels?.light1 !== false,
    setLight2: channels?.light2 !== false,
    dimLight1: channels?.light1 !== false,
    dimLight2: channels?.light2 !== false,
  }
  return capabilities.filter((capability) => {
    const action = GRANTED_BY[capability]
    if (action === 'never') return false
    return (action === 'always' || grants(grant, action)) && isWithinTerms[capability] !== false
  })
}
