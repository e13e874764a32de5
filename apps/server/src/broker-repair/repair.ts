import type { DeviceLogins } from '#platform/mqtt/broker.ts'

/** The number of secrets that are created at once. They are printed even if a later batch fails. */
const BATCH = 50

export interface RepairOptions {
  /** The ids with which devices of our own protocol sign in. */
  devices: AsyncIterable<string>
  logins: Pick<DeviceLogins, 'set' | 'list'>
  /** Creates new secrets for devices without a login at the broker. */
  isReissue: boolean
  createSecret(): string
  /** Stores the hash of a secret. */
  keepSecret(id: string, secret: string): Promise<void>
  write(line: string): void
}

/**
 * Compares the devices in the database with the logins of the broker. Neither side stores the password itself, so a device whose
 * login is missing gets a new one, which must be brought to the device. Returns whether both sides match now.
 */
export async function repair(options: RepairOptions): Promise<boolean> {
  const { devices, logins, isReissue, createSecret, keepSecret, write } = options
  const unknown = new Set(await logins.list())
  const missing: string[] = []
  let known = 0
  for await (const id of devices) {
    if (unknown.delete(id)) known += 1
    else missing.push(id)
  }
  write(`${known} devices have a login at the broker.`)
  for (const id of missing) write(`${id}: the broker has no login for it`)
  for (const name of unknown) write(`${name}: a login at the broker that is no device of this database`)
  if (!isReissue) {
    if (missing.length > 0)
      write('With -- --reissue they get new secrets, which must then be brought to the devices.')
    return missing.length === 0 && unknown.size === 0
  }
  for (let start = 0; start < missing.length; start += BATCH) {
    const made = missing.slice(start, start + BATCH).map((id) => ({ id, secret: createSecret() }))
    await logins.set(made)
    for (const { id, secret } of made) await keepSecret(id, secret)
    for (const one of made) write(JSON.stringify(one))
  }
  return unknown.size === 0
}
