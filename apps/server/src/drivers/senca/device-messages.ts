import {
  type DeviceResultMessage,
  type DeviceTopic,
  deviceResultMessageSchema,
  deviceStateMessageSchema,
  deviceStatusMessageSchema,
  deviceTopic,
  type ErrorCode,
  parseDeviceMessage,
  parseDeviceTopic,
  parseDeviceType,
} from '@senca/contract'
import type { DeviceReport } from '../driver.ts'

/** The connection data in a `status` message. */
interface Presence {
  connected: boolean
  /** Null if the device does not count its connections. */
  session: number | null
}

/** The result of parsing a message of a device. */
export type ReadMessage =
  | { kind: 'report'; reports: DeviceReport[]; presence?: Presence; dropped: string[] }
  | { kind: 'gone'; presence: Presence }
  | { kind: 'result'; result: DeviceResultMessage }
  /** Nothing relevant for the server. */
  | { kind: 'nothing' }
  | { kind: 'unreadable'; reason: string }

const NOTHING: ReadMessage = { kind: 'nothing' }

/** Parses a message of a device according to its topic. */
export function readDeviceMessage(address: string, topic: DeviceTopic, text: string): ReadMessage {
  switch (topic) {
    case 'status':
      return readStatus(address, text)
    case 'state':
      return readState(address, text)
    case 'result': {
      const result = parseDeviceMessage(deviceResultMessageSchema, text)
      return result.ok
        ? { kind: 'result', result: result.value }
        : { kind: 'unreadable', reason: result.reason }
    }
    case 'command':
      return NOTHING
  }
}

function readStatus(address: string, text: string): ReadMessage {
  const status = parseDeviceMessage(deviceStatusMessageSchema, text)
  if (!status.ok) return { kind: 'unreadable', reason: status.reason }
  const { connected, session, type, version, firmware, factoryReset, setupCode, upgradeError, health } =
    status.value
  const presence = { connected, session: session ?? null }
  if (!connected) return { kind: 'gone', presence }
  const report: DeviceReport = {
    kind: 'hardware',
    address,
    type: type === undefined ? null : parseDeviceType(type),
    version: version ?? null,
    firmware: firmware ?? null,
    factoryReset: factoryReset === true,
    ...(setupCode === undefined ? {} : { setupCode }),
    ...(upgradeError === undefined ? {} : { upgradeError }),
    ...(health === undefined ? {} : { health }),
    capabilities: null,
  }
  return { kind: 'report', reports: [report], presence, dropped: status.dropped }
}

function readState(address: string, text: string): ReadMessage {
  const message = parseDeviceMessage(deviceStateMessageSchema, text)
  if (!message.ok) return { kind: 'unreadable', reason: message.reason }
  const { status, totalRestarts, totalStateUpdates, battery, batteryLow, ...rest } = message.value
  const order = { totalRestarts, totalStateUpdates }
  // Only the server decides that a device is offline [DP11]; a device that reports is online.
  const isMentioned = status !== undefined && status !== 'offline'
  const state = isMentioned ? { ...rest, status } : rest
  const charge = {
    ...(battery === undefined ? {} : { battery }),
    ...(batteryLow === undefined ? {} : { batteryLow }),
  }
  const charges: DeviceReport[] =
    Object.keys(charge).length === 0 ? [] : [{ kind: 'charge', address, order, charge }]
  const reports: DeviceReport[] = [...charges, { kind: 'state', address, order, state }]
  return { kind: 'report', reports, dropped: message.dropped }
}

/** A device may publish its own status, state and result [DP3]. */
export function mayPublish(deviceId: string, topic: string): boolean {
  const place = parseDeviceTopic(topic)
  return place !== null && place.deviceId === deviceId && place.topic !== 'command'
}

/** A device may subscribe to its own commands [DP3]. */
export const maySubscribe = (deviceId: string, filter: string): boolean =>
  filter === deviceTopic(deviceId, 'command')

/** The error names that a device may use in a result [DP22]. */
const DEVICE_ERRORS = [
  'device_busy',
  'device_not_busy',
  'device_already_in_state',
  'device_unsupported_action',
  'device_not_ready',
  'device_update_failed',
  'bad_command_value',
  'invalid_command',
] as const satisfies readonly ErrorCode[]

/** The error code for a name sent by a device. Any other name, and no name, becomes `device_update_failed` [DP22]. */
export const errorOfDeviceWord = (word: string | undefined): ErrorCode =>
  DEVICE_ERRORS.find((known) => known === word) ?? 'device_update_failed'
