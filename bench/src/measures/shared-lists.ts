import { LIMITS } from '@senca/contract'
import { type Product, startProduct } from '@senca/e2e/product/product.ts'
import { sharedNow } from '../monotonic.ts'
import { claimShades, type RolePerson, rolePerson } from './role-people.ts'

const ROLES_EACH = 20
/** Per owner: as many roles as may name an address within an hour, and as many devices as these can share. */
const GIVERS_ROLES = 28
const GIVERS_DEVICES = 1_400

interface ListTimes {
  /** Milliseconds: the whole `device/list`, and `device/info` of all devices, one batch after the other. */
  list: number
  info: number
}

export interface SharedLists {
  own: ListTimes[]
  shared: ListTimes[]
  devices: number
}

async function timesOf({ client }: RolePerson, devices: number): Promise<ListTimes> {
  const begun = sharedNow()
  const ids = Object.keys(await client.list())
  if (ids.length !== devices) throw new Error(`${ids.length} of ${devices} devices are listed`)
  const listed = sharedNow()
  for (let from = 0; from < ids.length; from += LIMITS.DEVICE_INFO_BATCH) {
    const query = ids.slice(from, from + LIMITS.DEVICE_INFO_BATCH).map((id) => `devicetoken=${id}`)
    const { status } = await client.call('GET', `/api/v1/device/info?${query.join('&')}`, { bearer: true })
    if (status !== 200) throw new Error(`device/info was answered ${status}`)
  }
  return { list: listed - begun, info: sharedNow() - listed }
}

/** Shares devices of a new account, each by twenty roles. */
async function share(product: Product, number: number, count: number, receiver: RolePerson): Promise<void> {
  const giver = await rolePerson(product, `giver-${number}`)
  const ids = await claimShades(product.url, giver, count)
  for (let role = 0; role < GIVERS_ROLES; role += 1) {
    const devices = ids.filter(
      (_, index) => (role - index + GIVERS_ROLES * count) % GIVERS_ROLES < ROLES_EACH,
    )
    if (devices.length > 0)
      await giver.client.post('role/create', {
        name: `Role ${role}`,
        permissions: ['view', 'command'],
        devices,
        users: [receiver.email],
      })
  }
}

/** Lists the same number of devices as their owner, who shares none, and as a receiver who has each device by twenty roles. */
export async function measureSharedLists(devices: number, rounds: number): Promise<SharedLists> {
  const product = await startProduct({ DEMO: 'off', LOG_LEVEL: 'warn' })
  try {
    const owner = await rolePerson(product, 'owner')
    await claimShades(product.url, owner, devices)
    const receiver = await rolePerson(product, 'receiver')
    for (let given = 0; given < devices; given += GIVERS_DEVICES)
      await share(product, given, Math.min(GIVERS_DEVICES, devices - given), receiver)
    for (const person of [owner, receiver]) {
      await person.client.refresh()
      await timesOf(person, devices)
    }
    const found: SharedLists = { own: [], shared: [], devices }
    for (let round = 0; round < rounds; round += 1) {
      found.own.push(await timesOf(owner, devices))
      found.shared.push(await timesOf(receiver, devices))
    }
    return found
  } finally {
    await product.stop()
  }
}
