import { IMPROV_COMMANDS, type ImprovCommand, readFrame, writeFrame } from './frames.ts'
import type { BluetoothDevice, Characteristic } from './web-bluetooth.ts'

const uuid = (part: number): string => `00467768-6228-2272-4663-2774782680${part.toString().padStart(2, '0')}`
export const IMPROV_SERVICE = uuid(0)
const CHARACTERISTICS = { state: uuid(1), error: uuid(2), command: uuid(3), result: uuid(4), able: uuid(5) }

const STATES = { needsButton: 1, ready: 2, joined: 4 } as const
const ERRORS = { none: 0, unknownCommand: 2, noConnection: 3 } as const
/** A capability flag: the device can list the networks that it finds. */
const CAN_SCAN = 0x04

const ANSWER_MS = 15_000
const JOIN_MS = 60_000

/**
 * Why the set-up stopped: wrong password or network not found, a device that does not support set-up codes, or the connection was
 * lost.
 */
export type ImprovReason = 'refused' | 'unsupported' | 'lost'
export class ImprovFailure extends Error {
  readonly reason: ImprovReason
  constructor(reason: ImprovReason) {
    super(`The device could not be set up over Bluetooth: ${reason}`)
    this.reason = reason
  }
}

type Received =
  | { kind: 'state' | 'error'; value: number }
  | { kind: 'result'; command: number; texts: string[] }
  | { kind: 'gone' }

/** A device that is connected over Bluetooth and waits for its Wi-Fi credentials. */
export interface Improv {
  /** Whether its button must still be pressed. */
  needsButton(): boolean
  /** Resolves when its button was pressed. */
  pressed(): Promise<void>
  /** The networks that the device finds, strongest first; empty if it cannot scan. */
  networks(): Promise<string[]>
  /** Sends a set-up code and the server to connect to. */
  hand(server: { setupCode: string; host: string; port: number; tls: boolean }): Promise<void>
  /** Makes the device join a Wi-Fi network. */
  join(network: { ssid: string; password: string }): Promise<void>
  close(): void
}

/** Connects to a device that supports Improv. Rejects with an `ImprovFailure`, as all its methods do. */
export async function connectImprov(device: BluetoothDevice): Promise<Improv> {
  try {
    return await connect(device)
  } catch (error) {
    device.gatt?.disconnect()
    throw error instanceof ImprovFailure ? error : new ImprovFailure('lost')
  }
}

async function connect(device: BluetoothDevice): Promise<Improv> {
  const listeners = new Set<(received: Received) => void>()
  const notify = (received: Received) => {
    for (const listener of listeners) listener(received)
  }
  if (device.gatt === undefined) throw new ImprovFailure('lost')
  device.addEventListener('gattserverdisconnected', () => notify({ kind: 'gone' }))
  const service = await (await device.gatt.connect()).getPrimaryService(IMPROV_SERVICE)
  // One after the other, because a device can only handle one request at a time.
  const state = await service.getCharacteristic(CHARACTERISTICS.state)
  const error = await service.getCharacteristic(CHARACTERISTICS.error)
  const command = await service.getCharacteristic(CHARACTERISTICS.command)
  const result = await service.getCharacteristic(CHARACTERISTICS.result)
  const able = byteOf(await (await service.getCharacteristic(CHARACTERISTICS.able)).readValue())
  let current = byteOf(await state.readValue())
  await follow(state, (bytes) => {
    current = byteOf(bytes)
    notify({ kind: 'state', value: current })
  })
  await follow(error, (bytes) => notify({ kind: 'error', value: byteOf(bytes) }))
  await follow(result, (bytes) => {
    const frame = readFrame(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    if (frame !== null) notify({ kind: 'result', ...frame })
  })

  /** Waits for a notification and resolves with the result of `found`; null means that the notification is ignored. */
  const receive = <T>(found: (received: Received) => T | null, ms: number | null): Promise<T> =>
    new Promise((resolve, reject) => {
      const end = (): void => {
        listeners.delete(listener)
        clearTimeout(timer)
      }
      const fail = (reason: ImprovReason): void => {
        end()
        reject(new ImprovFailure(reason))
      }
      const listener = (received: Received): void => {
        const reason = reasonIn(received)
        if (reason !== null) {
          fail(reason)
          return
        }
        const value = found(received)
        if (value === null) return
        end()
        resolve(value)
      }
      const timer = ms === null ? undefined : setTimeout(() => fail('lost'), ms)
      listeners.add(listener)
    })

  /** Sends a command and resolves with the result of `found` for one of the following notifications. */
  const ask = async <T>(
    asked: { command: ImprovCommand; texts: string[] },
    found: (received: Received) => T | null,
    ms = ANSWER_MS,
  ): Promise<T> => {
    const [answer] = await Promise.all([
      receive(found, ms),
      command.writeValueWithResponse(writeFrame(asked)).catch(() => notify({ kind: 'gone' })),
    ])
    return answer
  }
  const answersTo = (received: Received, asked: ImprovCommand): received is Received & { kind: 'result' } =>
    received.kind === 'result' && received.command === asked

  return {
    needsButton: () => current === STATES.needsButton,
    async pressed() {
      if (current === STATES.needsButton)
        await receive(
          (received) => (received.kind === 'state' && received.value >= STATES.ready ? true : null),
          null,
        )
    },
    async networks() {
      if ((able & CAN_SCAN) === 0) return []
      const found: { ssid: string; rssi: number }[] = []
      // The device sends one result for each network, and an empty one at the end.
      await ask({ command: IMPROV_COMMANDS.scan, texts: [] }, (received) => {
        if (!answersTo(received, IMPROV_COMMANDS.scan)) return null
        const [ssid, rssi] = received.texts
        if (ssid === undefined) return true
        found.push({ ssid, rssi: Number(rssi) })
        return null
      })
      found.sort((one, other) => other.rssi - one.rssi)
      return [...new Set(found.map(({ ssid }) => ssid))].filter((ssid) => ssid !== '')
    },
    async hand({ setupCode, host, port, tls }) {
      const texts = [setupCode, host, String(port), tls ? '1' : '0']
      await ask({ command: IMPROV_COMMANDS.setup, texts }, (received) =>
        answersTo(received, IMPROV_COMMANDS.setup) ? true : null,
      )
    },
    async join({ ssid, password }) {
      await ask(
        { command: IMPROV_COMMANDS.wifi, texts: [ssid, password] },
        (received) =>
          answersTo(received, IMPROV_COMMANDS.wifi) ||
          (received.kind === 'state' && received.value === STATES.joined)
            ? true
            : null,
        JOIN_MS,
      )
    },
    close: () => device.gatt?.disconnect(),
  }
}

const byteOf = (bytes: DataView): number => (bytes.byteLength === 0 ? 0 : bytes.getUint8(0))

async function follow(characteristic: Characteristic, changed: (bytes: DataView) => void): Promise<void> {
  characteristic.addEventListener('characteristicvaluechanged', () => {
    if (characteristic.value !== undefined) changed(characteristic.value)
  })
  await characteristic.startNotifications()
}

/** The reason why the set-up stopped, if the notification contains one. */
function reasonIn(received: Received): ImprovReason | null {
  if (received.kind === 'gone') return 'lost'
  if (received.kind !== 'error' || received.value === ERRORS.none) return null
  if (received.value === ERRORS.noConnection) return 'refused'
  return received.value === ERRORS.unknownCommand ? 'unsupported' : 'lost'
}
