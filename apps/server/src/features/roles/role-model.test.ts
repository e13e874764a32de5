import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  askRoles,
  createPerson,
  freezeSharing,
  giveRole,
  newRoleName,
  type Person,
} from '#testing/role-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createTestClient, errorOf, GOOD_PASSWORD } from '#testing/test-client.ts'

const PEOPLE = 6
const DEVICES = 20
/** How many steps are taken; `ROLE_MODEL_STEPS` for a long run. */
const STEPS = Number(process.env.ROLE_MODEL_STEPS ?? 150)
/** A long run says so often how far it has come. */
const TOLD_EVERY = 1_000
const PERMISSIONS = ['view', 'command', 'maintain'] as const

let app: TestApp
let people: Person[]
/** The same people at the other instance. */
let elsewhere: Person[]
/** Whose each device is, by its id. */
let owners: Map<string, number>
beforeAll(async () => {
  app = await createTestApp()
  const twin = await app.twin()
  people = []
  elsewhere = []
  owners = new Map()
  for (let n = 0; n < PEOPLE; n += 1) {
    const person = await createPerson(app)
    people.push(person)
    const other = createTestClient(twin)
    await other.ok(other.logIn(person.email, GOOD_PASSWORD))
    elsewhere.push({ ...other, email: person.email })
  }
  const [first] = people
  const made = (await first?.provision('roller_shutter', DEVICES)) ?? []
  for (const [n, { id, claimCode }] of made.entries()) {
    await people[n % PEOPLE]?.claim(claimCode, `Shade ${n}`)
    owners.set(id, n % PEOPLE)
  }
}, 120_000)
afterAll(() => app.close())

interface ModelRole {
  id: string
  giver: number
  permissions: readonly string[]
  devices: readonly string[]
  users: readonly number[]
  endsAt: number | null
}

/** Who may do what, in ten lines. */
const may = (
  { roles, frozen, now }: { roles: readonly ModelRole[]; frozen: ReadonlySet<number>; now: number },
  person: number,
  verb: (typeof PERMISSIONS)[number],
  device: string,
): boolean =>
  owners.get(device) === person ||
  roles.some(
    ({ giver, permissions, devices, users, endsAt }) =>
      giver === owners.get(device) &&
      !frozen.has(giver) &&
      (endsAt === null || now < endsAt) &&
      users.includes(person) &&
      devices.includes(device) &&
      (verb === 'view' || permissions.includes(verb)),
  )

const index = (max: number) => fc.nat(max - 1)
const terms = {
  permissions: fc.uniqueArray(fc.constantFrom(...PERMISSIONS), { minLength: 1 }),
  devices: fc.uniqueArray(fc.nat(), { minLength: 1, maxLength: 3 }),
  users: fc.uniqueArray(index(PEOPLE), { maxLength: 3 }),
  lastsMs: fc.constantFrom(null, 60_000, 3_600_000),
}
const stepArbitrary = fc.oneof(
  fc.record({ kind: fc.constant('give' as const), giver: index(PEOPLE), ...terms }),
  fc.record({ kind: fc.constant('change' as const), role: fc.nat(), ...terms }),
  fc.record({ kind: fc.constant('revoke' as const), role: fc.nat() }),
  fc.record({ kind: fc.constant('leave' as const), role: fc.nat(), user: fc.nat() }),
  fc.record({ kind: fc.constant('freeze' as const), giver: index(PEOPLE), on: fc.boolean() }),
  fc.record({ kind: fc.constant('pass' as const), ms: fc.constantFrom(30_000, 120_000) }),
)

type Step = typeof stepArbitrary extends fc.Arbitrary<infer S> ? S : never

it('what anybody may do is what a model of ten lines says, on both instances, after any step', async () => {
  let roles: ModelRole[] = []
  const frozen = new Set<number>()
  const idsOf = (giver: number, picks: readonly number[]) => {
    const own = [...owners].flatMap(([id, owner]) => (owner === giver ? [id] : []))
    return [...new Set(picks.map((pick) => own[pick % own.length] ?? ''))]
  }
  const usersOf = (giver: number, picks: readonly number[]) => picks.filter((user) => user !== giver)
  const emailsOf = (users: readonly number[]) => users.map((user) => people[user]?.email ?? '')
  const now = () => app.clock.now().getTime()
  const endOf = (lastsMs: number | null) => (lastsMs === null ? null : now() + lastsMs)
  const isoOf = (at: number | null) => (at === null ? null : new Date(at).toISOString())
  const budgetPasses = () => app.database.pool.query('delete from rate_limits')

  const take = async (step: Step) => {
    const role = 'role' in step && roles.length > 0 ? roles[step.role % roles.length] : undefined
    switch (step.kind) {
      case 'give': {
        const giver = people[step.giver]
        if (giver === undefined || roles.filter((one) => one.giver === step.giver).length >= 40) return
        const devices = idsOf(step.giver, step.devices)
        const users = usersOf(step.giver, step.users)
        const endsAt = endOf(step.lastsMs)
        const { id } = await giveRole(giver, {
          name: newRoleName(),
          permissions: step.permissions,
          devices,
          users: emailsOf(users),
          validBefore: isoOf(endsAt),
        })
        roles.push({ id, giver: step.giver, permissions: step.permissions, devices, users, endsAt })
        return
      }
      case 'change': {
        if (role === undefined) return
        const next = {
          permissions: step.permissions,
          devices: idsOf(role.giver, step.devices),
          users: usersOf(role.giver, step.users),
          endsAt: endOf(step.lastsMs),
        }
        const { permissions, devices } = next
        const change = { permissions, devices, users: emailsOf(next.users), validBefore: isoOf(next.endsAt) }
        const giver = people[role.giver]
        if (giver !== undefined) await giver.ok(askRoles(giver, 'update', { id: role.id, ...change }))
        roles = roles.map((one) => (one === role ? { ...role, ...next } : one))
        return
      }
      case 'revoke': {
        const giver = people[role?.giver ?? -1]
        if (role === undefined || giver === undefined) return
        await giver.ok(askRoles(giver, 'delete', { id: role.id }))
        roles = roles.filter((one) => one !== role)
        return
      }
      case 'leave': {
        if (role === undefined || role.users.length === 0) return
        const user = role.users[step.user % role.users.length] ?? 0
        const person = elsewhere[user]
        if (person !== undefined) await person.ok(askRoles(person, 'leave', { id: role.id }))
        roles = roles.map((one) =>
          one === role ? { ...role, users: role.users.filter((other) => other !== user) } : one,
        )
        return
      }
      case 'freeze': {
        const giver = people[step.giver]
        if (giver !== undefined) await freezeSharing(giver, step.on)
        if (step.on) frozen.add(step.giver)
        else frozen.delete(step.giver)
        return
      }
      case 'pass':
        app.clock.advance(step.ms)
        for (const person of [...people, ...elsewhere]) person.forgetApiToken()
    }
  }

  const judge = async (person: number, device: string, verb: (typeof PERMISSIONS)[number], at: Person) => {
    if (verb === 'view') return Object.keys(await at.info(device)).length > 0
    if (verb === 'maintain') {
      // Nothing is named: who may is told that, before anything changes.
      const answer = await at.api('POST', '/auth/api/v1/device/settings', {
        json: { token: device, settings: {} },
      })
      return errorOf(answer) === 'data_missing'
    }
    const [result] = await at.move([{ token: device, command: 'move', position: 50 }])
    const error = result?.status === 'error' ? result.error : ''
    return error !== 'device_not_exist' && error !== 'insufficient_permission' && person >= 0
  }

  const samples = fc.sample(
    fc.tuple(
      stepArbitrary,
      index(PEOPLE),
      fc.nat(DEVICES - 1),
      fc.constantFrom(...PERMISSIONS),
      fc.boolean(),
    ),
    {
      numRuns: STEPS,
      ...(process.env.ROLE_MODEL_SEED === undefined ? {} : { seed: Number(process.env.ROLE_MODEL_SEED) }),
    },
  )
  const devices = [...owners.keys()]
  for (const [n, [step, person, pick, verb, isElsewhere]] of samples.entries()) {
    await budgetPasses()
    await take(step)
    // Of what may be wrong most is with those whom the step concerned.
    const role = roles[n % Math.max(roles.length, 1)]
    const isAboutRole = n % 2 === 0 && role !== undefined && role.users.length > 0
    const device = (isAboutRole ? role.devices[0] : devices[pick]) ?? ''
    const asking = (isAboutRole ? role.users[0] : person) ?? 0
    const at = (isElsewhere ? elsewhere : people)[asking]
    if (at === undefined) throw new Error('nobody asks')
    const expected = may({ roles, frozen, now: now() }, asking, verb, device)
    const found = await judge(asking, device, verb, at)
    expect({ n, step, asking, verb, device, isElsewhere, may: found }).toEqual({
      n,
      step,
      asking,
      verb,
      device,
      isElsewhere,
      may: expected,
    })
    if ((n + 1) % TOLD_EVERY === 0) console.info(`${n + 1} steps as the model says`)
  }
}, 86_400_000)
