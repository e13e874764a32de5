import { createSecretToken, hashSecretToken } from '#features/sessions/index.ts'
import { deleteAccount } from '../delete-account.ts'
import { askDevice } from '../device-calls.ts'
import type { FakeDevice } from '../fake-device.ts'
import {
  askRoles,
  createPerson,
  freezeSharing,
  giveRole,
  newRoleName,
  type Person,
} from '../homes/role-home.ts'
import { moveIn } from '../homes/test-home.ts'
import type { TestApp } from '../test-app.ts'
import { createTestClient, GOOD_PASSWORD } from '../test-client.ts'
import { openSignedInSocket, type TestSocket } from '../test-socket.ts'
import { DEVICES, type Done, type Model, type ModelRole, may, PEOPLE } from './model.ts'

/** The number of devices with hardware that reports and answers. */
const PRESENT = 2
/** The maximum number of roles per owner; if there are too many, the oldest is deleted. */
const ROLES_EACH = 10

/** A person with a client and a socket on each instance. */
export interface Resident {
  email: string
  accountId: string
  clients: readonly [Person, Person]
  sockets: readonly [Listener, Listener]
}

/** A socket with the devices that it currently knows from messages. */
export interface Listener {
  socket: TestSocket
  known: Set<string>
}

export type Instances = readonly [TestApp, Awaited<ReturnType<TestApp['twin']>>]

/** Six people with twenty devices on two instances, together with their model. */
export async function createTown(instances: Instances) {
  const [app] = instances
  const roles: ModelRole[] = []
  const model = { owners: new Map<string, number>(), roles, frozen: new Set<number>() }
  const present = new Map<string, FakeDevice>()
  const made = new Set<string>()
  const residents: Resident[] = []
  let shades = 0

  const nowMs = () => app.clock.now().getTime()
  const newName = () => {
    shades += 1
    return `Shade ${shades}`
  }
  const residentOf = (person: number): Resident => {
    const resident = residents[person]
    if (resident === undefined) throw new Error(`nobody is number ${person}`)
    return resident
  }
  const visibleTo = (person: number, of: Model = model, now = nowMs()): string[] =>
    [...of.owners.keys()].filter((device) => may(of, { person, verb: 'view', device, now }))

  const moveInResident = async (): Promise<Resident> => {
    const first = await createPerson(app)
    const { rows } = await app.database.pool.query<{ id: string }>(
      'select id from accounts where email = $1',
      [first.email],
    )
    const other = createTestClient(instances[1])
    await other.ok(other.logIn(first.email, GOOD_PASSWORD))
    const clients = [first, { ...other, email: first.email }] as const
    const listen = async (at: 0 | 1): Promise<Listener> => ({
      socket: await openSignedInSocket(instances[at], await clients[at].websocketToken()),
      known: new Set(),
    })
    return {
      email: first.email,
      accountId: rows[0]?.id ?? '',
      clients,
      sockets: [await listen(0), await listen(1)],
    }
  }
  const claimNew = async (person: number, count: number) => {
    const [client] = residentOf(person).clients
    for (const { id, claimCode } of count === 0 ? [] : await client.provision('roller_shutter', count)) {
      await client.claim(claimCode, newName())
      model.owners.set(id, person)
      made.add(id)
    }
  }

  for (let person = 0; person < PEOPLE; person += 1) residents.push(await moveInResident())
  for (let n = 0; n < PRESENT; n += 1) {
    const { id, device } = await moveIn(app, residentOf(n).clients[0], 'roller_shutter', { name: newName() })
    present.set(id, device)
    model.owners.set(id, n)
  }
  for (let person = 0; person < PEOPLE; person += 1)
    await claimNew(person, Math.ceil((DEVICES - PRESENT - person) / PEOPLE))

  const idsOf = (giver: number, picks: readonly number[]) => {
    const own = [...model.owners].flatMap(([id, owner]) => (owner === giver ? [id] : []))
    return own.length === 0 ? [] : [...new Set(picks.map((pick) => own[pick % own.length] ?? ''))]
  }
  const usersOf = (giver: number, picks: readonly number[]) => picks.filter((user) => user !== giver)
  const emailsOf = (users: readonly number[]) => users.map((user) => residentOf(user).email)
  const endOf = (lastsMs: number | null) => (lastsMs === null ? null : nowMs() + lastsMs)
  const isoOf = (at: number | null) => (at === null ? null : new Date(at).toISOString())
  const roleAt = (pick: number): ModelRole | undefined => model.roles[pick % Math.max(model.roles.length, 1)]
  const deviceAt = (pick: number): string => [...model.owners.keys()][pick % model.owners.size] ?? ''

  /** Applies to the model that devices leave their home: a role without devices ends. */
  const remove = (gone: readonly string[]) => {
    model.roles = model.roles
      .map((role) => ({ ...role, devices: role.devices.filter((id) => !gone.includes(id)) }))
      .filter(({ devices }) => devices.length > 0)
  }
  const revoke = async (role: ModelRole, at: 0 | 1) => {
    const giver = residentOf(role.giver).clients[at]
    await giver.ok(askRoles(giver, 'delete', { id: role.id }))
    model.roles = model.roles.filter((one) => one !== role)
  }
  /** The database contains only hashes of e-mailed tokens, so they are replaced by known ones. */
  const transfer = async (device: string, to: number, at: 0 | 1) => {
    const from = model.owners.get(device) ?? -1
    if (from === to) return
    const [giver, receiver] = [residentOf(from).clients[at], residentOf(to)]
    await giver.ok(askDevice(giver, 'transfer', { token: device, email: receiver.email }))
    const token = createSecretToken()
    await app.database.pool.query('update transfers set token_hash = $1 where device_id = $2', [
      hashSecretToken(token),
      device,
    ])
    await receiver.clients[at].ok(askDevice(receiver.clients[at], 'transfer/accept', { token }))
    model.owners.set(device, to)
    remove([device])
  }
  const deleteResident = async (person: number, at: 0 | 1) => {
    const own = idsOf(person, [...Array(DEVICES).keys()])
    if (own.some((id) => present.has(id))) return
    const { clients, email, sockets } = residentOf(person)
    await deleteAccount(app, clients[at], email)
    await Promise.all(sockets.map(({ socket }) => socket.closed))
    remove(own)
    for (const id of own) model.owners.delete(id)
    model.roles = model.roles
      .filter(({ giver }) => giver !== person)
      .map((role) => ({ ...role, users: role.users.filter((user) => user !== person) }))
    model.frozen.delete(person)
    residents[person] = await moveInResident()
    await claimNew(person, own.length)
  }

  return {
    model,
    present,
    /** The devices that were made in the last step. */
    made,
    residents,
    visibleTo,
    roleAt,
    deviceAt,
    /** Signs every socket in again and forgets its messages. */
    async signInAgain() {
      for (const [person, { clients, sockets }] of residents.entries()) {
        for (const [n, { socket, known }] of sockets.entries()) {
          const client = clients[n]
          if (client === undefined) throw new Error('there are two instances')
          client.forgetApiToken()
          const token = await client.websocketToken()
          socket.received.splice(0)
          socket.send({ subject: 'auth.login', data: { token } })
          await socket.next('auth.accepted')
          known.clear()
          for (const device of visibleTo(person)) known.add(device)
        }
      }
    },
    /** Makes a step in the town and in the model. */
    async take(done: Done) {
      made.clear()
      const { at } = done
      switch (done.kind) {
        case 'give': {
          const devices = idsOf(done.giver, done.devices)
          if (devices.length === 0) return
          const before = model.roles.filter(({ giver }) => giver === done.giver)
          if (before.length >= ROLES_EACH && before[0] !== undefined) await revoke(before[0], at)
          const users = usersOf(done.giver, done.users)
          const endsAt = endOf(done.lastsMs)
          const { id } = await giveRole(residentOf(done.giver).clients[at], {
            name: newRoleName(),
            permissions: done.permissions,
            devices,
            users: emailsOf(users),
            validBefore: isoOf(endsAt),
          })
          model.roles.push({ id, giver: done.giver, permissions: done.permissions, devices, users, endsAt })
          return
        }
        case 'change': {
          const role = roleAt(done.role)
          if (role === undefined) return
          const { permissions } = done
          const devices = idsOf(role.giver, done.devices)
          const users = usersOf(role.giver, done.users)
          const endsAt = endOf(done.lastsMs)
          const giver = residentOf(role.giver).clients[at]
          const change = {
            id: role.id,
            permissions,
            devices,
            users: emailsOf(users),
            validBefore: isoOf(endsAt),
          }
          await giver.ok(askRoles(giver, 'update', change))
          const next = { ...role, permissions, devices, users, endsAt }
          model.roles = model.roles.map((one) => (one === role ? next : one))
          return
        }
        case 'revoke': {
          const role = roleAt(done.role)
          if (role !== undefined) await revoke(role, at)
          return
        }
        case 'leave': {
          const role = roleAt(done.role)
          if (role === undefined || role.users.length === 0) return
          const user = role.users[done.user % role.users.length] ?? 0
          const client = residentOf(user).clients[at]
          await client.ok(askRoles(client, 'leave', { id: role.id }))
          const left = { ...role, users: role.users.filter((other) => other !== user) }
          model.roles = model.roles.map((one) => (one === role ? left : one))
          return
        }
        case 'freeze':
          await freezeSharing(residentOf(done.giver).clients[at], done.on)
          if (done.on) model.frozen.add(done.giver)
          else model.frozen.delete(done.giver)
          return
        case 'transfer':
          return transfer(deviceAt(done.device), done.to, at)
        case 'deleteDevice': {
          const device = deviceAt(done.device)
          const owner = model.owners.get(device)
          if (owner === undefined || present.has(device)) return
          const [result] = await residentOf(owner).clients[at].delete(device, true)
          if (result?.status !== 'success') throw new Error(`not deleted: ${JSON.stringify(result)}`)
          model.owners.delete(device)
          remove([device])
          return claimNew(owner, 1)
        }
        case 'deleteAccount':
          return deleteResident(done.giver, at)
        case 'use':
          // The question after the step is enough.
          return
      }
    },
    async close() {
      for (const { sockets } of residents) for (const { socket } of sockets) socket.end()
      for (const device of present.values()) await device.end()
    },
  }
}

export type Town = Awaited<ReturnType<typeof createTown>>
