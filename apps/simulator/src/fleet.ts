import type { DeviceStateMessage, DeviceType, Target } from '@senca/contract'
import type { Clock } from './clock.ts'
import { createConnectGate } from './connect-gate.ts'
import type { DeviceMemory } from './device/device-memory.ts'
import { createVirtualDevice, type VirtualDevice } from './device/virtual-device.ts'
import { createMqttLink, HOME_PACE, type LinkPace, type MqttLink } from './mqtt-link.ts'
import type { Download } from './upgrade/download.ts'

const CONNECTS_AT_ONCE = 100

/** A controller with its factory credentials. */
export interface Unit {
  id: string
  secret: string
  /** The private key stored at the factory, PKCS#8 in PEM. */
  privateKey?: string | undefined
  type: DeviceType
  parts?: readonly string[] | undefined
  initial?: Target
  /** The charge of its battery in per cent; absent if it has none. */
  battery?: number | undefined
  /** The hardware generation; 2 by default. */
  version?: 1 | 2 | undefined
}

export interface FleetOptions {
  mqtt(): { host: string; port: number; tls?: boolean }
  pace?: LinkPace
  speed?: number
  /** The clock of the devices. */
  clock?: Clock
  memoryOf?(id: string): DeviceMemory | null
  onChange?(): void
  /** Saves the memories; must be finished when it returns. */
  keep?(): void
  onFailure?(failures: number, reason: string): void
  /** How devices download firmware; by HTTP by default. */
  download?: Download
  /** The public key that verifies firmware; null: the devices refuse all firmware. */
  trustedKey?(): string | null
}

/** Many devices in one process, each with its own connection. */
export interface Fleet {
  /** Makes the fleet match this list: creates new devices, recreates changed ones, and stops removed ones. */
  sync(units: readonly Unit[]): void
  /** Connects all devices that are not connected yet. */
  start(): void
  device(id: string): VirtualDevice | undefined
  isOnline(id: string): boolean
  list(): { id: string; type: DeviceType; isOnline: boolean; state: DeviceStateMessage }[]
  memories(): Iterable<readonly [string, DeviceMemory]>
  size(): number
  online(): number
  /** Freezes all devices. */
  freeze(): void
  /** Freezes all devices and disconnects them cleanly. */
  stop(): Promise<void>
}

interface Member {
  unit: Unit
  device: VirtualDevice
  link: MqttLink
}

export function createFleet(options: FleetOptions): Fleet {
  const { pace = HOME_PACE, speed = 1 } = options
  const gate = createConnectGate(CONNECTS_AT_ONCE)
  const memberById = new Map<string, Member>()
  let online = 0

  const build = (unit: Unit): Member => {
    const device = createVirtualDevice({
      id: unit.id,
      type: unit.type,
      speed,
      memory: options.memoryOf?.(unit.id) ?? null,
      ...(options.clock === undefined ? {} : { clock: options.clock }),
      ...(options.keep === undefined ? {} : { keep: options.keep }),
      ...(options.download === undefined ? {} : { download: options.download }),
      ...(options.trustedKey === undefined ? {} : { trustedKey: options.trustedKey }),
      ...(unit.privateKey === undefined ? {} : { privateKey: unit.privateKey }),
      ...(unit.version === undefined ? {} : { version: unit.version }),
      ...(unit.battery === undefined ? {} : { battery: unit.battery }),
      ...(unit.parts === undefined ? {} : { parts: unit.parts }),
      ...(unit.initial === undefined ? {} : { initial: unit.initial }),
    })
    if (options.onChange !== undefined) device.onChange(options.onChange)
    const link = createMqttLink({
      device,
      pace,
      gate,
      endpoint(failures) {
        const mqtt = options.mqtt()
        // The server may have removed the key, so every second attempt uses the secret.
        const token = failures % 2 === 0 ? device.signInToken(mqtt.host) : null
        return { ...mqtt, password: token ?? memberById.get(unit.id)?.unit.secret ?? unit.secret }
      },
      onOnline: (isOnline) => {
        online += isOnline ? 1 : -1
      },
      ...(options.onFailure === undefined ? {} : { onFailure: options.onFailure }),
    })
    return { unit, device, link }
  }

  const dismiss = ({ unit, device, link }: Member): void => {
    memberById.delete(unit.id)
    device.stop()
    void link.stop()
  }

  const freeze = (): void => {
    for (const { device } of memberById.values()) device.freeze()
  }

  return {
    sync(units) {
      const wanted = new Set(units.map((unit) => unit.id))
      for (const member of [...memberById.values()]) {
        if (!wanted.has(member.unit.id)) dismiss(member)
      }
      for (const unit of units) {
        const member = memberById.get(unit.id)
        if (member !== undefined && isSameHardware(member.unit, unit)) {
          member.unit = unit
          continue
        }
        if (member !== undefined) dismiss(member)
        memberById.set(unit.id, build(unit))
      }
    },
    start() {
      for (const { link } of memberById.values()) link.start()
    },
    device: (id) => memberById.get(id)?.device,
    isOnline: (id) => memberById.get(id)?.link.isOnline() === true,
    list: () =>
      [...memberById.values()].map(({ unit, device, link }) => ({
        id: unit.id,
        type: unit.type,
        isOnline: link.isOnline(),
        state: device.state(),
      })),
    *memories() {
      for (const [id, { device }] of memberById) yield [id, device.memory()] as const
    },
    size: () => memberById.size,
    online: () => online,
    freeze,
    async stop() {
      freeze()
      await Promise.all([...memberById.values()].map(({ link }) => link.stop()))
      for (const { device } of memberById.values()) device.stop()
    },
  }
}

const isSameHardware = (one: Unit, other: Unit): boolean =>
  one.type === other.type &&
  one.version === other.version &&
  JSON.stringify(one.parts) === JSON.stringify(other.parts)
