import { type Counts, LIMITS } from '@senca/contract'
import type { ActivityEnd, ActivityLife } from '#features/activity/index.ts'
import { type Device, effectiveTypeOf, isLater, type Shadows, stateOf } from '#features/devices/index.ts'
import type { Clock } from '#platform/clock.ts'
import { createFollowers } from './followers.ts'
import { type Maintenance, maintenanceEnd, type Run } from './maintenance-end.ts'
import type { UnderWay } from './under-way.ts'

/** A calibration goes the whole way twice. */
const CALIBRATION_MAX_MS = 2 * LIMITS.COMMAND_REST_MAX_MS

interface MaintenanceWatchOptions {
  shadows: Shadows
  clock: Clock
  underWay: Pick<UnderWay, 'onTaken'>
}

/** Follows calibrations and restarts, which are answered when the device takes them, to their end. */
export function createMaintenanceWatch({ shadows, clock, underWay }: MaintenanceWatchOptions) {
  const followers = createFollowers()
  const giveUps = new Set<() => void>()

  const follow = (device: Device, asked: Maintenance, sentAt: Counts, life: ActivityLife) => {
    const { id } = device
    const place = new AbortController()
    if (!followers.enter(device, place)) return
    const type = effectiveTypeOf(device, shadows.get(id))
    let run: Run = { type, asked, sentAt, hasBegun: false, isStopped: false }
    const startedAt = clock.now().getTime()
    let cancelTimer = () => {}

    const undo = () => {
      cancelTimer()
      stopWatching()
      stopHearing()
      followers.leave(id, place)
      giveUps.delete(undo)
    }
    const finish = (end: ActivityEnd) => {
      undo()
      life.ended(end)
    }
    const restartTimer = () => {
      cancelTimer()
      const left = startedAt + CALIBRATION_MAX_MS - clock.now().getTime()
      const ms = Math.max(0, Math.min(left, LIMITS.COMMAND_REST_MAX_MS))
      cancelTimer = clock.after(ms, () => finish({ ok: false, error: 'device_not_responding' }))
    }

    const stopHearing = underWay.onTaken(id, ({ isStop }) => {
      if (isStop) run = { ...run, isStopped: true }
    })
    const stopWatching = shadows.onChangeOf(id, ({ shadow, event }) => {
      if (event.kind === 'claimed' || event.kind === 'forgotten')
        return finish({ ok: false, error: 'device_not_exist' })
      if (event.kind === 'connection' && !shadow.connected) run = { ...run, hasBegun: true }
      if (event.kind !== 'report' || !isLater(shadow.counts, sentAt)) return
      const state = stateOf(shadow)
      if (state.status === 'calibrating') {
        run = { ...run, hasBegun: true }
        if (asked === 'recalibrate') restartTimer()
      }
      const end = maintenanceEnd(run, state, shadow.counts)
      if (end !== null) finish(end)
    })
    place.signal.addEventListener('abort', () =>
      finish({ ok: false, error: 'device_update_failed', detail: 'replaced' }),
    )
    giveUps.add(undo)
    restartTimer()
  }

  return {
    /** The life of an entry that is not over when the device takes what was asked. */
    seeThrough(device: Device, asked: Maintenance, life: ActivityLife): ActivityLife {
      const sentAt = shadows.get(device.id).counts
      return {
        acknowledged() {
          life.acknowledged()
          follow(device, asked, sentAt, life)
        },
        ended: life.ended,
      }
    },
    count: () => giveUps.size,
    /** The server stops: how they end nobody knows. */
    stop() {
      for (const giveUp of giveUps) giveUp()
    },
  }
}
