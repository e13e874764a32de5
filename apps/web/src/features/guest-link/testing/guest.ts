import { type CommandResult, type DeviceInfo, type GuestLink, guestLinkSchema } from '@senca/contract'
import { ApiFailure } from '#core/api/failures.ts'
import { fakeClock } from '#core/testing/fakes.ts'
import { deviceOf } from '#features/device-model/testing/devices.ts'
import { createGuest } from '../guest.ts'

export const HOUR_MS = 3_600_000

/** The failure of a call that the link does not allow. */
export const refused = (key?: string) =>
  new ApiFailure(403, {
    error: 'insufficient_permission',
    error_description: 'Not allowed.',
    ...(key === undefined ? {} : { key }),
  })

interface Server {
  link: GuestLink
  devices: Record<string, DeviceInfo>
  /** If set, every call fails with it. */
  failure: Error | null
  results: CommandResult[]
  asked: string[]
  /**
   * Holds back the next answers of a call until the returned function is called. The answers are computed at the time of the
   * call.
   */
  hold(name: string): () => void
}

/** A guest with a fake server and a link with the values `given`. */
export function setUpGuest(
  given: object = {},
  token: string | null = 'token',
  keptPin: string | null = null,
) {
  const clock = fakeClock()
  const link: GuestLink = guestLinkSchema.parse({
    token: 'token',
    name: null,
    state: 'active',
    devices: ['roller'],
    deviceSpecifiers: {},
    multiUse: true,
    maxUses: null,
    uses: 0,
    startsAt: clock.isoIn(-HOUR_MS),
    expiresAt: clock.isoIn(HOUR_MS),
    windows: [],
    timeZone: 'UTC',
    actions: {},
    limits: {},
    hasPin: false,
    ...given,
  })
  const held = new Map<string, Promise<void>>()
  const server: Server = {
    link,
    devices: { roller: deviceOf({ id: 'roller', state: { position: 1 } }) },
    failure: null,
    results: [{ status: 'success', device_ids: ['roller'] }],
    asked: [],
    hold(name) {
      let release = () => {}
      held.set(
        name,
        new Promise((resolve) => {
          release = () => resolve()
        }),
      )
      return () => {
        held.delete(name)
        release()
      }
    },
  }
  const answer = async <T>(name: string, value: () => T): Promise<T> => {
    server.asked.push(name)
    if (server.failure !== null) throw server.failure
    const answered = value()
    await held.get(name)
    return answered
  }
  const sockets: string[] = []
  const pins: (string | null)[] = []
  const eyes = { areOpen: true }
  const guest = createGuest({
    token,
    clock,
    isSeen: () => eyes.areOpen,
    api: {
      info: (terms) => answer(`info ${terms.pin ?? '-'}`, () => server.link),
      devices: () => answer('devices', () => server.devices),
      act: (_terms, id, action, unlock) =>
        answer(`act ${id} ${action.command} ${unlock?.askedAt ?? ''}`.trim(), () => server.results),
      stop: (_terms, id) => answer(`stop ${id}`, () => server.results),
    },
    realtime: {
      connect: (key) => sockets.push(`connect ${key}`),
      closeAll: () => sockets.push('close'),
      status: () => null,
    },
    keptPin,
    keepPin: (pin) => pins.push(pin),
  })
  return { guest, server, clock, sockets, pins, eyes, page: () => guest.store.getState().page }
}
