import { notificationsSchema } from '@senca/contract/notifications'
import { phonesSchema, pushIdSchema } from '@senca/contract/push'
import { createPushServiceDouble, type PushServiceDouble } from '../doubles/push-service.ts'
import { createTestApp, type TestApp } from '../test-app.ts'
import { createTestClient, GOOD_PASSWORD, type TestClient } from '../test-client.ts'
import { createPerson } from './role-home.ts'

export const askPush = (person: TestClient, call: string, json: object = {}) =>
  person.api('POST', `/auth/api/v1/push/${call}`, { json })

/** A phone of a person, which receives pushes. */
export interface TestPhone {
  id: string
  /** Under which the push service knows it. */
  name: string
}

/** Turns pushes on in the session of a person. */
export async function turnOnPushes(
  person: TestClient,
  service: PushServiceDouble,
  more: { content?: string; label?: string } = {},
): Promise<TestPhone> {
  const { name, json } = service.subscription()
  const { id } = pushIdSchema.parse(await person.ok(askPush(person, 'subscribe', { ...json, ...more })))
  return { id, name }
}

export const listPhones = async (person: TestClient) =>
  phonesSchema.parse(await person.ok(person.api('GET', '/auth/api/v1/push/list')))

export const listNotifications = async (person: TestClient, query = '') =>
  notificationsSchema.parse(await person.ok(person.api('GET', `/auth/api/v1/notification/list${query}`)))

/** The public call by which phones confirm pushes. */
export const sendReceipt = (app: Pick<TestApp, 'url'>, receipt: unknown, what: unknown) =>
  fetch(`${app.url}/auth/push/receipt`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ receipt, what }),
  })

/** An event of the account itself, which needs no device: a login for bridges is made. */
export const causeEvent = (person: TestClient, name = 'Bridge') =>
  person.ok(person.api('POST', '/auth/api/v1/mqtt/credentials', { json: { name } }))

/** The state of a door that is closed and locked, and what it reports when its lock jams. */
export const LOCKED_DOOR = {
  motorLockConnected: true,
  motorLockLocked: true,
  motorLockState: 'locked',
  magneticSensorConnected: true,
  magneticSensorOpen: false,
}
export const JAMMED = { motorLockState: 'jammed', motorLockLocked: null }

/** The kinds of the e-mails to a person, the first one first. */
export async function mailKindsOf({ database }: Pick<TestApp, 'database'>, email: string): Promise<string[]> {
  const { rows } = await database.pool.query(
    'select kind from mails join accounts on accounts.id = account_id where email = $1 order by mails.created_at',
    [email],
  )
  return rows.map(({ kind }) => kind)
}

/** An app and a push service that its phones subscribe at. */
export async function createPushedApp(
  environment: Record<string, string> = {},
  options: Pick<Parameters<typeof createTestApp>[0] & object, 'logger'> = {},
) {
  const service = await createPushServiceDouble()
  const app = await createTestApp({ ...options, environment: { ...service.environment, ...environment } })
  const close = async () => {
    await app.close()
    await service.close()
  }
  return { app, service, close }
}

/** A person with a phone, and another browser of the same person, the desk, in which things happen. The service accepts all pushes. */
export async function createPushedPerson(app: TestApp, service: PushServiceDouble) {
  service.answerAlways(201)
  const ana = await createPerson(app)
  const client = createTestClient(app)
  // A login from a known browser is not notified.
  const [, browser = ''] = /(senca_browser=[\w-]+)/.exec(ana.cookieHeader()) ?? []
  const form = { login: ana.email, password: GOOD_PASSWORD }
  await client.ok(client.call('POST', '/auth/login', { form, headers: { cookie: browser } }))
  return { ana, desk: { ...client, email: ana.email }, phone: await turnOnPushes(ana, service) }
}
