import { setTimeout as wait } from 'node:timers/promises'
import { type Home, startHome } from '@senca/e2e/product/home.ts'
import { startServer } from '@senca/e2e/product/server.ts'
import * as z from 'zod/mini'
import { sharedNow } from '../monotonic.ts'
import { type RolePerson, rolePerson } from './role-people.ts'

const LOST_AFTER_MS = 5_000
const CHECKED_EVERY_MS = 5
/** A command that succeeds within this time after the call was not cut; later ones should have been cut. */
const IN_TIME_MS = 1_000
/** API tokens are valid for 15 minutes. */
const REFRESHED_EVERY = 100
const idSchema = z.object({ id: z.string() })
const targetsSchema = z.object({ targets: z.array(z.string()) })

/** What ends when a right is revoked, and the milliseconds from each call until then. */
type Cuts = Record<'socket' | 'command' | 'list' | 'scenario', number[]>

export interface Revocations {
  cuts: Cuts
  /** Milliseconds from the call to its answer. */
  answered: number[]
  /** The number of things that did not end within five seconds, or not as they should. */
  lost: number
  /** Sockets that were opened after the answer with an older token and nevertheless received messages about the device. */
  overheard: number
}

/** Polls until the condition is true. Returns the time, or null if it never is. */
async function momentOf(isSo: () => boolean | Promise<boolean>): Promise<number | null> {
  const until = sharedNow() + LOST_AFTER_MS
  while (!(await isSo())) {
    if (sharedNow() > until) return null
    await wait(CHECKED_EVERY_MS)
  }
  return sharedNow()
}

/** Creates a role with two shades. One is repeatedly removed and added again while its receiver is active. */
async function share({ owner }: Home, { email, client }: RolePerson) {
  const [kept = '', shared = ''] = Object.keys(await owner.devices())
  const role = { permissions: ['view', 'command'], devices: [kept, shared], users: [email] }
  const { id } = idSchema.parse(await owner.post('role/create', { name: 'Bench', ...role }))
  const scenario = idSchema.parse(
    await client.post('scenario/create', {
      name: 'Bench',
      enabled: true,
      targets: [kept, shared],
      triggers: [],
      actions: [{ type: 'MoveSelf', position: 0.5 }],
    }),
  )
  const targets = async () =>
    targetsSchema.parse(
      (await client.call('GET', `/api/v1/scenario/info?id=${scenario.id}`, { bearer: true })).body,
    ).targets
  return {
    shared,
    take: () => owner.post('role/update', { id, devices: [kept] }),
    async giveBack() {
      await owner.post('role/update', { id, devices: [kept, shared] })
      await client.post('scenario/update', { id: scenario.id, targets: [kept, shared] })
    },
    isListed: async () => shared in (await client.list()),
    isInScenario: async () => (await targets()).includes(shared),
  }
}

/** Removes a device from a role and adds it again, repeatedly, while the receiver listens to it, moves it and reads it. */
export async function measureRevocations(count: number): Promise<Revocations> {
  const server = await startServer({ DEMO: 'off', LOG_LEVEL: 'warn' })
  try {
    const home = await startHome(
      server,
      1,
      [],
      [
        { name: 'Kept', type: 'roller_shutter' },
        { name: 'Lent', type: 'roller_shutter' },
      ],
    )
    const receiver = await rolePerson(server, 'receiver')
    const { client } = receiver
    const { shared, take, giveBack, isListed, isInScenario } = await share(home, receiver)
    const socket = await client.listen()
    const isNotified = (subject: string, from: number) => () =>
      socket.received
        .slice(from)
        .some(
          ({ subject: notified, data }) =>
            notified === subject && 'deviceId' in data && data.deviceId === shared,
        )
    const found: Revocations = {
      cuts: { socket: [], command: [], list: [], scenario: [] },
      answered: [],
      lost: 0,
      overheard: 0,
    }
    for (let round = 0; round < count; round += 1) {
      if (round % REFRESHED_EVERY === 0) for (const each of [home.owner, client]) await each.refresh()
      const token = await client.websocketToken()
      const before = socket.updatesOf(shared).length
      const running = client.move(
        [{ token: shared, command: 'move', position: round % 2 === 0 ? 100 : 0 }],
        true,
      )
      await momentOf(() => socket.updatesOf(shared).length > before)

      /** When the shade reached its target, if that was before the command could be cut. */
      let arrived: number | null = null
      const begun = sharedNow()
      const ends: Record<keyof Cuts, Promise<number | null>> = {
        socket: momentOf(isNotified('device.deleted', socket.received.length)),
        command: running.then(([result]) => {
          const isCut = result?.status === 'error' && result.error === 'device_not_exist'
          if (!isCut && result?.status === 'success') arrived = sharedNow()
          return isCut ? sharedNow() : null
        }),
        list: momentOf(async () => !(await isListed())),
        scenario: momentOf(async () => !(await isInScenario())),
      }
      await take()
      found.answered.push(sharedNow() - begun)
      const late = await client.listen(token)
      for (const cut of ['socket', 'command', 'list', 'scenario'] as const) {
        const at = await ends[cut]
        const isOver = cut === 'command' && arrived !== null && arrived < begun + IN_TIME_MS
        if (at !== null) found.cuts[cut].push(at - begun)
        else if (!isOver) found.lost += 1
      }
      // The shade continues to move and report.
      if (JSON.stringify(late.received).includes(shared)) found.overheard += 1
      late.close()
      const from = socket.received.length
      await giveBack()
      await momentOf(isNotified('device.created', from))
    }
    socket.close()
    await home.product.stop()
    return found
  } finally {
    await server.stop()
  }
}
