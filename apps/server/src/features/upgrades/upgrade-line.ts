import pLimit from 'p-limit'
import type { Devices } from '#features/devices/index.ts'
import type { Clock } from '#platform/clock.ts'
import { createCoalescedTask } from '#platform/coalesced-task.ts'
import { createKeyedQueue } from '#platform/keyed-queue.ts'
import type { FirmwareOffer } from './firmware.ts'
import { isAtRest, type UpgradeRunner } from './upgrade-runner.ts'
import type { Upgrade, UpgradeStore } from './upgrades.store.ts'

const TRY_EVERY_MS = 5_000
/** Limits the number of database connections that upgrades use, so that others stay free for requests. */
const TRIED_AT_ONCE = 4
/** How long a device in the queue may be offline. */
const AWAY_MS = 24 * 3_600_000

interface UpgradeLineOptions {
  store: Pick<UpgradeStore, 'drop' | 'takeTurn' | 'moveBack' | 'lineOf' | 'homesThatWait'>
  shadows: Pick<Devices['shadows'], 'get' | 'load'>
  send: UpgradeRunner['send']
  offerFor(deviceId: string, type: string): Promise<FirmwareOffer | null>
  clock: Clock
  failed(error: unknown, ownerId: string): void
}

/**
 * The upgrade queues of homes, stored in the database. One device after the other is upgraded, each while it is connected and at
 * rest.
 */
export function createUpgradeLine({ store, shadows, send, offerFor, clock, failed }: UpgradeLineOptions) {
  const queued = createKeyedQueue({ clock, limit: 2, timeoutMs: 10 * TRY_EVERY_MS })
  const limit = pLimit(TRIED_AT_ONCE)
  let undo = () => {}
  let isStopped = false

  /** What to send to the next device: its offer, null if nothing can be sent yet, or `taken` if another upgrade is running. */
  const takeTurn = async (upgrade: Upgrade): Promise<FirmwareOffer | 'taken' | null> => {
    const { deviceId, ownerId, type, askedAt } = upgrade
    await shadows.load([deviceId])
    const offer = await offerFor(deviceId, type)
    // The device was upgraded in the meantime, or the firmware was withdrawn.
    if (offer === null) {
      await store.drop(deviceId, ['waiting'])
      return null
    }
    if (!isAtRest(shadows.get(deviceId))) {
      if (clock.now().getTime() - askedAt.getTime() > AWAY_MS) await store.drop(deviceId, ['waiting'])
      return null
    }
    return (await store.takeTurn(ownerId, deviceId, String(offer.version), clock.now())) ? offer : 'taken'
  }

  /** Whether an upgrade was sent to a device, so that the others must wait. */
  const tryOne = async (upgrade: Upgrade): Promise<boolean> => {
    const { deviceId, ownerId, askedBy, type } = upgrade
    const offer = await limit(() => takeTurn(upgrade))
    if (offer === null || offer === 'taken') return offer === 'taken'
    const version = String(offer.version)
    const refusal = await send({ deviceId, ownerId, askedBy, type, version }, offer, () =>
      store.moveBack(deviceId, clock.now()),
    )
    return refusal === null
  }

  const tryHome = async (ownerId: string) => {
    for (const upgrade of await limit(() => store.lineOf(ownerId))) {
      if (isStopped) return
      if (upgrade.step === 'waiting' && (await tryOne(upgrade))) return
    }
  }

  const goOn = (ownerId: string) => {
    queued(ownerId, () => tryHome(ownerId)).catch((error: unknown) => failed(error, ownerId))
  }

  /** Runs one check at a time; if the database is slow, waiting checks are merged. */
  const look = createCoalescedTask(() =>
    store.homesThatWait().then(
      (homes) => {
        for (const ownerId of homes) goOn(ownerId)
      },
      (error: unknown) => failed(error, ''),
    ),
  )

  return {
    /** Tries the next device in the queue of a home. */
    goOn,
    start() {
      undo = clock.every(TRY_EVERY_MS, look.request)
    },
    stop() {
      isStopped = true
      look.stop()
      undo()
    },
  }
}
