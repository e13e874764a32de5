import type { EntityAction } from '../entities/entity.ts'
import {
  type EntityAnnouncement,
  type EntityCommand,
  type EntityMessage,
  type EntityModel,
  type EntityModelOptions,
  refusal,
} from '../entities/entity-model.ts'
import { isJsonObject } from '../entities/json-object.ts'
import { createNativeRegister } from '../entities/native-register.ts'
import { faultOfTopic } from '../entities/topics.ts'
import { createShellyCalls } from './shelly-calls.ts'
import { createShellyDevice, DeviceInfo, type ShellyDevice, type ShellyPart } from './shelly-device.ts'
import { errorOf, RpcAnswer, RpcNotification, type RpcRequest, requestFor } from './shelly-rpc.ts'
import { actionsOf, isNewlyObstructed, limitationsOf, mergeStatus, stateOf } from './shelly-status.ts'

const MAX_BYTES = 64 * 1024
const ONLINE = '/online'
const INFO = 'Shelly.GetDeviceInfo'
const STATUS = 'Shelly.GetStatus'
const EVENTS = '/events/rpc'

/** Shelly devices from the second generation on: found by their `online`, asked what they are by RPC [HW31]. */
export function createShellyModel(options: EntityModelOptions): EntityModel {
  const { clock, report, publish } = options
  const register = createNativeRegister<ShellyDevice>(options)
  const calls = createShellyCalls(clock)
  let isAnswerTopicSubscribed = false
  /** Devices that said that they are online before their answers could be received. */
  const toAsk = new Set<string>()
  options.topicsChanged({ added: [calls.answerTopic], removed: [] })

  function ask(prefix: string, request: RpcRequest, answered: (result: unknown) => void): void {
    const call = calls.make(prefix, request, (answer) => {
      if (answer.error === undefined) answered(answer.result)
    })
    if (call !== null) publish([call.message])
  }

  function askWhatItIs(prefix: string): void {
    if (!isAnswerTopicSubscribed) {
      if (toAsk.size < 1000) toAsk.add(prefix)
      return
    }
    if (calls.isWaiting(prefix, [INFO, STATUS])) return
    ask(prefix, { method: INFO }, (answer) => {
      const info = DeviceInfo.safeParse(answer)
      if (!info.success) return
      ask(prefix, { method: STATUS }, (status) => {
        if (isJsonObject(status)) put(prefix, info.data, status, true)
      })
    })
  }

  function put(prefix: string, info: DeviceInfo, status: Record<string, unknown>, isOnline: boolean): void {
    const device = createShellyDevice(prefix, info, status)
    // What it says now counts, not what it said before.
    const states = device.parts.map(({ entity }) => entity.state)
    device.isAvailable = isOnline
    if (!register.put(prefix, device, `${prefix}${ONLINE}`) || !isOnline) return
    device.entities.forEach((entity, index) => {
      register.take(entity, states[index] ?? entity.state, false)
    })
  }

  function online(prefix: string, word: string): void {
    if (faultOfTopic(prefix) !== null) return
    const device = register.device(prefix)
    if (word === 'true') askWhatItIs(prefix)
    if (word === 'false' && device !== null) register.setAvailable(device, false)
  }

  function receiveStatus(part: ShellyPart, reported: unknown, isRetained: boolean): void {
    const status = mergeStatus(reported, part.status)
    if (status === null) return
    const { component, entity } = part
    const isObstructed = !isRetained && isNewlyObstructed(part.status, status)
    part.status = status
    entity.can = actionsOf(component, status)
    entity.limitations = limitationsOf(component, status)
    register.take(entity, stateOf(component, status), isRetained)
    if (isObstructed) {
      report({ event: 'failed', id: entity.id, error: 'device_update_failed', detail: 'obstructed' })
    }
  }

  function receiveFromDevice(
    device: ShellyDevice,
    topic: string,
    reported: unknown,
    isRetained: boolean,
  ): void {
    const statusOf = device.parts.find(
      ({ component }) => topic === `${device.prefix}/status/${component.key}`,
    )
    if (statusOf !== undefined) receiveStatus(statusOf, reported, isRetained)
    if (topic !== `${device.prefix}${EVENTS}`) return
    const notification = RpcNotification.safeParse(reported)
    if (!notification.success) return
    for (const part of device.parts) {
      const fields = notification.data.params[part.component.key]
      if (fields !== undefined) receiveStatus(part, fields, isRetained)
    }
  }

  function receive({ topic, payload, retained }: EntityMessage): void {
    if (payload.length > MAX_BYTES) return
    const text = payload.toString()
    if (topic.endsWith(ONLINE)) online(topic.slice(0, -ONLINE.length), text)
    if (topic === calls.answerTopic) {
      const answer = RpcAnswer.safeParse(readJson(text))
      if (answer.success) calls.answered(answer.data)
      return
    }
    const devices = register.devicesOf(topic)
    if (devices.length === 0 || topic.endsWith(ONLINE)) return
    const reported = readJson(text)
    for (const device of devices) receiveFromDevice(device, topic, reported, retained)
  }

  function send(id: string, device: ShellyDevice, request: RpcRequest): EntityCommand {
    if (!device.isAvailable) return refusal('device_offline', 'the device is not available')
    const call = calls.make(device.prefix, request, (answer) => {
      const error = errorOf(answer)
      const detail = answer.error?.message?.slice(0, 200)
      report({
        event: 'acknowledged',
        id,
        command: answer.id,
        error,
        ...(detail !== undefined && { detail }),
      })
    })
    if (call === null) return refusal('device_busy', 'too many calls wait for an answer')
    return { messages: [call.message], command: call.id }
  }

  function commandsFor(id: string, action: EntityAction, value?: unknown): EntityCommand {
    const found = register.find(id)
    const part = found?.device.parts.find(({ entity }) => entity.id === id)
    if (found === null || part === undefined) return refusal('device_offline', 'there is no such entity')
    const needed = action === 'openTilt' || action === 'closeTilt' ? 'setTilt' : action
    if (!part.entity.can.includes(needed))
      return refusal('device_unsupported_action', 'the entity has no such command')
    const request = requestFor(part.component, action, value)
    return 'error' in request ? request : send(id, found.device, request)
  }

  function restore({ topic, payload }: EntityAnnouncement): void {
    const kept = readJson(payload.toString())
    if (!topic.endsWith(ONLINE) || !isJsonObject(kept) || !isJsonObject(kept.status)) return
    const info = DeviceInfo.safeParse(kept.info)
    if (info.success) put(topic.slice(0, -ONLINE.length), info.data, kept.status, false)
  }

  return {
    filters: [`+${ONLINE}`, `+${EVENTS}`],
    receive,
    restore,
    subscribed(topics) {
      if (topics.includes(calls.answerTopic)) {
        isAnswerTopicSubscribed = true
        for (const prefix of toAsk) askWhatItIs(prefix)
        toAsk.clear()
      }
      register.subscribed(topics)
    },
    list: register.list,
    size: register.size,
    find: register.describe,
    keep: register.keep,
    commandsFor,
    commandTopicOf(id) {
      const prefix = register.find(id)?.device.prefix
      return prefix === undefined ? null : `${prefix}/rpc`
    },
    sent: () => undefined,
    maintenanceFor(id, what) {
      const found = register.find(id)
      if (found === null) return refusal('device_offline', 'there is no such entity')
      if (what === 'restart') return send(id, found.device, { method: 'Shelly.Reboot' })
      const part = found.device.parts.find(({ entity }) => entity.id === id)
      if (part?.component.kind !== 'cover') {
        return refusal('device_unsupported_action', 'only covers are calibrated')
      }
      return send(id, found.device, { method: 'Cover.Calibrate', params: { id: part.component.number } })
    },
    /** A device says only that it is online, so what it answered is kept. */
    announcementOf(id) {
      const device = register.find(id)?.device
      if (device === undefined) return null
      const status = Object.fromEntries(device.parts.map((part) => [part.component.key, part.status]))
      return {
        topic: `${device.prefix}${ONLINE}`,
        payload: Buffer.from(JSON.stringify({ info: device.deviceInfo, status })),
      }
    },
    forget(id) {
      const prefix = register.find(id)?.device.prefix
      if (prefix === undefined) return []
      register.withdraw(prefix)
      return [`${prefix}${ONLINE}`]
    },
    stop: calls.stop,
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
