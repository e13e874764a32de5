import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  askRoles,
  changeRole,
  createNeighbors,
  createPerson,
  giveRole,
  listRoles,
  newRoleName,
  type Person,
  passTime,
  timeIn,
} from '#testing/homes/role-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { errorOf, refusalOf } from '#testing/test-client.ts'

let app: TestApp
let anna: Person
let bor: Person
let shade: Awaited<ReturnType<typeof moveIn>>
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  ;({ anna, bor, shade } = await createNeighbors(app))
  return () => shade.device.end()
})

const inMs = (ms: number) => timeIn(app, ms)
const HOUR_MS = 3_600_000

const pass = (ms: number) => passTime(app, [anna, bor], ms)

const give = (permissions: string[], more: object = {}) =>
  giveRole(anna, { permissions, devices: [shade.id], users: [bor.email], ...more })

const create = (more: object, client = anna) =>
  askRoles(client, 'create', {
    name: newRoleName(),
    permissions: ['view'],
    devices: [shade.id],
    users: [bor.email],
    ...more,
  })

describe('giving a role', () => {
  it('is refused for what cannot be shared', async () => {
    const own = await moveIn(app, bor, 'awning')
    await give(['view'])
    expect(refusalOf(await create({ devices: [own.id] }))).toMatchObject({
      status: 404,
      error: 'device_not_exist',
      device_id: own.id,
    })
    expect(refusalOf(await create({ users: [anna.email] }, bor))).toMatchObject({
      status: 403,
      error: 'insufficient_permission',
      device_id: shade.id,
    })
    for (const [key, more] of [
      ['devices', { devices: [] }],
      ['permissions', { permissions: [] }],
      ['permissions', { permissions: ['own'] }],
      ['name', { name: ' ' }],
      ['name', { name: 'x'.repeat(21) }],
      ['users', { users: [anna.email.toUpperCase()] }],
      ['validAfter', { validAfter: '0000-06-01T00:00:00Z' }],
      ['validBefore', { validBefore: inMs(0) }],
      ['validBefore', { validAfter: inMs(HOUR_MS), validBefore: inMs(HOUR_MS) }],
      ['timeZone', { timeZone: 'Nowhere/At_all' }],
    ] as const)
      expect([key, refusalOf(await create(more))]).toMatchObject([
        key,
        { status: 400, error: 'malformed_request', key },
      ])
    expect(await listRoles(anna)).toHaveLength(1)
    await own.device.end()
  })

  it('names the address that has no confirmed account, and then changes nothing', async () => {
    const unconfirmed = await createPerson(app, false)
    const role = await give(['view'])
    for (const [email, status, error] of [
      ['nobody@example.com', 404, 'account_not_found'],
      [unconfirmed.email, 403, 'other_account_confirmation_required'],
    ] as const) {
      const expected = { status, error, key: 'users', error_detail: email }
      expect(refusalOf(await create({ users: [bor.email, email] }))).toMatchObject(expected)
      expect(
        refusalOf(await askRoles(anna, 'update', { id: role.id, name: 'Other', users: [bor.email, email] })),
      ).toMatchObject(expected)
    }
    expect(await listRoles(anna)).toEqual([role])
  })

  it('needs a confirmed account, as does everything about roles', async () => {
    const stranger = await createPerson(app, false)
    for (const call of ['create', 'update', 'delete', 'leave'])
      expect(
        errorOf(
          call === 'create'
            ? await create({}, stranger)
            : await askRoles(stranger, call, { id: crypto.randomUUID() }),
        ),
      ).toBe('account_confirmation_required')
  })

  it('asks for at most 30 new addresses an hour, whether there are such accounts or not', async () => {
    const role = await give(['view'])
    const strangers = Array.from({ length: 15 }, (_, n) => `stranger-${n}@example.com`)
    expect((await create({ users: strangers })).status).toBe(404)
    // People who already have the role are not looked up.
    for (let n = 0; n < 3; n += 1)
      expect((await askRoles(anna, 'update', { id: role.id, users: [bor.email] })).status).toBe(200)
    expect((await create({ users: strangers })).status).toBe(429)
    expect((await create({ users: strangers.slice(0, 14) })).status).toBe(404)
    expect((await create({ users: [bor.email] })).status).toBe(429)
    expect((await create({ users: [] })).status).toBe(200)
    pass(HOUR_MS + 1)
    expect((await create({ users: [bor.email] })).status).toBe(200)
  })

  it('refuses equal names without regard to case, and too many roles', async () => {
    const { name, id } = await give(['view'], { name: 'Neighbours' })
    expect(errorOf(await create({ name: 'NEIGHBOURS' }))).toBe('role_already_exists')
    const other = await give(['view'])
    expect(errorOf(await askRoles(anna, 'update', { id: other.id, name: name.toUpperCase() }))).toBe(
      'role_already_exists',
    )
    expect(await changeRole(anna, { id, name: 'NEIGHBOURS' })).toMatchObject({ name: 'NEIGHBOURS' })
    for (let n = 2; n < 50; n += 1) expect((await create({ users: [] })).status).toBe(200)
    expect(refusalOf(await create({}))).toMatchObject({ status: 409, error: 'roles_limit_exceeded' })
    const crowd = Array.from({ length: 21 }, (_, n) => `crowd-${n}@example.com`)
    expect(refusalOf(await askRoles(anna, 'update', { id, users: crowd }))).toMatchObject({
      status: 409,
      error: 'role_users_limit_exceeded',
    })
  })
})
