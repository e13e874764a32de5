import { websocketTokenSchema } from '@senca/contract'
import { createdBridgeSchema } from '@senca/contract/bridges'
import { sharedNow } from '../monotonic.ts'
import { percentile } from '../percentiles.ts'
import type { ClusterWorld } from '../product/cluster-world.ts'
import { createHttpCall, type HttpCaller } from '../product/http-call.ts'
import type { ProductWorld } from '../product/product.ts'
import { openProductSocket } from '../product/product-socket.ts'

/** Fewer than a bridge may send in a minute [BR49]. */
const CALLS = 50
const READS = 200
const REPORTS_PER_SECOND = 20
const REPORTING_S = 2
const DELETED_AFTER_MS = 500

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const grantsOf = (ids: readonly string[]) =>
  Object.fromEntries(ids.map((id) => [id, { permissions: ['view'] }]))

async function p50Of(times: number, ask: () => Promise<number>): Promise<number> {
  const took: number[] = []
  for (let nth = 0; nth < times; nth += 1) took.push(await ask())
  return percentile(took, 0.5)
}

/** Milliseconds of one call, which has to succeed. */
async function timeOf({ call }: HttpCaller, token: string, path: string, body?: object): Promise<number> {
  const { status, text, tookMs } = await call({
    method: body === undefined ? 'GET' : 'POST',
    path,
    headers: {
      ...bearer(token),
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  if (status !== 200 || text.includes('"error"')) throw new Error(`${path}: ${status} ${text.slice(0, 300)}`)
  return tookMs
}

/** An agent of MCP that reads a home, and the same call with the token of an app and of a session. */
export async function measureAgents(world: ProductWorld, home: readonly string[]) {
  const account = world.accountOf(home)
  const { id, secret } = createdBridgeSchema.parse(
    await account.post('bridge/create', { name: 'Bench agent', kind: 'agent', grants: grantsOf(home) }),
  )
  const token = String(secret)
  const caller = createHttpCall(world.url, 1)
  const message = (method: string, params: object) => ({ jsonrpc: '2.0', id: 1, method, params })
  const mcp = (method: string, params: object) => timeOf(caller, token, '/mcp', message(method, params))
  const list = () => mcp('tools/list', {})
  const devices = () => mcp('tools/call', { name: 'list_devices', arguments: {} })
  try {
    // The protocol is loaded with the first.
    await list()
    await devices()
    const listMs = await p50Of(CALLS, list)
    const devicesMs = await p50Of(CALLS, devices)
    const roomsBy = (of: string) => () => timeOf(caller, of, '/auth/api/v1/room/list')
    const session = await account.apiToken()
    await roomsBy(token)()
    await roomsBy(session)()
    const tokenMs = (await p50Of(READS, roomsBy(token))) - (await p50Of(READS, roomsBy(session)))
    return { listMs, devicesMs, tokenMs }
  } finally {
    caller.end()
    await account.post('bridge/delete', { id })
  }
}

/** Milliseconds from the deletion of an app at one instance to the last state that its socket at the other got. */
export async function measureEnds(world: ClusterWorld): Promise<number> {
  const { account, urls, home, devices } = world
  const [, other = ''] = urls
  const { id, secret } = createdBridgeSchema.parse(
    await account.post('bridge/create', { name: 'Bench script', kind: 'script', grants: grantsOf(home) }),
  )
  const answer = await fetch(`${other}/auth/account/websocket/token`, { headers: bearer(String(secret)) })
  const { token } = websocketTokenSchema.parse(await answer.json())
  let [first, last] = [0, 0]
  const viewer = await openProductSocket(other, token, ({ at }) => {
    first ||= at
    last = at
  })
  let deletedAt = 0
  const deletion = new Promise<void>((resolve, reject) =>
    setTimeout(() => {
      deletedAt = sharedNow()
      account.post('bridge/delete', { id }).then(() => resolve(), reject)
    }, DELETED_AFTER_MS),
  )
  await devices.report(home, REPORTS_PER_SECOND, REPORTING_S)
  await deletion
  viewer.close()
  if (first === 0 || first > deletedAt) throw new Error('the socket of the app got nothing')
  return Math.max(0, last - deletedAt)
}
