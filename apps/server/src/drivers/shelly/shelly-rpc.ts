import type { ErrorCode } from '@senca/contract'
import * as z from 'zod/mini'
import type { EntityAction } from '../entities/entity.ts'
import { brightnessToDevice, percentOpenOf } from '../entities/scales.ts'
import type { ShellyComponent } from './shelly-status.ts'

export interface RpcRequest {
  method: string
  params?: Record<string, unknown>
}

export const RpcAnswer = z.object({
  id: z.number(),
  result: z.optional(z.unknown()),
  error: z.optional(z.object({ code: z.optional(z.number()), message: z.optional(z.string()) })),
})
export type RpcAnswer = z.infer<typeof RpcAnswer>

export const RpcNotification = z.object({
  method: z.enum(['NotifyStatus', 'NotifyFullStatus']),
  params: z.record(z.string(), z.unknown()),
})

type Refusal = { error: ErrorCode; detail: string }

const UNSUPPORTED: Refusal = { error: 'device_unsupported_action', detail: 'the entity has no such command' }
const BAD_VALUE: Refusal = { error: 'bad_command_value', detail: 'the value is a number from 0 to 1' }
const BAD_PULSE: Refusal = { error: 'bad_command_value', detail: 'a pulse takes up to 60 seconds' }
const MAX_PULSE_S = 60

const isPulse = (value: unknown): value is number =>
  typeof value === 'number' && value > 0 && value <= MAX_PULSE_S

const shareIn = (value: unknown): number | null =>
  typeof value === 'number' && value >= 0 && value <= 1 ? value : null

/** The call that does what a component is asked for. */
export function requestFor(
  component: ShellyComponent,
  action: EntityAction,
  value: unknown,
): RpcRequest | Refusal {
  const { kind, number: id } = component
  if (kind === 'cover') return coverRequest(id, action, value)
  if (action !== 'on' && action !== 'off' && action !== 'setBrightness') return UNSUPPORTED
  const on = action !== 'off'
  if (kind === 'switch') return switchRequest(id, action, value)
  if (!on || (action === 'on' && (value === undefined || value === null))) {
    return { method: 'Light.Set', params: { id, on } }
  }
  const share = shareIn(value)
  if (share === null) return BAD_VALUE
  return { method: 'Light.Set', params: { id, on, brightness: brightnessToDevice(share, 100) } }
}

/** A relay that is a strike ends its pulse by itself: the value is the seconds. */
function switchRequest(id: number, action: EntityAction, value: unknown): RpcRequest | Refusal {
  if (action === 'setBrightness') return UNSUPPORTED
  const params = { id, on: action === 'on' }
  if (action === 'off' || value === undefined || value === null) return { method: 'Switch.Set', params }
  if (!isPulse(value)) return BAD_PULSE
  return { method: 'Switch.Set', params: { ...params, toggle_after: value } }
}

function coverRequest(id: number, action: EntityAction, value: unknown): RpcRequest | Refusal {
  /** The cover stops by itself after the value, in seconds. */
  const timed = (method: string): RpcRequest | Refusal => {
    if (value === undefined || value === null) return { method, params: { id } }
    if (!isPulse(value)) return BAD_PULSE
    return { method, params: { id, duration: value } }
  }
  const goTo = (field: 'pos' | 'slat_pos', percent: number) => ({
    method: 'Cover.GoToPosition',
    params: { id, [field]: percent },
  })
  switch (action) {
    case 'open':
      return timed('Cover.Open')
    case 'close':
      return timed('Cover.Close')
    case 'stop':
      return { method: 'Cover.Stop', params: { id } }
    case 'openTilt':
      return goTo('slat_pos', 100)
    case 'closeTilt':
      return goTo('slat_pos', 0)
    case 'setPosition':
    case 'setTilt': {
      const share = shareIn(value)
      if (share === null) return BAD_VALUE
      return goTo(action === 'setPosition' ? 'pos' : 'slat_pos', percentOpenOf(share))
    }
    default:
      return UNSUPPORTED
  }
}

const RESOURCE_EXHAUSTED = -108
const FAILED_PRECONDITION = -109
const UNAVAILABLE = -114

/** What the error of a call means. */
export function errorOf({ error }: RpcAnswer): ErrorCode | null {
  if (error === undefined) return null
  const { code, message = '' } = error
  if (code === RESOURCE_EXHAUSTED || /in progress|busy/i.test(message)) return 'device_busy'
  if (code === FAILED_PRECONDITION || code === UNAVAILABLE) return 'device_not_ready'
  return 'device_update_failed'
}
