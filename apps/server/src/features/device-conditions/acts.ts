import type { DeviceCommand } from '@senca/contract'
import { ASKED_ACTIONS } from '@senca/contract/activity'
import type { Activity } from '#features/activity/index.ts'
import type { CommandService } from '#features/commands/index.ts'
import type { Devices } from '#features/devices/index.ts'
import type { Links } from '#features/links/index.ts'
import type { NotificationActs } from '#features/notifications/index.ts'
import { type Holds, isDoorOpen } from '#features/safety/index.ts'

interface NotificationActsOptions {
  activity: Pick<Activity, 'flushOf' | 'store'>
  commands: { service: Pick<CommandService, 'move' | 'abort'> }
  devices: Pick<Devices, 'lookup' | 'shadows'>
  holds: Pick<Holds, 'moveOf'>
  links: { service: Pick<Links['service'], 'freeze'> }
}

const PERCENT = 100
/** The database knows no times as late as the last one of a Date. */
const FOREVER = new Date('9999-12-31T00:00:00Z')
/** The worker that presses a button has no page, so that what fails after its answer is notified. */
const NOT_AWAITED = { isAwaited: false, shown: { host: '' }, isDelivered: Promise.resolve(true) }

/** What the actions of notifications do. */
export const createNotificationActs = ({
  activity,
  commands,
  devices,
  holds,
  links,
}: NotificationActsOptions): NotificationActs => ({
  async isClosed(deviceId) {
    await devices.shadows.load([deviceId])
    const shadow = devices.shadows.peek(deviceId)
    return shadow?.connected === true && isDoorOpen(shadow) === false
  },
  async isCommandedSince(ownerId, deviceId, at) {
    await activity.flushOf(ownerId)
    const span = { actions: ASKED_ACTIONS, since: new Date(at.getTime() + 1), until: FOREVER }
    return (await activity.store.listActions(ownerId, deviceId, span)).length > 0
  },
  async safeMove(deviceId): Promise<DeviceCommand | null> {
    const [device] = await devices.lookup([deviceId])
    const shadow = devices.shadows.peek(deviceId)
    if (device === undefined || shadow === undefined) return null
    const move = holds.moveOf(device, shadow)
    if (move.kind !== 'move') return null
    const { position, inclination } = move.target
    return {
      command: 'move',
      ...(position == null ? {} : { position: position * PERCENT }),
      ...(inclination == null ? {} : { inclination: inclination * PERCENT }),
    }
  },
  send: (actor, deviceId, command) =>
    commands.service.move(actor, [{ token: deviceId, ...command }], NOT_AWAITED),
  stop: (actor, deviceId) => commands.service.abort(actor, [{ token: deviceId }], NOT_AWAITED),
  freeze: (actor) => links.service.freeze(actor, true),
})
