import type { Clock } from '#platform/clock.ts'
import type { SigningIn } from '#platform/mqtt/broker.ts'
import type { Database } from '#platform/postgres/database.ts'
import { deviceOfNotice, followCredentialEnds, secretOf } from './credential-ends.ts'
import { isToken, verifyDeviceToken } from './device-token.ts'
import type { KeyStore } from './keys.store.ts'
import { readPublicKey } from './public-key.ts'

interface DeviceSignInsOptions {
  store: Pick<KeyStore, 'list' | 'wasUsed' | 'listAlive'>
  isDeviceSecret(deviceId: string, secret: string): Promise<boolean>
  database: Pick<Database, 'listen'>
  clock: Clock
  /** The host name that devices are told to connect to. */
  host: string
  failed(error: unknown): void
  /** Something that a device signs in with has ended; null where connections are ended one by one here. */
  cut: ((deviceId: string) => void) | null
}

/** Lets in hardware of our own protocol, by its secret or a token of one of its keys, for as long as that counts. */
export function createDeviceSignIns(options: DeviceSignInsOptions) {
  const { store, isDeviceSecret, database, clock, host, failed, cut } = options
  const connectionsByCredential = new Map<string, Set<SigningIn>>()
  /** What has ended while a sign-in was being checked: it may have read what counted a moment ago. */
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
      for (const connection of [...(connectionsByCredential.get(credential) ?? [])]) connection.close()
    }
  }

  /** After the database was out of hearing, asks it which of the credentials in use have ended. */
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
    const held = connectionsByCredential.get(credential) ?? new Set()
    connectionsByCredential.set(credential, held.add(connection))
    const cancel =
      endsAt === null
        ? () => {}
        : clock.after(endsAt.getTime() - clock.now().getTime(), () => connection.close())
    connection.onClose(() => {
      cancel()
      held.delete(connection)
      if (held.size === 0 && connectionsByCredential.get(credential) === held)
        connectionsByCredential.delete(credential)
    })
  }

  /** By what the device may come in, and until when; null where it may not. */
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
      unfollow = await followCredentialEnds(database, end, recheck)
    },
    stop: () => unfollow(),
    /** Whether a connection may sign in with this password; it is closed when that no longer counts. */
    async mayConnect(deviceId: string, password: string, connection: SigningIn): Promise<boolean> {
      const endedMeanwhile = new Set<string>()
      checks.add(endedMeanwhile)
      try {
        const allowed = await check(deviceId, password)
        if (allowed === null || endedMeanwhile.has(allowed.credential)) return false
        // Every instance is told of the end, whichever let the device in.
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
