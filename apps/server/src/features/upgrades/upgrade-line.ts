import pLimit from 'p-limit'
import type { Devices } from '#features/devices/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { WhenDue } from '#platform/due-loop.ts'
import { createKeyedQueue } from '#platform/keyed-queue.ts'
import type { FirmwareOffer } from './firmware.ts'
import { isAtRest, type UpgradeRunner } from './upgrade-runner.ts'
import { type Upgrade, type UpgradeStore, WAITING_UPGRADE } from './upgrades.store.ts'

const CHECK_EVERY_S = 5
/** How long a home waits for its turn. */
const TURN_TIMEOUT_MS = 50_000
/** Limits the number of database connections that upgrades use, so that others stay free for requests. */
const TRIED_AT_ONCE = 4
/** How long a device in the queue may be offline. */
const AWAY_MS = 24 * 3_600_000

interface UpgradeLineOptions {
  store: Pick<UpgradeStore, 'drop' | 'claimTurn' | 'moveBack' | 'lineOf' | 'homesThatWait'>
  shadows: Pick<Devices['shadows'], 'get' | 'load'>
  send: UpgradeRunner['send']
  offerFor(deviceId: string, type: string): Promise<FirmwareOffer | null>
  clock: Clock
  whenDue: WhenDue
  failed(error: unknown, ownerId: string): void
}

/**
 * The upgrade queues of homes, stored in the database. One device after the other is upgraded, each while it is connected and at
 * rest.
 */
export function createUpgradeLine(options: UpgradeLineOptions) {
  const { store, shadows, send, offerFor, clock, whenDue, failed } = options
  const queued = createKeyedQueue({ clock, limit: 2, timeoutMs: TURN_TIMEOUT_MS })
  const limit = pLimit(TRIED_AT_ONCE)
  let isStopped = false

  /** What to send to the next device: its offer, null if nothing can be sent yet, or `taken` if another upgrade is running. */
  const claimTurn = async (upgrade: Upgrade): Promise<FirmwareOffer | 'claimed' | null> => {
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
    return (await store.claimTurn(ownerId, deviceId, String(offer.version), clock.now())) ? offer : 'claimed'
  }

  /** Whether an upgrade was sent to a device, so that the others must wait. */
  const tryOne = async (upgrade: Upgrade): Promise<boolean> => {
    const { deviceId, ownerId, askedBy, type } = upgrade
    const offer = await limit(() => claimTurn(upgrade))
    if (offer === null || offer === 'claimed') return offer === 'claimed'
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

  const checking = whenDue({
    kind: 'upgrade queues',
    query: WAITING_UPGRADE,
    everySeconds: CHECK_EVERY_S,
    async run() {
      for (const ownerId of await store.homesThatWait()) goOn(ownerId)
    },
    failed: (error) => failed(error, ''),
  })

  return {
    /** Tries the next device in the queue of a home. */
    goOn,
    async stop() {
      isStopped = true
      await checking.stop()
    },
  }
}
