import {
  type Approval,
  approvalAskedSchema,
  approvalStatusSchema,
  approvalsSchema,
} from '@senca/contract/approvals'
import { type Answer, GOOD_PASSWORD, type TestClient } from '../test-client.ts'
import { openSignedInSocket, type TestSocket } from '../test-socket.ts'
import { API, callBy, createBridge } from './bridge-home.ts'

/** Makes a bridge that may command these devices and ask for unlocks. */
export const createAskingBridge = (maker: TestClient, devices: readonly string[], more: object = {}) =>
  createBridge(maker, devices, {
    scopes: ['devices:read', 'devices:command', 'doors:ask'],
    password: GOOD_PASSWORD,
    ...more,
  })

/** `bridge/unlock` with the password, unless `more` says otherwise. */
export const setUnlock = (maker: TestClient, id: string, token: string, more: object): Promise<Answer> =>
  maker.api('POST', `${API}/bridge/unlock`, { json: { id, token, password: GOOD_PASSWORD, ...more } })

export const askBy = (app: { url: string }, secret: string, token: string, more: object = {}) =>
  callBy(app, secret, 'POST', `${API}/approval/ask`, { token, lockType: 'motor', ...more })

export const askedBy = async (app: { url: string }, secret: string, token: string) =>
  approvalAskedSchema.parse((await askBy(app, secret, token)).body)

export const statusBy = async (app: { url: string }, secret: string, id: string) =>
  approvalStatusSchema.parse((await callBy(app, secret, 'GET', `${API}/approval/status?id=${id}`)).body)

export const listApprovals = async (person: TestClient): Promise<Approval[]> =>
  approvalsSchema.parse(await person.ok(person.api('GET', `${API}/approval/list`)))

export const answerApproval = (person: TestClient, id: string, more: object): Promise<Answer> =>
  person.api('POST', `${API}/approval/answer`, { json: { id, ...more } })

/** An open page: a socket that ignores subjects that it does not know. */
export const openPage = async (app: { url: string }, person: TestClient): Promise<TestSocket> =>
  openSignedInSocket(app, await person.websocketToken(), undefined, { tolerant: true })
