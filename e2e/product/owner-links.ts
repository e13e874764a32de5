import { type DeviceLink, deviceLinkSchema } from '@senca/contract'
import * as z from 'zod/mini'
import type { Client } from './client.ts'

const HOUR_MS = 3_600_000

const at = (ms: number): string => new Date(Date.now() + ms).toISOString()

/** The links of a signed-in client, past any page. */
export class OwnerLinks {
  readonly #client: Client

  constructor(client: Client) {
    this.#client = client
  }

  /** One of the `device-link` calls. Throws with the answer when it is refused. */
  async call(name: string, json: Record<string, unknown>): Promise<unknown> {
    const { status, body } = await this.#client.call('POST', `/api/v1/device-link/${name}`, {
      bearer: true,
      json,
    })
    if (status !== 200) throw new Error(JSON.stringify(body))
    return body
  }

  async list(): Promise<DeviceLink[]> {
    const { body } = await this.#client.call('GET', '/api/v1/device-link/list', { bearer: true })
    return z.array(deviceLinkSchema).parse(body)
  }

  /** A link for any number of uses, for an hour already and for two days more where `terms` do not say otherwise. */
  async make(terms: Record<string, unknown>): Promise<DeviceLink> {
    const usual = { multiUse: true, startsAt: at(-HOUR_MS), expiresAt: at(48 * HOUR_MS) }
    return deviceLinkSchema.parse(await this.call('create', { ...usual, ...terms }))
  }

  /** Lifts a freeze and deletes every link. */
  async clear(): Promise<void> {
    await this.call('freeze', { frozen: false })
    for (const { token } of await this.list()) await this.call('delete', { token })
  }
}
