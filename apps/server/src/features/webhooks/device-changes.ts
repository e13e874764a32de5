import { type DeviceState, isBusy } from '@senca/contract'
import type { WebhookEvent } from '@senca/contract/webhooks'
import { type ShadowChange, stateOf } from '#features/devices/index.ts'
import { isDoorOpen } from '#features/safety/index.ts'

const LOCKS = ['motorLockState', 'magnetLockState'] as const
const PASSING: ReadonlySet<string> = new Set(['locking', 'unlocking', 'unknown'])

/** The values of a state, without the time of the report and the connection. */
function valuesOf({ reportedAt: _at, status: _status, target: _target, ...values }: DeviceState): string {
  return JSON.stringify(Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Whether a movement begins or ends, or something changes at rest. */
function isStateChange(before: DeviceState, after: DeviceState): boolean {
  const [was, is] = [isBusy(before.status), isBusy(after.status)]
  // A device that has never reported counts as busy: its first report is new values, not the end of a movement.
  return was !== is || (!is && valuesOf(before) !== valuesOf(after))
}

const isLockChange = (before: DeviceState, after: DeviceState): boolean =>
  LOCKS.some((lock) => {
    const [was, is] = [before[lock], after[lock]]
    return was !== undefined && is !== undefined && was !== is && !PASSING.has(is)
  })

/** The events of a change of a device [BR54]. */
export function eventsOfChange({ before, shadow, event }: Pick<ShadowChange, 'before' | 'shadow' | 'event'>) {
  const events: WebhookEvent[] = []
  if (event.kind === 'connection' && before.connected !== shadow.connected) events.push('device.connection')
  if (event.kind !== 'report') return events
  const [was, is] = [stateOf(before), stateOf(shadow)]
  if (isStateChange(was, is)) events.push('device.state')
  const [wasOpen, isOpen] = [isDoorOpen(before), isDoorOpen(shadow)]
  if (wasOpen !== null && isOpen !== null && wasOpen !== isOpen)
    events.push(isOpen ? 'door.opened' : 'door.closed')
  if (isLockChange(was, is)) events.push('lock.changed')
  return events
}
