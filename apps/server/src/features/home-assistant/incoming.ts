import { type DeviceCommand, kindOf } from '@senca/contract'
import * as z from 'zod/mini'
import { parseJson } from '#platform/parse-json.ts'
import type { AnnouncedDevice } from './announced-device.ts'
import { hasPosition, hasTilt, isDimmed, LIGHTS, type LightPart } from './device-entities.ts'

/** No command of Home Assistant is longer. */
const MAX_BYTES = 1_024
const PERCENT = /^(?:100(?:\.0+)?|\d{1,2}(?:\.\d{1,4})?)$/

/** What Home Assistant asks of a device. */
export type Asked =
  | { do: 'command'; command: DeviceCommand; pin?: string }
  | { do: 'stop' }
  | { do: 'ask'; lockType: 'motor' | 'magnet' }

const move = (values: { position?: number; inclination?: number }): Asked => ({
  do: 'command',
  command: { command: 'move', ...values },
})

const percentOf = (text: string): number | null => (PERCENT.test(text) ? Number(text) : null)

function coverCommand(device: AnnouncedDevice, text: string): Asked | null {
  const axis = kindOf(device.type).mainAxis ?? 'position'
  if (text === 'OPEN') return move({ [axis]: 0 })
  if (text === 'CLOSE') return move({ [axis]: 100 })
  return text === 'STOP' ? { do: 'stop' } : null
}

function axisCommand(axis: 'position' | 'inclination', text: string): Asked | null {
  const percent = percentOf(text)
  return percent === null ? null : move({ [axis]: 100 - percent })
}

const codeSchema = z.object({ do: z.enum(['LOCK', 'UNLOCK']), code: z.optional(z.string()) })
const PIN = /^\d{4,8}$/

function lockCommand({ unlock }: AnnouncedDevice, lockType: 'motor' | 'magnet', text: string): Asked | null {
  const plain = text === 'LOCK' || text === 'UNLOCK' ? { do: text, code: undefined } : null
  const asked = plain ?? (unlock === 'pin' ? codeSchema.safeParse(parseJson(text)).data : undefined)
  if (asked === undefined) return null
  if (asked.do === 'LOCK') return { do: 'command', command: { command: 'lock', lockType } }
  if (unlock === 'ask') return { do: 'ask', lockType }
  const { code } = asked
  return {
    do: 'command',
    command: { command: 'unlock', lockType },
    ...(code !== undefined && PIN.test(code) ? { pin: code } : {}),
  }
}

const lightSchema = z.object({
  state: z.optional(z.enum(['ON', 'OFF'])),
  brightness: z.optional(z.number().check(z.minimum(0), z.maximum(100))),
})

function lightCommand(device: AnnouncedDevice, part: LightPart, text: string): Asked | null {
  const light = LIGHTS.find((one) => one.part === part)
  if (light === undefined) return null
  const apply = (brightness: number): Asked => ({
    do: 'command',
    command: { command: 'light_apply', lightType: light.type, brightness },
  })
  if (text === 'OFF') return apply(0)
  const here = device.state[light.level] ?? 0
  // Without a brightness, what is on stays as it is.
  const on = here > 0 ? here : 1
  if (text === 'ON') return apply(isDimmed(device, part) ? on : 1)
  const asked = isDimmed(device, part) ? lightSchema.safeParse(parseJson(text)).data : undefined
  if (asked === undefined || (asked.state === undefined && asked.brightness === undefined)) return null
  if (asked.state === 'OFF') return apply(0)
  return apply(asked.brightness === undefined ? on : asked.brightness / 100)
}

/**
 * Reads what was published on a command topic, which is below those of the device and ends with `/set`, or is `set`. Null for what no
 * announcement of this device offers.
 */
export function readCommand(device: AnnouncedDevice, topic: string, payload: Buffer): Asked | null {
  if (payload.length === 0 || payload.length > MAX_BYTES || !device.isCommanded) return null
  const text = payload.toString('utf8')
  const { family } = kindOf(device.type)
  const isShade = family === 'shade'
  const { state } = device
  if (topic === 'set') return isShade ? coverCommand(device, text) : null
  if (topic === 'position/set')
    return isShade && hasPosition(device)
      ? axisCommand(kindOf(device.type).mainAxis ?? 'position', text)
      : null
  if (topic === 'tilt/set') {
    if (!isShade || !hasTilt(device)) return null
    // Home Assistant stops slats on the topic of their angle.
    return text === 'STOP' ? { do: 'stop' } : axisCommand('inclination', text)
  }
  if (topic === 'lock/set')
    return state.motorLockConnected === true ? lockCommand(device, 'motor', text) : null
  if (topic === 'magnet/set')
    return state.magnetLockConnected === true ? lockCommand(device, 'magnet', text) : null
  if (topic === 'foil/set') {
    if (state.magicFoilConnected !== true || (text !== 'ON' && text !== 'OFF')) return null
    return { do: 'command', command: { command: 'magic_foil_apply', opacity: text === 'ON' ? 0 : 1 } }
  }
  const light = LIGHTS.find(({ part }) => topic === `${part}/set`)
  return light === undefined ? null : lightCommand(device, light.part, text)
}
