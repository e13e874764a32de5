import type { DeviceStateMessage, DeviceStatusMessage } from '@senca/contract'
import type { DevicePublication } from '../device/reporter.ts'
import {
  createVirtualDevice,
  type VirtualDevice,
  type VirtualDeviceOptions,
} from '../device/virtual-device.ts'
import { createManualClock, type ManualClock } from '../manual-clock.ts'

interface Envelope {
  id?: string
  sentAt?: string
  expiresAt?: string
}

/** A virtual device with a recorded connection and a manual clock. */
export interface Bench {
  clock: ManualClock
  device: VirtualDevice
  /** All published messages, in order. */
  published: DevicePublication[]
  states(): DeviceStateMessage[]
  statuses(): DeviceStatusMessage[]
  results(): unknown[]
  lastState(): DeviceStateMessage
  /** Sends a command that is valid for ten seconds; `envelope` replaces its id or time. */
  send(command: Record<string, unknown>, envelope?: Envelope): string
  connect(): void
}

export function createBench(options: Omit<VirtualDeviceOptions, 'id' | 'clock'>, onto?: ManualClock): Bench {
  const clock = onto ?? createManualClock()
  const device = createVirtualDevice({ id: 'device-0001', clock, ...options })
  const published: DevicePublication[] = []
  let sent = 0
  const states = (): DeviceStateMessage[] =>
    published.flatMap((each) => (each.topic === 'state' ? [each.body] : []))
  const connect = (): void => {
    device.attach((publication) => {
      published.push(publication)
    })
  }
  device.onLinkWanted((isWanted) => {
    if (isWanted) connect()
  })
  connect()
  return {
    clock,
    device,
    published,
    states,
    statuses: () => published.flatMap((each) => (each.topic === 'status' ? [each.body] : [])),
    results: () => published.flatMap((each) => (each.topic === 'result' ? [each.body] : [])),
    lastState() {
      const last = states().at(-1)
      if (last === undefined) throw new Error('nothing was reported')
      return last
    },
    send(command, envelope = {}) {
      sent += 1
      const id = envelope.id ?? `command-${sent}`
      const expiresAt = envelope.expiresAt ?? new Date(clock.now().getTime() + 10_000).toISOString()
      device.receive(JSON.stringify({ ...envelope, id, expiresAt, ...command }))
      return id
    },
    connect,
  }
}
