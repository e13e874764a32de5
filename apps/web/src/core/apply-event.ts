import type { DeviceInfo, ServerMessage, StateUpdate } from '@senca/contract'

/** Where what the server tells of devices goes. */
export interface EventSinks {
  put(device: DeviceInfo): void
  deleted(deviceId: string): void
  stateUpdated(update: StateUpdate): void
}

/** The connection itself lives by some of these; what guests are told nothing of is read in `home-wiring.ts`. */
type Unapplied = Exclude<ServerMessage['subject'], `device.${string}`>

/** Hands one message to the devices; a subject of theirs without a case does not compile. */
export function applyEvent(message: ServerMessage, devices: EventSinks): void {
  switch (message.subject) {
    case 'device.created':
    case 'device.updated':
      devices.put(message.data.device)
      break
    case 'device.deleted':
      devices.deleted(message.data.deviceId)
      break
    case 'device.state_update':
      devices.stateUpdated(message.data)
      break
    default:
      message.subject satisfies Unapplied
  }
}
