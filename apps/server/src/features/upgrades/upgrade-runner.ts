import type { ErrorCode } from '@senca/contract'
import {
  isNewerFirmware,
  UPGRADE_ERRORS,
  type UpgradeError,
  type UpgradeStep,
} from '@senca/contract/hardware'
import pLimit from 'p-limit'
import { DriverError } from '#drivers/driver.ts'
import type { Activity } from '#features/activity/index.ts'
import { type Device, type Devices, isFreshlyReported, type Shadow } from '#features/devices/index.ts'
import type { Notify } from '#features/notifications/index.ts'
import type { Actor } from '#features/rights/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { WhenDue } from '#platform/due-loop.ts'
import type { Database } from '#platform/postgres/database.ts'
import type { FirmwareOffer } from './firmware.ts'
import {
  type AskedUpgrade,
  UNCHANGED_S,
  UNCHANGED_UPGRADE,
  type Upgrade,
  type UpgradeStore,
} from './upgrades.store.ts'

/** A device that has come to rest may be about to report its new firmware. */
const CHECK_AFTER_MS = 2_000
/** The interval for upgrades that no event reports, because the server was killed at that time. */
const CHECK_EVERY_S = 5
/** Limits the number of database connections that upgrades use, so that others stay free for requests. */
const CHECKS_AT_ONCE = 4
/** A device that has not reported for this long is assumed to have failed. */
const SILENT_MS = 30 * 60_000
/** A device that has acknowledged an upgrade may take this long to report that it has started. */
const START_MS = 2_000

const UNDER_WAY = ['sent', 'upgrading'] as const satisfies readonly UpgradeStep[]

const readError = (word: string): UpgradeError => UPGRADE_ERRORS.find((known) => known === word) ?? 'unknown'

/** Whether the device is connected and at rest, so that all of its commands have ended. */
export const isAtRest = (shadow: Shadow): boolean =>
  isFreshlyReported(shadow) && shadow.fields.status === 'ready'

interface UpgradeRunnerOptions {
  store: UpgradeStore
  devices: Pick<
    Devices,
    'lookup' | 'shadows' | 'gateway' | 'hardwareOf' | 'registry' | 'rights' | 'events' | 'followHardwareBy'
  >
  database: Database
  activity: Pick<Activity, 'recordIn'>
  notify: Pick<Notify, 'publish'>
  clock: Clock
  whenDue: WhenDue
  /** Whether the device is held in a place for safety. While it upgrades it could not be moved there. */
  isHeld(device: Device, shadow: Shadow): boolean
  /** Called when an upgrade of a home has ended or could not start. */
  ended(ownerId: string): void
  failed(error: unknown, deviceId: string): void
}

/** Sends upgrades to devices and determines their results. */
export function createUpgradeRunner(options: UpgradeRunnerOptions) {
  const { store, devices, database, activity, notify, clock, whenDue, isHeld, ended, failed } = options
  const { shadows, gateway, hardwareOf, registry, events } = devices
  const undos: (() => void)[] = []
  const limit = pLimit(CHECKS_AT_ONCE)
  /** The devices that have not acknowledged their upgrade yet. A failure that they report is that of an earlier one. */
  const unacknowledged = new Set<string>()
  /** The failures reported by devices while they upgrade: of an earlier upgrade, or shortly before they come to rest. */
  const reportedByDevice = new Map<string, string>()

  /** Who requested the upgrade, with their current roles, so that the activity log can name the role. */
  const askerOf = async (deviceId: string): Promise<Actor | null> => {
    const upgrade = await store.find(deviceId)
    if (upgrade === undefined) return null
    const { askedBy, ownerId } = upgrade
    return devices.rights.renew({
      kind: 'account',
      accountId: askedBy ?? ownerId,
      sessionId: '',
      received: [],
    })
  }

  /** The result and its activity entry are written together; of concurrent calls only one writes them. */
  const end = async (deviceId: string, from: readonly UpgradeStep[], error: UpgradeError | null) => {
    const now = clock.now()
    const asker = await askerOf(deviceId)
    const upgrade = await database.db.transaction(async (transaction) => {
      const step = error === null ? 'done' : 'failed'
      const moved = await store.move(transaction, deviceId, from, { step, error, now })
      if (moved === null) return null
      const failure = error === null ? null : { error, at: now.toISOString() }
      const device = await registry.setUpgradeFailure(transaction, deviceId, moved.ownerId, failure)
      if (device !== null && asker !== null) await record(transaction, device, moved, asker, error)
      if (device !== null && error !== null)
        await notify.publish(transaction, {
          kind: 'firmware_failed',
          key: `firmware_failed:${deviceId}:${now.getTime()}`,
          ownerId: moved.ownerId,
          deviceId,
          at: now,
          data: { words: 'firmware_failed', device: device.name },
        })
      return moved
    })
    if (upgrade === null) return
    events.updated(deviceId)
    ended(upgrade.ownerId)
  }

  const record = (
    queries: Parameters<Activity['recordIn']>[0],
    device: Device,
    { version }: Upgrade,
    actor: Actor,
    upgradeError: UpgradeError | null,
  ) =>
    activity.recordIn(queries, [
      {
        actor,
        device,
        event:
          upgradeError === null
            ? { action: 'upgraded', details: { version }, change: { before: null, after: { version } } }
            : { action: 'upgrade_failed', details: { version, upgradeError } },
      },
    ])

  /** Determines the current result of an upgrade; `reported` is the reason of a failure as reported by the device. */
  const check = async (deviceId: string, reported?: string): Promise<void> => {
    const upgrade = await store.find(deviceId)
    if (upgrade === undefined || upgrade.step === 'done' || upgrade.step === 'waiting') return
    await shadows.load([deviceId])
    const hardware = hardwareOf(deviceId)
    const isDone = hardware !== null && !isNewerFirmware(upgrade.version, hardware)
    // Also applies to an upgrade that was given up but succeeded later.
    if (isDone) return end(deviceId, [...UNDER_WAY, 'failed'], null)
    const shadow = shadows.get(deviceId)
    if (reported !== undefined) {
      // The failure may be reported before the start was written.
      if (shadow.fields.status !== 'upgrading') return end(deviceId, UNDER_WAY, readError(reported))
      reportedByDevice.set(deviceId, reported)
      return
    }
    if (upgrade.step !== 'upgrading' || !isAtRest(shadow)) return
    if (clock.now().getTime() - upgrade.changedAt.getTime() < START_MS) return
    return end(deviceId, ['upgrading'], 'interrupted')
  }
  const tryCheck = (deviceId: string, reported?: string) => {
    limit(() => check(deviceId, reported)).catch((error: unknown) => failed(error, deviceId))
  }

  /** Handles upgrades without news, because the server was down meanwhile or the device is offline. */
  const checkOld = async ({ deviceId, step, isInLine, changedAt }: Upgrade) => {
    await shadows.load([deviceId])
    const shadow = shadows.get(deviceId)
    const isGone = clock.now().getTime() - changedAt.getTime() > SILENT_MS
    if (step === 'sent') {
      const isTaken = shadow.connected && shadow.fields.status === 'upgrading'
      // It is unknown whether the upgrade was sent, but the device would have started by now.
      const next = isTaken ? 'upgrading' : isInLine ? 'waiting' : null
      if (next === null) await end(deviceId, ['sent'], 'interrupted')
      else await store.move(database.db, deviceId, ['sent'], { step: next, now: clock.now() })
      return
    }
    await check(deviceId)
    if (isGone) await end(deviceId, ['upgrading'], 'no_answer')
  }

  const checkAll = async () => {
    const before = new Date(clock.now().getTime() - UNCHANGED_S * 1_000)
    for (const upgrade of await store.underWaySince(before))
      await checkOld(upgrade).catch((error: unknown) => failed(error, upgrade.deviceId))
  }

  const checkingAll = whenDue({
    kind: 'upgrades',
    query: UNCHANGED_UPGRADE,
    everySeconds: CHECK_EVERY_S,
    run: checkAll,
    failed: (error) => failed(error, ''),
  })

  return {
    start() {
      devices.followHardwareBy((deviceId, { isChanged, upgradeError }) => {
        reportedByDevice.delete(deviceId)
        const reported = unacknowledged.has(deviceId) ? undefined : upgradeError
        if (isChanged || reported !== undefined) tryCheck(deviceId, reported)
      })
      undos.push(
        shadows.onChange(({ before, shadow, isIngested }) => {
          const { deviceId } = shadow
          if (before.fields.status !== 'upgrading' || shadow.fields.status === 'upgrading') return
          const reported = reportedByDevice.get(deviceId)
          reportedByDevice.delete(deviceId)
          if (reported !== undefined) tryCheck(deviceId, reported)
          if (isIngested) clock.after(CHECK_AFTER_MS, () => tryCheck(deviceId))
        }),
      )
    },
    async stop() {
      for (const undo of undos.splice(0)) undo()
      await checkingAll.stop()
    },

    /**
     * Sends an upgrade. Resolves with null when the device has acknowledged it and this is written, otherwise with the error. If
     * the device is offline, busy or held for safety, the upgrade has not failed but becomes `untouched` again.
     */
    async send(
      asked: AskedUpgrade,
      { url, version, sha256, signature }: FirmwareOffer,
      untouched: () => Promise<unknown>,
    ): Promise<ErrorCode | null> {
      const { deviceId } = asked
      const [device] = await devices.lookup([deviceId])
      if (device !== undefined && isHeld(device, shadows.get(deviceId))) {
        await untouched()
        return 'weather_scenario_matched'
      }
      unacknowledged.add(deviceId)
      const acknowledged = () => {
        unacknowledged.delete(deviceId)
      }
      try {
        await gateway.execute(
          { deviceId, command: { command: 'upgrade', url, version, sha256, signature } },
          { acknowledged },
        )
      } catch (error) {
        if (!(error instanceof DriverError)) throw error
        const { code } = error
        // During a shutdown the result is unknown; it is determined after the restart.
        if (code === 'internal_error') return code
        if (code === 'device_offline' || code === 'device_busy' || code === 'device_not_ready')
          await untouched()
        else await end(deviceId, ['sent'], code === 'device_request_timeout' ? 'no_answer' : 'refused')
        return code
      } finally {
        acknowledged()
      }
      await store.move(database.db, deviceId, ['sent'], { step: 'upgrading', now: clock.now() })
      return null
    },
  }
}

export type UpgradeRunner = ReturnType<typeof createUpgradeRunner>
