import type { DeviceInfo, ServerMessage, StateUpdate } from '@senca/contract'

/** Where what the server tells goes; guests are told nothing of sharing and rooms. */
export interface EventSinks {
  devices: {
    put(device: DeviceInfo): void
    deleted(deviceId: string): void
    stateUpdated(update: StateUpdate): void
  }
  sharing?: { updated(): void }
  rooms?: { updated(): void }
}

/** The connection itself lives by some of these; what lies behind pages of the owner alone is read in `home-wiring.ts`. */
type Unapplied = Extract<
  ServerMessage['subject'],
  `auth.${string}` | 'heartbeat' | `scenario.${string}` | 'groups.updated' | 'roles.updated'
>

/** Hands one message to those it concerns; a subject without a case does not compile. */
export function applyEvent(message: ServerMessage, { devices, sharing, rooms }: EventSinks): void {
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
    case 'sharing.updated':
      sharing?.updated()
      break
    case 'rooms.updated':
      rooms?.updated()
      break
    default:
      message.subject satisfies Unapplied
  }
}
