import { verify } from '@node-rs/argon2'
import type { ResultDetail } from '@senca/contract'
import { BRIDGE_PIN_TRIES } from '@senca/contract/bridges'
import type { BridgeActor } from '#features/rights/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { ConcurrencyLimit } from '#platform/concurrency-limit.ts'
import type { UnlockStore } from './unlocks.store.ts'

interface UnlockPinsOptions {
  unlocks: Pick<UnlockStore, 'tryPin' | 'forgiveTries'>
  clock: Clock
  /** Notifies the owner that ten wrong PINs locked a door for a bridge. */
  locked(actor: BridgeActor, device: { name: string }): Promise<void>
}

interface ShownPin {
  pin?: string | undefined
  /** Called with the seconds after which a PIN may be tried again. */
  mustWait?: (seconds: number) => void
}

const refusedFor = (detail: ResultDetail) => ({ error: 'insufficient_permission', detail }) as const

/** Checks the PINs of bridges: each has its own for each door, beside the one of the household [BR8]. */
export function createUnlockPins({ unlocks, clock, locked }: UnlockPinsOptions) {
  return {
    /** What is missing or wrong for unlocking a door; null if it may proceed. */
    async check(
      actor: BridgeActor,
      device: { id: string; name: string },
      { pin, mustWait }: ShownPin,
      hashing: ConcurrencyLimit,
    ) {
      if (pin === undefined) return refusedFor('pin')
      const door = { bridgeId: actor.id, deviceId: device.id }
      const now = clock.now()
      const tried = await unlocks.tryPin(door, now)
      // Unlocking has just been turned off.
      if (tried === null) return refusedFor('pin')
      if ('lockedUntil' in tried) {
        mustWait?.(Math.max(1, (tried.lockedUntil.getTime() - now.getTime()) / 1_000))
        return refusedFor('pin_locked')
      }
      if (await hashing(() => verify(tried.pinHash, pin))) {
        await unlocks.forgiveTries(door, tried.pinHash)
        return null
      }
      if (tried.tries >= BRIDGE_PIN_TRIES) await locked(actor, device)
      return refusedFor('pin')
    },
  }
}

export type UnlockPins = ReturnType<typeof createUnlockPins>
