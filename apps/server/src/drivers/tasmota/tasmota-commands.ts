import type { EntityAction } from '../entities/entity.ts'
import { type EntityCommand, type EntityPublish, refusal } from '../entities/entity-model.ts'
import { brightnessToDevice, fromPercent, percentOpenOf } from '../entities/scales.ts'
import type { TasmotaConfig, TasmotaRelay, TasmotaShutter } from './tasmota-config.ts'
import type { TasmotaPart } from './tasmota-device.ts'

type Sent = { command: string; payload: string } | EntityCommand

const UNSUPPORTED = refusal('device_unsupported_action', 'the entity has no such command')
const BAD_VALUE = refusal('bad_command_value', 'the value is a number from 0 to 1')

const shareIn = (value: unknown): number | null =>
  typeof value === 'number' && value >= 0 && value <= 1 ? value : null

/** What a part of a device is sent. */
export function tasmotaMessages(
  config: TasmotaConfig,
  part: TasmotaPart,
  action: EntityAction,
  value: unknown,
): EntityPublish[] | Extract<EntityCommand, { error: unknown }> {
  const sent =
    part.kind === 'shutter'
      ? shutterCommand(part.shutter, action, value)
      : relayCommand(config, part.relay, action, value)
  if ('error' in sent) return sent
  if (!('payload' in sent)) return []
  return [{ topic: `${config.command}${sent.command}`, payload: sent.payload, qos: 0 }]
}

function shutterCommand(
  { number, isInverted, tilt }: TasmotaShutter,
  action: EntityAction,
  value: unknown,
): Sent {
  const share = shareIn(value)
  switch (action) {
    case 'open':
      return { command: `ShutterOpen${number}`, payload: '' }
    case 'close':
      return { command: `ShutterClose${number}`, payload: '' }
    case 'stop':
      return { command: `ShutterStop${number}`, payload: '' }
    case 'setPosition': {
      if (share === null) return BAD_VALUE
      const percent = percentOpenOf(share)
      return { command: `ShutterPosition${number}`, payload: String(isInverted ? 100 - percent : percent) }
    }
    case 'openTilt':
    case 'closeTilt':
      if (tilt === null) return UNSUPPORTED
      return { command: `ShutterTilt${number}`, payload: action === 'openTilt' ? 'OPEN' : 'CLOSE' }
    case 'setTilt': {
      if (tilt === null) return UNSUPPORTED
      if (share === null) return BAD_VALUE
      const degrees = fromPercent(percentOpenOf(share), { closed: tilt.least, open: tilt.most })
      return { command: `ShutterTilt${number}`, payload: String(degrees) }
    }
    default:
      return UNSUPPORTED
  }
}

function relayCommand(
  { words }: TasmotaConfig,
  relay: TasmotaRelay,
  action: EntityAction,
  value: unknown,
): Sent {
  const power = `POWER${relay.number}`
  if (action === 'off') return { command: power, payload: words.off }
  if (action === 'on' && (value === undefined || value === null)) return { command: power, payload: words.on }
  if (action !== 'on' && action !== 'setBrightness') return UNSUPPORTED
  if (!relay.dims) return UNSUPPORTED
  const share = shareIn(value)
  return share === null ? BAD_VALUE : { command: 'Dimmer', payload: String(brightnessToDevice(share, 100)) }
}
