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
import { type Device, type Devices, isHeardOf, type Shadow } from '#features/devices/index.ts'
import type { Actor } from '#features/rights/index.ts'
import type { Clock } from '#platform/clock.ts'
import { createCoalescedTask } from '#platform/coalesced-task.ts'
import type { Database } from '#platform/postgres/database.ts'
import type { FirmwareOffer } from './firmware.ts'
import type { AskedUpgrade, Upgrade, UpgradeStore } from './upgrades.store.ts'

/** A device that came to rest may be about to say what it runs now. */
const LOOK_AFTER_MS = 2_000
/** Of what is not told by an event: a server that was killed has missed it. */
const LOOK_EVERY_MS = 5_000
const UNCHANGED_MS = 20_000
/** Where thousands upgrade, so many connections of the database are theirs at most, and the others are for people. */
const LOOKS_AT_ONCE = 4
/** A device that was not heard of for so long does not come back upgraded. */
const SILENT_MS = 30 * 60_000

const UNDER_WAY = ['sent', 'upgrading'] as const satisfies readonly UpgradeStep[]

const readError = (word: string): UpgradeError => UPGRADE_ERRORS.find((known) => known === word) ?? 'unknown'

/** Whether it is here and does nothing: what it was told by then is over. */
export const isAtRest = (shadow: Shadow): boolean => isHeardOf(shadow) && shadow.fields.status === 'ready'

interface UpgradeRunnerOptions {
  store: UpgradeStore
  devices: Pick<
    Devices,
    'lookUp' | 'shadows' | 'driver' | 'hardwareOf' | 'registry' | 'rights' | 'events' | 'followHardwareBy'
  >
  database: Database
  activity: Pick<Activity, 'recordIn'>
  clock: Clock
  /** An upgrade of a home is over, or could not begin. */
  ended(ownerId: string): void
  failed(error: unknown, deviceId: string): void
}

/** Sends upgrades to devices, and finds out what became of them. */
export function createUpgradeRunner(options: UpgradeRunnerOptions) {
  const { store, devices, database, activity, clock, ended, failed } = options
  const { shadows, driver, hardwareOf, registry, events } = devices
  const undos: (() => void)[] = []
  const limit = pLimit(LOOKS_AT_ONCE)

  /** Who asked for the upgrade of a device, with what it is lent by now: the activity tells by which role. */
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

  /** The end is written together with what the home is told of it; of two who find it one writes it. */
  const end = async (deviceId: string, from: readonly UpgradeStep[], error: UpgradeError | null) => {
    const now = clock.now()
    const asker = await askerOf(deviceId)
    const upgrade = await database.db.transaction(async (transaction) => {
      const step = error === null ? 'done' : 'failed'
      const moved = await store.move(transaction, deviceId, from, { step, error, now })
      if (moved === null) return null
      const failure = error === null ? null : { error, at: now.toISOString() }
      const device = await registry.setUpgradeFailure(transaction, deviceId, moved.ownerId, failure)
      if (device !== null && asker !== null) await tell(transaction, device, moved, asker, error)
      return moved
    })
    if (upgrade === null) return
    events.updated(deviceId)
    ended(upgrade.ownerId)
  }

  const tell = (
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
        happening:
          upgradeError === null
            ? { action: 'upgraded', details: { version }, change: { before: null, after: { version } } }
            : { action: 'upgrade_failed', details: { version, upgradeError } },
      },
    ])

  /** What became of an upgrade as far as it is known by now; `said` is why it failed, in the words of the device. */
  const look = async (deviceId: string, said?: string): Promise<void> => {
    const upgrade = await store.find(deviceId)
    if (upgrade === undefined || upgrade.step === 'done' || upgrade.step === 'waiting') return
    await shadows.load([deviceId])
    const hardware = hardwareOf(deviceId)
    const isDone = hardware !== null && !isNewerFirmware(upgrade.version, hardware)
    // Also one that was given up: it has come up after all.
    if (isDone) return end(deviceId, [...UNDER_WAY, 'failed'], null)
    // It may have failed before it was written that it had begun.
    if (said !== undefined) return end(deviceId, UNDER_WAY, readError(said))
    if (upgrade.step !== 'upgrading') return
    if (isAtRest(shadows.get(deviceId))) return end(deviceId, ['upgrading'], 'interrupted')
  }
  const tryLook = (deviceId: string, said?: string) => {
    limit(() => look(deviceId, said)).catch((error: unknown) => failed(error, deviceId))
  }

  /** What nothing is heard of: the server was down meanwhile, or the device is away. */
  const lookAtOld = async ({ deviceId, step, isInLine, changedAt }: Upgrade) => {
    await shadows.load([deviceId])
    const shadow = shadows.get(deviceId)
    const isGone = clock.now().getTime() - changedAt.getTime() > SILENT_MS
    if (step === 'sent') {
      const isTaken = shadow.connected && shadow.fields.status === 'upgrading'
      // Nobody knows whether it was sent: the device would have begun by now.
      const next = isTaken ? 'upgrading' : isInLine ? 'waiting' : null
      if (next === null) await end(deviceId, ['sent'], 'interrupted')
      else await store.move(database.db, deviceId, ['sent'], { step: next, now: clock.now() })
      return
    }
    await look(deviceId)
    if (isGone) await end(deviceId, ['upgrading'], 'no_answer')
  }

  const lookAround = async () => {
    const before = new Date(clock.now().getTime() - UNCHANGED_MS)
    for (const upgrade of await store.underWaySince(before))
      await lookAtOld(upgrade).catch((error: unknown) => failed(error, upgrade.deviceId))
  }

  const around = createCoalescedTask(() => lookAround().catch((error: unknown) => failed(error, '')))

  return {
    start() {
      devices.followHardwareBy((deviceId, { isChanged, upgradeError }) => {
        if (isChanged || upgradeError !== undefined) tryLook(deviceId, upgradeError)
      })
      undos.push(
        shadows.onChange(({ before, shadow, isIngested }) => {
          if (!isIngested || before.fields.status !== 'upgrading' || shadow.fields.status === 'upgrading')
            return
          clock.after(LOOK_AFTER_MS, () => tryLook(shadow.deviceId))
        }),
        clock.every(LOOK_EVERY_MS, around.request),
      )
    },
    stop() {
      for (const undo of undos.splice(0)) undo()
      around.stop()
    },

    /**
     * Sends what was begun, and resolves with null once the device has taken it and that is written; else with why it did
     * not. One that could not be reached, or is busy, has not failed: it is `untouched` again.
     */
    async send(
      asked: AskedUpgrade,
      { url, version, sha256, signature }: FirmwareOffer,
      untouched: () => Promise<unknown>,
    ): Promise<ErrorCode | null> {
      const { deviceId } = asked
      try {
        await driver.execute(
          { deviceId, command: { command: 'upgrade', url, version, sha256, signature } },
          { signal: new AbortController().signal },
        )
      } catch (error) {
        if (!(error instanceof DriverError)) throw error
        const { code } = error
        // The server stops: it is looked at when it runs again.
        if (code === 'internal_error') return code
        if (code === 'device_offline' || code === 'device_busy' || code === 'device_not_ready')
          await untouched()
        else await end(deviceId, ['sent'], code === 'device_request_timeout' ? 'no_answer' : 'refused')
        return code
      }
      await store.move(database.db, deviceId, ['sent'], { step: 'upgrading', now: clock.now() })
      return null
    },
  }
}

export type UpgradeRunner = ReturnType<typeof createUpgradeRunner>
