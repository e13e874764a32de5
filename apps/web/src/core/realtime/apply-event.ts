import type { DeviceInfo, ServerMessage, StateUpdate } from '@senca/contract'

/** Receives the device messages of the server. */
export interface EventSinks {
  put(device: DeviceInfo): void
  deleted(deviceId: string): void
  stateUpdated(update: StateUpdate): void
}

/**
 * Messages that are not applied here. The connection uses some of them; `home-wiring.ts` handles those that guests do not
 * receive.
 */
type Unapplied = Exclude<ServerMessage['subject'], `device.${string}`>

/** Applies one message to the devices. A device subject without a case does not compile. */
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
