import {
  type Approval,
  approvalAskedSchema,
  approvalStatusSchema,
  approvalsSchema,
} from '@senca/contract/approvals'
import { type Bridge, bridgesSchema, createdBridgeSchema } from '@senca/contract/bridges'
import { type Answer, GOOD_PASSWORD, type TestClient } from '../test-client.ts'
import { openSocket, type TestSocket } from '../test-socket.ts'

const API = '/auth/api/v1'

/** Calls with the token of a bridge and nothing else. */
export async function callBy(
  { url }: { url: string },
  secret: string,
  method: string,
  path: string,
  json?: unknown,
): Promise<Answer> {
  const response = await fetch(`${url}${API}/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${secret}`,
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : JSON.parse(text), headers: response.headers }
}

let count = 0
/** Makes a bridge that may command these devices and ask for unlocks. */
export async function createBridge(maker: TestClient, devices: readonly string[], more: object = {}) {
  count += 1
  const json = {
    name: `Bridge ${count}`,
    kind: 'script',
    scopes: ['devices:read', 'devices:command', 'doors:ask'],
    grants: Object.fromEntries(devices.map((id) => [id, { permissions: ['command'] }])),
    password: GOOD_PASSWORD,
    ...more,
  }
  return createdBridgeSchema.parse(await maker.ok(maker.api('POST', `${API}/bridge/create`, { json })))
}

export const listBridges = async (maker: TestClient): Promise<Bridge[]> =>
  bridgesSchema.parse(await maker.ok(maker.api('GET', `${API}/bridge/list`)))

/** `bridge/unlock` with the password, unless `more` says otherwise. */
export const setUnlock = (maker: TestClient, id: string, token: string, more: object): Promise<Answer> =>
  maker.api('POST', `${API}/bridge/unlock`, { json: { id, token, password: GOOD_PASSWORD, ...more } })

export const askBy = (app: { url: string }, secret: string, token: string, more: object = {}) =>
  callBy(app, secret, 'POST', 'approval/ask', { token, lockType: 'motor', ...more })

export const askedBy = async (app: { url: string }, secret: string, token: string) =>
  approvalAskedSchema.parse((await askBy(app, secret, token)).body)

export const statusBy = async (app: { url: string }, secret: string, id: string) =>
  approvalStatusSchema.parse((await callBy(app, secret, 'GET', `approval/status?id=${id}`)).body)

export const listApprovals = async (person: TestClient): Promise<Approval[]> =>
  approvalsSchema.parse(await person.ok(person.api('GET', `${API}/approval/list`)))

export const answerApproval = (person: TestClient, id: string, more: object): Promise<Answer> =>
  person.api('POST', `${API}/approval/answer`, { json: { id, ...more } })

/** An open page: a socket that ignores subjects that it does not know. */
export async function openPage(app: { url: string }, person: TestClient): Promise<TestSocket> {
  const socket = await openSocket(app)
  socket.send({ subject: 'auth.login', data: { token: await person.websocketToken(), tolerant: true } })
  await socket.next('auth.accepted')
  return socket
}
