import pLimit from 'p-limit'
import type { Devices } from '#features/devices/index.ts'
import type { Clock } from '#platform/clock.ts'
import { createCoalescedTask } from '#platform/coalesced-task.ts'
import { createKeyedQueue } from '#platform/keyed-queue.ts'
import type { FirmwareOffer } from './firmware.ts'
import { isAtRest, type UpgradeRunner } from './upgrade-runner.ts'
import type { Upgrade, UpgradeStore } from './upgrades.store.ts'

const TRY_EVERY_MS = 5_000
/** Where many homes wait, so many connections of the database are theirs at most, and the others are for people. */
const TRIED_AT_ONCE = 4
/** So long a device in line may be away. */
const AWAY_MS = 24 * 3_600_000

interface UpgradeLineOptions {
  store: Pick<UpgradeStore, 'drop' | 'takeTurn' | 'moveBack' | 'lineOf' | 'homesThatWait'>
  shadows: Pick<Devices['shadows'], 'get' | 'load'>
  send: UpgradeRunner['send']
  offerFor(deviceId: string, type: string): Promise<FirmwareOffer | null>
  clock: Clock
  failed(error: unknown, ownerId: string): void
}

/** The lines of homes, kept in the database: one device after the other, each while it is here and at rest. */
export function createUpgradeLine({ store, shadows, send, offerFor, clock, failed }: UpgradeLineOptions) {
  const queued = createKeyedQueue({ clock, limit: 2, timeoutMs: 10 * TRY_EVERY_MS })
  const limit = pLimit(TRIED_AT_ONCE)
  let undo = () => {}
  let isStopped = false

  /** What to send a device whose turn it is: its offer, nothing yet, or `taken` where another one is under way. */
  const takeTurn = async (upgrade: Upgrade): Promise<FirmwareOffer | 'taken' | null> => {
    const { deviceId, ownerId, type, askedAt } = upgrade
    await shadows.load([deviceId])
    const offer = await offerFor(deviceId, type)
    // It was upgraded meanwhile, or the firmware was taken back.
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

  /** Whether a device has been sent something, so that the others wait for it. */
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

  /** One look at a time: where the database is slow, the looks that it keeps waiting are one. */
  const look = createCoalescedTask(() =>
    store.homesThatWait().then(
      (homes) => {
        for (const ownerId of homes) goOn(ownerId)
      },
      (error: unknown) => failed(error, ''),
    ),
  )

  return {
    /** Tries the next device in the line of a home. */
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
