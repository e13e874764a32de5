import { commandResultsSchema } from '@senca/contract'
import { startProduct } from '@senca/e2e/product/product.ts'
import { type FakeDevices, startFakeDevices } from '../devices/fake-devices.ts'
import { sharedNow } from '../monotonic.ts'
import type { HomeAccount } from './home-account.ts'
import { type Provisioned, provision, settleHomes } from './homes.ts'
import { openHttpLine } from './http-line.ts'
import { commandLineOf, familyOf } from './process-cost.ts'
import { openProductSocket } from './product-socket.ts'
import type { Update, Viewer, World } from './world.ts'

const SERVER = 'apps/server/dist/main.js'

export interface ProductWorld extends World {
  readonly url: string
  readonly dataDir: string
  /** Everything that the server printed. */
  log(): string
  /** Ends the server and starts it again; its devices sign in again as soon as it is there. Resolves to when that was. */
  restart(ids: readonly string[]): Promise<number>
  /** The account of a home. */
  accountOf(home: readonly string[]): HomeAccount
  /** Opens a websocket with a token of its account. */
  openSocket(token: string, seen: (update: Update) => void): Promise<Viewer>
}

const serversBelow = (): number[] =>
  familyOf(process.pid).filter((pid) => commandLineOf(pid).includes(SERVER))

/** On a busy machine some of thousands of sign-ins time out; these devices retry, as hardware does. */
async function tryAgain(devices: FakeDevices): Promise<void> {
  const missing = async () =>
    (await devices.inspect()).flatMap(({ id, connected }) => (connected ? [] : [id]))
  const refused = await missing()
  if (refused.length > 0) await devices.reconnect(refused)
  const { length } = await missing()
  if (length > 0) throw new Error(`${length} devices were refused`)
}

/** Starts the product as shipped, with all checks, and with fake devices in a separate process. */
export async function startProductWorld(env: Record<string, string> = {}): Promise<ProductWorld> {
  const before = serversBelow()
  const product = await startProduct({ DEMO: 'off', TRUST_PROXY: 'on', LOG_LEVEL: 'warn', ...env })
  const serverPid = serversBelow().find((pid) => !before.includes(pid)) ?? 0
  const devices = await startFakeDevices(product.mqtt, 'senca')
  const accountByDevice = new Map<string, HomeAccount>()
  let accounts = 0

  const connectAll = (made: readonly Provisioned[]) =>
    devices.connect(made.map(({ id, secret }) => ({ id, secret })))
  const accountOf = (home: readonly string[]): HomeAccount => {
    const account = accountByDevice.get(home[0] ?? '')
    if (account === undefined) throw new Error('nobody lives in this home')
    return account
  }

  return {
    name: 'product',
    url: product.url,
    dataDir: product.dataDir,
    serverPids: [serverPid],
    helperPids: () => familyOf(serverPid).filter((pid) => pid !== serverPid),
    log: product.log,
    async restart(ids) {
      await product.endServer()
      await product.startServer()
      const readyAt = sharedNow()
      await devices.reconnect(ids)
      return readyAt
    },
    devices,
    accountOf,
    openSocket: (token, seen) => openProductSocket(product.url, token, seen),
    addIdleDevices: async (count) => connectAll(await provision(product.url, 'roller_shutter', count)),
    async addHomes(homes, devicesEach) {
      const made = await provision(product.url, 'roller_shutter', homes * devicesEach)
      const settled = await settleHomes(product, made, devicesEach, accounts)
      accounts += homes
      await connectAll(made)
      await tryAgain(devices)
      return settled.map(({ account, devices: own }) => {
        for (const { id } of own) accountByDevice.set(id, account)
        return own.map(({ id }) => id)
      })
    },
    async openViewer(home, seen) {
      return openProductSocket(product.url, await accountOf(home).websocketToken(), seen)
    },
    async openCommander(home, deviceId, seen) {
      const account = accountOf(home)
      const viewer = await openProductSocket(product.url, await account.websocketToken(), seen, deviceId)
      const line = openHttpLine('127.0.0.1', Number(new URL(product.url).port))
      const authorization = `authorization: Bearer ${await account.apiToken()}\r\n`
      return {
        async move(token, position) {
          const body = JSON.stringify({ commands: [{ token, command: 'move', position }], wait: false })
          const answer = await line.post('/auth/api/v1/device/move', authorization, body)
          const [result] = answer.status === 200 ? commandResultsSchema.parse(JSON.parse(answer.body)) : []
          if (result?.status !== 'success') throw new Error(`refused: ${answer.status} ${answer.body}`)
        },
        close() {
          line.close()
          viewer.close()
        },
        cut() {
          line.close()
          viewer.cut()
        },
      }
    },
    async stop() {
      await devices.stop()
      await product.stop()
    },
  }
}
