import { randomBytes } from 'node:crypto'
import { deviceLinkSchema } from '@senca/contract'
import { rolesSchema } from '@senca/contract/people'
import type { Product } from '@senca/e2e/product/product.ts'
import { connectTo } from '../product/embedded-database.ts'
import { createHttpCall, type HttpCall, type HttpCaller } from '../product/http-call.ts'
import { Account } from '../soak/account.ts'
import { provision, until } from '../soak/soak-home.ts'
import { arrange, arranged, dueOf, settle } from './arrangements.ts'
import { type ObedientDevice, plugInObedient } from './obedient-device.ts'
import type { Placeholder } from './values.ts'

interface FuzzDevice {
  id: string
  secret: string
}

/** Two homes: fuzzing acts on the owner's home; the foreign home contains canary words that nobody else may read. */
export interface FuzzHome {
  product: Product
  caller: HttpCaller
  owner: Account
  /** The account that has the owner's device by a role. */
  holder: Account
  foreign: Account
  /** The words of the foreign home. */
  canaries: string[]
  /** The words of the owner that guests and anonymous callers must not read. */
  ownCanaries: string[]
  /** The words of the owner about devices that are shared with nobody. */
  unlentCanaries: string[]
  /** A device of the owner that publishes malformed messages. */
  fuzzed: FuzzDevice
  foreignDevice: FuzzDevice
  /** The present values of the placeholders. */
  words: Map<string, string>
  /** How often each call was answered with 200. */
  succeeded: Map<string, number>
  /** Restores what test cases have removed: the session, devices, the link. */
  repair(): Promise<void>
  stop(): Promise<void>
}

const PASSWORD = 'river-lamp-43-bridge'
const DAY_MS = 86_400_000
/** The PIN that protects the canary words of the foreign home; ten wrong PINs lock it. */
const FOREIGN_PIN = '73915846'
const WITHIN_MS = 10_000
/** The number of fuzzed roles that are kept; an account may have fifty. */
const ROLES_KEPT = 40
/** The position of the foreign shade. Nobody else may move it. */
export const FOREIGN_POSITION = 0.25

const canary = (): string => `kanar${randomBytes(5).toString('hex')}`

const DOOR = {
  motorLockConnected: true,
  motorLockLocked: true,
  motorLockState: 'locked',
  doorLightConnected: true,
  doorLightBrightness: 0,
}

const WANTED: readonly [Placeholder, string, Record<string, unknown>][] = [
  ['{{own device}}', 'venetian_blind', { position: 0, inclination: 0 }],
  ['{{own door}}', 'home_door', DOOR],
  ['{{own light}}', 'light', { light1Brightness: 0, light1Dimmable: true }],
]

interface Fitting {
  type: string
  name: string
  state: Record<string, unknown>
}

/** Provisions a device, has an account claim it, and connects it. Throws if it does not become ready. */
async function moveIn(product: Product, call: HttpCall, account: Account, { type, name, state }: Fitting) {
  const [device] = await provision(call, type, 1)
  if (device === undefined) throw new Error('no device was made')
  const claimed = await account.ask('POST', '/api/v1/device/claim', { claimCode: device.claimCode, name })
  if (claimed.kind !== 'answered' || claimed.status !== 200) throw new Error(JSON.stringify(claimed))
  const plugged = plugInObedient({ mqtt: product.mqtt, ...device, type, state })
  const isReady = async () => (await account.devices())[device.id]?.state.status === 'ready'
  if (!(await until(isReady, WITHIN_MS))) throw new Error(`${name} does not become ready`)
  return { device, plugged }
}

/** Creates a link for a device and returns its token. */
async function share(account: Account, deviceId: string, name: string, pin?: string): Promise<string> {
  const made = await account.ask('POST', '/api/v1/device-link/create', {
    devices: [deviceId],
    multiUse: true,
    name,
    ...(pin === undefined ? {} : { pin }),
    startsAt: new Date(Date.now() - 1_000).toISOString(),
    expiresAt: new Date(Date.now() + 20 * DAY_MS).toISOString(),
  })
  if (made.kind !== 'answered' || made.status !== 200) throw new Error(`no link: ${JSON.stringify(made)}`)
  return deviceLinkSchema.parse(made.body).token
}

async function join(call: HttpCall, email: string): Promise<Account> {
  const account = new Account(call, email, PASSWORD)
  await account.register()
  await account.signIn()
  return account
}

export async function openFuzzHome(product: Product): Promise<FuzzHome> {
  const caller = createHttpCall(product.url, 128)
  const { call } = caller
  const plugged: ObedientDevice[] = []
  const words = new Map<string, string>()

  const settleIn = async (account: Account, type: string, name: string, state: Record<string, unknown>) => {
    const { device, plugged: own } = await moveIn(product, call, account, { type, name, state })
    plugged.push(own)
    return device
  }

  const joinConfirmed = async (name: string): Promise<Account> => {
    const account = await join(call, `${name}@example.com`)
    const confirmation = await product.mailbox.newest(account.email, 1)
    await confirm(caller, confirmation.text ?? '')
    return account
  }

  const foreignMark = canary()
  const ownMark = canary()
  const foreign = await joinConfirmed(canary())
  const foreignDevice = await settleIn(foreign, 'awning', foreignMark, { position: FOREIGN_POSITION })
  const foreignLinkMark = canary()
  words.set('{{foreign link}}', await share(foreign, foreignDevice.id, foreignLinkMark, FOREIGN_PIN))
  words.set('{{foreign device}}', foreignDevice.id)
  await settle(foreign)
  const foreignMarks: string[] = []
  for (const kind of ['room', 'group', 'scenario'] as const) {
    const mark = canary()
    foreignMarks.push(mark)
    words.set(`{{foreign ${kind}}}`, await arrange(foreign, kind, mark, foreignDevice.id))
  }
  const owner = await joinConfirmed(ownMark)
  await settle(owner)
  const stranger = await join(call, `stranger-${randomBytes(4).toString('hex')}@example.com`)
  words.set('{{stranger}}', stranger.email)
  words.set('{{own password}}', PASSWORD)
  const holder = await joinConfirmed(canary())
  const unlentMark = canary()
  await settleIn(owner, 'awning', unlentMark, { position: 0 })
  const fuzzed = await settleIn(owner, 'roller_shutter', 'fuzzed', { position: 0 })
  words.set('{{fuzzed device}}', fuzzed.id)
  // The obedient client is ended, because the client that publishes malformed messages uses the same device.
  plugged.pop()?.end()

  const database = await connectTo(product.dataDir)
  let serial = 0
  const repair = async (): Promise<void> => {
    // The fuzzed roles use up what an account may look up in an hour.
    await database.query("delete from rate_limits where key like 'addresses asked/account %'")
    const whoami = await owner.ask('GET', '/account/whoami')
    if (whoami.kind === 'answered' && whoami.status === 401) await owner.signIn()
    const devices = await owner.devices()
    for (const [placeholder, type, state] of WANTED) {
      if (devices[words.get(placeholder) ?? ''] !== undefined) continue
      serial += 1
      words.set(placeholder, (await settleIn(owner, type, `own ${serial}`, state)).id)
    }
    await owner.ask('POST', '/api/v1/device-link/freeze', { frozen: false })
    const known = await call({
      method: 'POST',
      path: '/auth/api/v1/device-link/info',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ deviceLinkToken: words.get('{{own link}}') ?? 'none' }),
    })
    if (known.status !== 200) {
      await endOldLinks(owner)
      words.set('{{own link}}', await share(owner, words.get('{{own device}}') ?? '', 'own'))
      words.set('{{own link to change}}', await share(owner, words.get('{{own device}}') ?? '', 'to change'))
    }
    for (const kind of ['room', 'group', 'scenario'] as const) {
      serial += 1
      const id = await arranged(owner, kind, {
        id: words.get(`{{own ${kind}}}`),
        name: `${kind} ${serial} ${ownMark.slice(-4)}`,
        deviceId: words.get('{{own device}}') ?? '',
      })
      words.set(`{{own ${kind}}}`, id)
    }
    words.set('{{due}}', await dueOf(owner, words.get('{{own scenario}}') ?? ''))
    await shareByRole(owner, holder, words.get('{{own device}}') ?? '')
    const [unclaimed] = await provision(call, 'awning', 1)
    words.set('{{claim code}}', unclaimed?.claimCode ?? '')
  }
  await repair()
  return {
    product,
    caller,
    owner,
    holder,
    foreign,
    canaries: [foreignMark, foreignLinkMark, ...foreignMarks, foreign.email],
    ownCanaries: [ownMark],
    unlentCanaries: [unlentMark],
    fuzzed,
    foreignDevice,
    words,
    succeeded: new Map(),
    repair,
    async stop() {
      for (const device of plugged) device.end()
      caller.end()
      await database.end()
    },
  }
}

/** Makes sure that the holder has a role with all permissions for a device. */
async function shareByRole(owner: Account, holder: Account, deviceId: string): Promise<void> {
  const whoami = await holder.ask('GET', '/account/whoami')
  if (whoami.kind === 'answered' && whoami.status === 401) await holder.signIn()
  const device = (await holder.devices())[deviceId]
  if (device !== undefined && device.can.length > 0) return
  const roles = rolesSchema.parse(await owner.read('/api/v1/role/list'))
  if (roles.length > ROLES_KEPT)
    for (const { id } of roles) await owner.ask('POST', '/api/v1/role/delete', { id })
  const made = await owner.ask('POST', '/api/v1/role/create', {
    name: `role ${randomBytes(4).toString('hex')}`,
    permissions: ['command', 'maintain'],
    devices: [deviceId],
    users: [holder.email],
  })
  if (made.kind !== 'answered' || made.status !== 200) throw new Error(`no role: ${JSON.stringify(made)}`)
}

/** Deletes links that fuzzing created; an account may have a hundred. */
async function endOldLinks(owner: Account): Promise<void> {
  const list = await owner.read('/api/v1/device-link/list')
  if (!Array.isArray(list)) return
  for (const link of list) {
    const { token } = deviceLinkSchema.parse(link)
    await owner.ask('POST', '/api/v1/device-link/delete', { token })
  }
}

/** Confirms an account with the link of its e-mail, as the page does. */
async function confirm({ call }: HttpCaller, mail: string): Promise<void> {
  const token = /confirmaccount\?token=([\w-]+)/.exec(mail)?.[1] ?? ''
  const send = (path: string, fields: Record<string, string>) =>
    call({
      method: 'POST',
      path: `/auth/account${path}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    })
  const exchanged = await send('/confirm', { token })
  const { state } = JSON.parse(exchanged.text)
  const confirmed = await send(`/${token}/confirm`, { state })
  if (confirmed.status !== 200) throw new Error(`the owner is not confirmed: ${confirmed.text}`)
}
