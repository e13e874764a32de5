import {
  type CommandResult,
  commandResultsSchema,
  type DeviceInfo,
  type DeviceLink,
  deviceInfoMapSchema,
  deviceLinkSchema,
  errorBodySchema,
  type GuestLink,
  guestLinkSchema,
  websocketTokenSchema,
} from '@senca/contract'
import type { Clock } from '#platform/clock.ts'
import type { TestApp } from '../test-app.ts'
import { type Answer, createTestClient, newEmail, type TestClient } from '../test-client.ts'

const HOUR_MS = 3_600_000
export const LINK_HEADER = 'X-Device-Link-Token'

/** A client of a confirmed account. The confirmation by e-mail is tested elsewhere. */
export async function createConfirmedClient(app: Pick<TestApp, 'url' | 'database'>): Promise<TestClient> {
  const client = createTestClient(app)
  const email = newEmail()
  await client.ok(client.register(email))
  await app.database.pool.query('update accounts set is_confirmed = true where email = $1', [email])
  return client
}

export type LinkJson = Record<string, unknown>

/** Makes one of the owner's calls about links. */
export const askLinks = (owner: TestClient, call: string, json: object): Promise<Answer> =>
  owner.api('POST', `/auth/api/v1/device-link/${call}`, { json })

interface HasTime {
  clock: Pick<Clock, 'now'>
}

/** A request for a link that is valid for one hour from now, with many uses by default. */
export const linkRequest = ({ clock }: HasTime, devices: string[], terms: LinkJson = {}) => ({
  devices,
  multiUse: true,
  startsAt: clock.now().toISOString(),
  expiresAt: new Date(clock.now().getTime() + HOUR_MS).toISOString(),
  ...terms,
})

export async function makeLink(
  app: HasTime,
  owner: TestClient,
  devices: string[],
  terms: LinkJson = {},
): Promise<DeviceLink> {
  return deviceLinkSchema.parse(await owner.ok(askLinks(owner, 'create', linkRequest(app, devices, terms))))
}

/** All terms that a link can have, for a shade and a light. */
export const wholeTerms = (shadeId: string, lightId: string) => ({
  name: 'Cleaner',
  maxUses: 5,
  windows: [{ days: [1, 3], from: '08:00', until: '12:00' }],
  timeZone: 'Europe/Ljubljana',
  deviceSpecifiers: { [lightId]: { light1: true, light2: false } },
  actions: { [shadeId]: ['move'], [lightId]: ['light_apply'] },
  limits: { [shadeId]: { minPosition: 0.2, maxPosition: 0.9 } },
  pin: '4711',
})

export const updateLink = async (owner: TestClient, token: string, terms: LinkJson): Promise<DeviceLink> =>
  deviceLinkSchema.parse(await owner.ok(askLinks(owner, 'update', { token, ...terms })))

export const deleteLink = (owner: TestClient, token: string) => owner.ok(askLinks(owner, 'delete', { token }))

/** A client without cookies that sends a link token. */
export function createGuest(app: { url: string }, deviceLinkToken?: string, pin?: string) {
  const client = createTestClient(app)
  const terms = {
    ...(deviceLinkToken === undefined ? {} : { deviceLinkToken }),
    ...(pin === undefined ? {} : { pin }),
  }
  const ask = (call: string, json: object = {}, headers: Record<string, string> = {}): Promise<Answer> =>
    client.call('POST', `/auth/api/v1/device-link/${call}`, { json: { ...terms, ...json }, headers })
  return {
    client,
    ask,
    info: async (): Promise<GuestLink> => guestLinkSchema.parse(await client.ok(ask('info'))),
    devices: async (): Promise<Record<string, DeviceInfo>> =>
      deviceInfoMapSchema.parse(await client.ok(ask('devices'))),
    act: async (deviceIds: string[], action: object, more: object = {}): Promise<CommandResult[]> =>
      commandResultsSchema.parse(await client.ok(ask('action', { deviceIds, action, ...more }))),
    stop: async (...deviceIds: string[]): Promise<CommandResult[]> =>
      commandResultsSchema.parse(await client.ok(ask('stop', { deviceIds }))),
    websocketToken: (): Promise<Answer> =>
      client.call('GET', '/auth/account/websocket/token', {
        headers: {
          ...(deviceLinkToken === undefined ? {} : { [LINK_HEADER]: deviceLinkToken }),
          ...(pin === undefined ? {} : { 'X-Device-Link-Pin': pin }),
        },
      }),
    async goodWebsocketToken(): Promise<string> {
      return websocketTokenSchema.parse(await client.ok(this.websocketToken())).token
    },
  }
}

export type Guest = ReturnType<typeof createGuest>

/** Status, error and key of an answer; only `200` for success. */
export function verdictOf({ status, body }: Answer): string {
  if (status === 200) return '200'
  const { error, key } = errorBodySchema.parse(body)
  return `${status} ${error}${key === undefined ? '' : ` ${key}`}`
}

export const ENDED = '403 insufficient_permission'
export const FROZEN = '403 insufficient_permission frozen'
export const UNKNOWN = '403 insufficient_permission deviceLinkToken'
