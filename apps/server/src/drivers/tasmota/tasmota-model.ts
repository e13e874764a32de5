import type { EntityAction } from '../entities/entity.ts'
import {
  type EntityCommand,
  type EntityMessage,
  type EntityModel,
  type EntityModelOptions,
  refusal,
} from '../entities/entity-model.ts'
import { isJsonObject } from '../entities/json-object.ts'
import { createNativeRegister } from '../entities/native-register.ts'
import { tasmotaMessages } from './tasmota-commands.ts'
import { readTasmotaConfig } from './tasmota-config.ts'
import { createTasmotaDevice, type TasmotaDevice, type TasmotaPart } from './tasmota-device.ts'
import { readRelay, readShutter, readShutterText } from './tasmota-state.ts'

const PREFIX = 'tasmota/discovery/'
const MAC = /^[0-9A-Fa-f]{12}$/
const MAX_BYTES = 64 * 1024

/** Devices with Tasmota, by the discovery of the firmware itself [HW30]. */
export function createTasmotaModel(options: EntityModelOptions): EntityModel {
  const { report, notice, publish } = options
  const register = createNativeRegister<TasmotaDevice>(options)
  let lastCommand = 0

  function announced(topic: string, payload: Buffer): void {
    const [written = '', word, ...rest] = topic.slice(PREFIX.length).split('/')
    if (word !== 'config' || rest.length > 0) return
    const mac = written.toUpperCase()
    if (!MAC.test(mac)) {
      notice({ code: 'bad_topic', topic, detail: 'the topic has no MAC address' })
      return
    }
    if (payload.length === 0) {
      register.withdraw(mac)
      return
    }
    const before = register.device(mac)
    if (before?.payload.equals(payload)) return
    const config = readTasmotaConfig(payload, mac)
    if ('fault' in config) {
      notice({ code: config.isJson ? 'bad_config' : 'not_json', topic, detail: config.fault })
      return
    }
    const device = createTasmotaDevice(config, Buffer.from(payload))
    device.isAvailable = before !== null && before.config.report === config.report && before.isAvailable
    register.put(mac, device, topic)
  }

  function availability(device: TasmotaDevice, word: string): void {
    const { online, offline } = device.config.words
    if (word !== online && word !== offline) return
    const wasAvailable = device.isAvailable
    register.setAvailable(device, word === online)
    // Shutters and relays say their state when they are asked for it.
    if (word === online && !wasAvailable) {
      const topic = `${device.config.command}STATUS`
      publish(['10', '11'].map((payload) => ({ topic, payload, qos: 0 })))
    }
  }

  function receivePart(
    device: TasmotaDevice,
    part: TasmotaPart,
    fields: Record<string, unknown>,
    isRetained: boolean,
  ) {
    const { entity } = part
    if (part.kind === 'relay') {
      const state = readRelay(fields, part.relay, device.config.words, entity.state)
      if (state !== null) register.take(entity, state, isRetained)
      return
    }
    const shutter = fields[`Shutter${part.shutter.number}`]
    if (shutter === undefined || entity.state.kind !== 'cover') return
    const state = readShutter(shutter, part.shutter, entity.state)
    if (state !== null) register.take(entity, state, isRetained)
  }

  /** An answer acknowledges the commands of the part that it names. */
  function acknowledge(device: TasmotaDevice, fields: Record<string, unknown>): void {
    const isRefused = fields.Command === 'Unknown' || fields.Command === 'Error'
    const waiting = device.parts.filter(({ entity }) => entity.isWaiting())
    const named = isRefused ? waiting.slice(0, 1) : waiting.filter((part) => isNamed(part, fields))
    for (const { entity } of named) {
      for (const command of entity.acknowledged()) {
        const error = isRefused ? 'device_update_failed' : null
        report({ event: 'acknowledged', id: entity.id, command, error })
      }
    }
  }

  function receiveState(device: TasmotaDevice, topic: string, text: string, isRetained: boolean): void {
    const { config } = device
    if (topic === `${config.report}LWT`) {
      availability(device, text)
      return
    }
    const content = readFields(config.answer, topic, text)
    const isAnswer = topic === `${config.answer}RESULT` || /SHUTTER\d+$/.test(topic)
    for (const part of device.parts) {
      if ('text' in content) receiveText(part, topic, config.answer, content.text, isRetained)
      else receivePart(device, part, content.fields, isRetained)
    }
    if (isAnswer && !isRetained) {
      acknowledge(
        device,
        'fields' in content ? content.fields : { [topic.slice(config.answer.length)]: content.text },
      )
    }
  }

  function receiveText(
    part: TasmotaPart,
    topic: string,
    answer: string,
    text: string,
    isRetained: boolean,
  ): void {
    const { entity } = part
    if (part.kind !== 'shutter' || topic !== `${answer}SHUTTER${part.shutter.number}`) return
    if (entity.state.kind !== 'cover') return
    const state = readShutterText(text, part.shutter, entity.state)
    if (state !== null) register.take(entity, state, isRetained)
  }

  function receive({ topic, payload, retained }: EntityMessage): void {
    if (topic.startsWith(PREFIX)) announced(topic, payload)
    const devices = register.devicesOf(topic)
    if (devices.length === 0 || payload.length > MAX_BYTES) return
    const text = payload.toString()
    for (const device of devices) receiveState(device, topic, text, retained)
  }

  function commandsFor(id: string, action: EntityAction, value?: unknown): EntityCommand {
    const found = register.find(id)
    const part = found?.device.parts.find(({ entity }) => entity.id === id)
    if (found === null || part === undefined) return refusal('device_offline', 'there is no such entity')
    const messages = tasmotaMessages(found.device.config, part, action, value)
    if ('error' in messages) return messages
    if (!found.entity.isAnnounced || !found.device.isAvailable) {
      return refusal('device_offline', 'the device is not available')
    }
    lastCommand++
    found.entity.waitFor(lastCommand)
    return { messages, command: lastCommand }
  }

  return {
    filters: [`${PREFIX}+/config`, `${PREFIX}+/sensors`],
    receive,
    restore: (announcement) => receive({ ...announcement, retained: true }),
    subscribed: register.subscribed,
    list: register.list,
    size: register.size,
    find: register.describe,
    keep: register.keep,
    commandsFor,
    // The firmware subscribes to all topics below this one.
    commandTopicOf(id) {
      const found = register.find(id)
      return found === null ? null : `${found.device.config.command}Status`
    },
    sent: () => undefined,
    maintenanceFor(id, what) {
      const found = register.find(id)
      if (found === null || what !== 'restart') {
        return refusal('device_unsupported_action', 'the firmware has no such command')
      }
      if (!found.device.isAvailable) return refusal('device_offline', 'the device is not available')
      const topic = `${found.device.config.command}Restart`
      return { messages: [{ topic, payload: '1', qos: 0 }], command: null }
    },
    announcementOf(id) {
      const device = register.find(id)?.device
      if (device === undefined) return null
      return { topic: `${PREFIX}${device.config.mac}/config`, payload: device.payload }
    },
    forget(id) {
      const mac = register.find(id)?.device.config.mac
      if (mac === undefined) return []
      register.withdraw(mac)
      return [`${PREFIX}${mac}/config`, `${PREFIX}${mac}/sensors`]
    },
    stop: () => undefined,
  }
}

const isNamed = (part: TasmotaPart, fields: Record<string, unknown>): boolean =>
  Object.keys(fields).some((key) =>
    part.kind === 'shutter'
      ? new RegExp(`^shutter[a-z]*${part.shutter.number}$`, 'i').test(key)
      : key === `POWER${part.relay.number}` ||
        (part.relay.number === 1 && key === 'POWER') ||
        (part.relay.dims && key === 'Dimmer'),
  )

/** The fields of a message, as they stand, in `StatusSNS`, in `StatusSTS`, or from the topic of a relay; else its text. */
function readFields(
  answer: string,
  topic: string,
  text: string,
): { fields: Record<string, unknown> } | { text: string } {
  const word = topic.startsWith(answer) ? topic.slice(answer.length) : ''
  if (/^POWER\d*$/.test(word)) return { fields: { [word]: text } }
  try {
    const parsed: unknown = JSON.parse(text)
    if (!isJsonObject(parsed)) return { text }
    const inner = parsed.StatusSNS ?? parsed.StatusSTS
    return { fields: isJsonObject(inner) ? inner : parsed }
  } catch {
    return { text }
  }
}
