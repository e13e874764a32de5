import { type Role, receivedRolesSchema, roleSchema, rolesSchema } from '@senca/contract/people'
import type { TestApp } from '../test-app.ts'
import { type Answer, createTestClient, newEmail, type TestClient } from '../test-client.ts'
import { moveIn } from './test-home.ts'

export interface Person extends TestClient {
  email: string
}

/** A client that is signed in to a new account, with its e-mail address. */
export async function createPerson(
  app: Pick<TestApp, 'url' | 'database'>,
  isConfirmed = true,
): Promise<Person> {
  const client = createTestClient(app)
  const email = newEmail()
  await client.ok(client.register(email))
  if (isConfirmed)
    await app.database.pool.query('update accounts set is_confirmed = true where email = $1', [email])
  return { ...client, email }
}

/** Two people, of whom the first has a shade. */
export async function createNeighbors(app: TestApp) {
  const anna = await createPerson(app)
  const bor = await createPerson(app)
  const shade = await moveIn(app, anna, 'roller_shutter', { state: { position: 0 } })
  return { anna, bor, shade }
}

/** Advances the clock and signs people in again, because their tokens expire. */
export function passTime({ clock }: Pick<TestApp, 'clock'>, people: readonly Person[], ms: number): void {
  clock.advance(ms)
  for (const person of people) person.forgetApiToken()
}

/** The time in so many milliseconds. */
export const timeIn = ({ clock }: Pick<TestApp, 'clock'>, ms: number): string =>
  new Date(clock.now().getTime() + ms).toISOString()

export const askRoles = (client: TestClient, call: string, json: object): Promise<Answer> =>
  client.api('POST', `/auth/api/v1/role/${call}`, { json })

let roleCount = 0
export const newRoleName = (): string => {
  roleCount += 1
  return `Role ${roleCount}`
}

/** Shares devices by a role with a generated name. */
export const giveRole = async (
  giver: TestClient,
  role: { permissions: string[]; devices: string[]; users: string[] } & Record<string, unknown>,
): Promise<Role> =>
  roleSchema.parse(await giver.ok(askRoles(giver, 'create', { name: newRoleName(), ...role })))

export const changeRole = async (giver: TestClient, json: object): Promise<Role> =>
  roleSchema.parse(await giver.ok(askRoles(giver, 'update', json)))

export const listRoles = async (giver: TestClient): Promise<Role[]> =>
  rolesSchema.parse(await giver.ok(giver.api('GET', '/auth/api/v1/role/list')))

export const listReceived = async (client: TestClient) =>
  receivedRolesSchema.parse(await client.ok(client.api('GET', '/auth/api/v1/role/received')))

export const freezeSharing = (client: TestClient, on: boolean) =>
  client.ok(client.api('POST', '/auth/api/v1/account/freeze-sharing', { json: { on } }))
