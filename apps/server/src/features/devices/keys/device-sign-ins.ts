import type { Clock } from '#platform/clock.ts'
import { createKeyedSets } from '#platform/keyed-sets.ts'
import type { SigningIn } from '#platform/mqtt/broker.ts'
import type { Database } from '#platform/postgres/database.ts'
import { credentialEvents, deviceOfNotice, secretOf } from './credential-ends.ts'
import { isToken, verifyDeviceToken } from './device-token.ts'
import type { KeyStore } from './keys.store.ts'
import { readPublicKey } from './public-key.ts'

interface DeviceSignInsOptions {
  store: Pick<KeyStore, 'list' | 'wasUsed' | 'listAlive'>
  isDeviceSecret(deviceId: string, secret: string): Promise<boolean>
  database: Pick<Database, 'follow'>
  clock: Clock
  /** The host name that devices connect to. */
  host: string
  failed(error: unknown): void
  /** Closes the connections of a device after one of its credentials ended; null if this instance closes them one by one. */
  cut: ((deviceId: string) => void) | null
}

/**
 * Authenticates hardware of our own protocol by its secret or by a token that one of its keys signed. Closes the connection when
 * the credential ends.
 */
export function createDeviceSignIns(options: DeviceSignInsOptions) {
  const { store, isDeviceSecret, database, clock, host, failed, cut } = options
  const connectionsByCredential = createKeyedSets<SigningIn>()
  /** For each running check, the credentials that ended since it began. The check may have read them before they ended. */
  const checks = new Set<Set<string>>()
  let unfollow = () => {}

  const end = (credentials: readonly string[]) => {
    for (const credential of credentials) {
      const deviceId = deviceOfNotice(credential)
      if (deviceId !== null) {
        cut?.(deviceId)
        continue
      }
      for (const endedMeanwhile of checks) endedMeanwhile.add(credential)
      for (const connection of [...connectionsByCredential.of(credential)]) connection.close()
    }
  }

  /** After a lost database connection, reads which credentials in use have ended meanwhile. */
  const recheck = () => {
    const held = [...connectionsByCredential.keys()]
    store
      .listAlive(held)
      .then((alive) => {
        const isAlive = new Set(alive)
        end(held.filter((credential) => !isAlive.has(credential)))
      })
      .catch(failed)
  }

  const hold = (credential: string, connection: SigningIn, endsAt: Date | null) => {
    connectionsByCredential.add(credential, connection)
    const cancel =
      endsAt === null
        ? () => {}
        : clock.after(endsAt.getTime() - clock.now().getTime(), () => connection.close())
    connection.onClose(() => {
      cancel()
      connectionsByCredential.delete(credential, connection)
    })
  }

  /** The credential that allows a device to sign in, and until when; null if none does. */
  const check = async (
    deviceId: string,
    password: string,
  ): Promise<{ credential: string; endsAt: Date | null } | null> => {
    if (!isToken(password))
      return (await isDeviceSecret(deviceId, password))
        ? { credential: secretOf(deviceId), endsAt: null }
        : null
    for (const { id, publicKey } of await store.list(deviceId)) {
      const key = readPublicKey(publicKey)
      const expected = { deviceId, host, now: clock.now() }
      const endsAt = key === null ? null : await verifyDeviceToken(password, key, expected)
      if (endsAt !== null) return { credential: id, endsAt }
    }
    return null
  }

  return {
    async start() {
      unfollow = await credentialEvents.follow(database, end, recheck)
    },
    stop: () => unfollow(),
    /** Whether a connection may sign in with this password. The connection is closed when the credential ends. */
    async mayConnect(deviceId: string, password: string, connection: SigningIn): Promise<boolean> {
      const endedMeanwhile = new Set<string>()
      checks.add(endedMeanwhile)
      try {
        const allowed = await check(deviceId, password)
        if (allowed === null || endedMeanwhile.has(allowed.credential)) return false
        // Every instance is notified of the end, so it does not matter which instance authenticated the device.
        if (connection.lasts === undefined) hold(allowed.credential, connection, allowed.endsAt)
        else connection.lasts(allowed.endsAt)
        if (allowed.endsAt !== null) store.wasUsed(allowed.credential, clock.now()).catch(failed)
        return true
      } finally {
        checks.delete(endedMeanwhile)
      }
    },
  }
}

export type DeviceSignIns = ReturnType<typeof createDeviceSignIns>
