import type { DeviceLogins } from '#platform/mqtt/outside/dynamic-security.ts'

/** New secrets are made for so many at once: those that were made are told, also when the rest fails. */
const BATCH = 50

export interface RepairOptions {
  /** The ids under which devices of our own protocol sign in. */
  devices: AsyncIterable<string>
  logins: DeviceLogins
  /** Makes new secrets for what the broker does not know. */
  isReissue: boolean
  createSecret(): string
  /** Keeps what is needed to know a secret again. */
  keepSecret(id: string, secret: string): Promise<void>
  write(line: string): void
}

/**
 * Compares the devices of the database with the logins of the broker. A password is kept on neither side, so a device that
 * the broker has lost gets a new one, which has to be brought to it. Answers whether both sides agree now.
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
