import { type DeviceInfo, type DeviceLink, deviceLinkSchema } from '@senca/contract'
import * as z from 'zod/mini'
import type { Client } from './client.ts'
import { type Furniture, startHome } from './home.ts'
import type { Product } from './product.ts'
import type { Server } from './server.ts'

const HOUR_MS = 3_600_000

const at = (ms: number): string => new Date(Date.now() + ms).toISOString()

/** The links of a signed-in client, used through the API without pages. */
export class OwnerLinks {
  readonly #client: Client

  constructor(client: Client) {
    this.#client = client
  }

  /** Makes one of the `device-link` calls. Throws the answer if it is refused. */
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

  /** Creates a link for any number of uses that started an hour ago and ends in two days, unless `terms` differ. */
  async make(terms: Record<string, unknown>): Promise<DeviceLink> {
    const usual = { multiUse: true, startsAt: at(-HOUR_MS), expiresAt: at(48 * HOUR_MS) }
    return deviceLinkSchema.parse(await this.call('create', { ...usual, ...terms }))
  }

  /** Ends a freeze and deletes all links. */
  async clear(): Promise<void> {
    await this.call('freeze', { frozen: false })
    for (const { token } of await this.list()) await this.call('delete', { token })
  }
}

/** More than the form of a link shows at once. */
const FURNITURE: readonly Furniture[] = [
  { name: 'Living room', type: 'roller_shutter' },
  { name: 'Bedroom', type: 'roller_shutter' },
  { name: 'Study', type: 'venetian_blind' },
  { name: 'Front door', type: 'home_door' },
  { name: 'Garage door', type: 'home_door', parts: ['motor_lock', 'magnetic_sensor', 'door_light'] },
  { name: 'Terrace lights', type: 'light', parts: ['light_1', 'light_2', 'light_1_dimmer'] },
]

export interface LinksHome {
  readonly product: Product
  readonly links: OwnerLinks
  readonly door: DeviceInfo
  readonly blind: DeviceInfo
  /** A light of two channels. */
  readonly light: DeviceInfo
}

/** Creates a home on a running server whose door, blind and light are shared by its owner. */
export async function startLinksHome(server: Server): Promise<LinksHome> {
  const { product, owner } = await startHome(server, 1, [], FURNITURE)
  const devices = Object.values(await owner.devices())
  const light = devices.find(({ can }) => can.includes('setLight1') && can.includes('setLight2'))
  if (light === undefined) throw new Error('no light of two channels in this home')
  return {
    product,
    links: new OwnerLinks(owner),
    door: await owner.first('home_door'),
    blind: await owner.first('venetian_blind'),
    light,
  }
}
