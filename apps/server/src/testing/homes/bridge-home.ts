import { type Bridge, bridgesSchema, createdBridgeSchema } from '@senca/contract/bridges'
import * as z from 'zod/mini'
import type { Answer, TestClient } from '../test-client.ts'

export const API = '/auth/api/v1'

export const askBridges = (client: TestClient, call: string, json: object): Promise<Answer> =>
  client.api('POST', `${API}/bridge/${call}`, { json })

/** The answer about a script: its secret is a token. */
const createdScriptSchema = z.extend(createdBridgeSchema, { secret: z.string() })

let count = 0
export const newAppName = () => {
  count += 1
  return `App ${count}`
}

/** Makes a bridge that may command these devices, unless `more` says otherwise. */
export const createBridge = async (client: TestClient, deviceIds: readonly string[], more: object = {}) => {
  const grants = Object.fromEntries(deviceIds.map((id) => [id, { permissions: ['command'] }]))
  return createdScriptSchema.parse(
    await client.ok(askBridges(client, 'create', { name: newAppName(), kind: 'script', grants, ...more })),
  )
}

export const listBridges = async (client: TestClient): Promise<Bridge[]> =>
  bridgesSchema.parse(await client.ok(client.api('GET', `${API}/bridge/list`)))

/** Calls with a bridge's token and nothing else. */
export const callBy = async (
  { url }: { url: string },
  secret: string,
  method: string,
  path: string,
  json?: unknown,
): Promise<Answer> => {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${secret}`,
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(json === undefined ? {} : { body: typeof json === 'string' ? json : JSON.stringify(json) }),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : JSON.parse(text), headers: response.headers }
}
