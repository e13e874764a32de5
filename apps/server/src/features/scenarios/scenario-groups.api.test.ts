import { type DeviceType, LIMITS } from '@senca/contract'
import {
  type Scenario,
  scenarioHistorySchema,
  scenarioSchema,
  scenariosSchema,
} from '@senca/contract/automation'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FakeDevice, ReceivedCommand } from '#testing/fake-device.ts'
import { createPerson, giveRole, type Person } from '#testing/homes/role-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import type { Answer } from '#testing/test-client.ts'
import { openSignedInSocket } from '#testing/test-socket.ts'

let app: TestApp
let owner: Person
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  owner = await createPerson(app)
})

type Type = 'roller_shutter' | 'awning' | 'light'
let count = 0
async function claimed(wanted: number, type: Type = 'roller_shutter', client = owner): Promise<string[]> {
  const made = await client.provision(type, wanted)
  for (const { claimCode } of made) {
    count += 1
    await client.claim(claimCode, `Device ${count}`)
  }
  return made.map(({ id }) => id)
}

const askGroup = (call: string, json: object): Promise<Answer> =>
  owner.api('POST', `/auth/api/v1/group/${call}`, { json })
const group = async (devices: string[]): Promise<string> => {
  count += 1
  return Object(await owner.ok(askGroup('create', { name: `Group ${count}`, devices }))).id
}
const askScenario = (call: string, json: object): Promise<Answer> =>
  owner.api('POST', `/auth/api/v1/scenario/${call}`, { json })
const scenario = async (intent: object): Promise<Scenario> => {
  count += 1
  const all = { enabled: true, targets: [], triggers: [], actions: [{ type: 'MoveSelf', position: 1 }] }
  const answer = askScenario('create', { name: `Scenario ${count}`, ...all, ...intent })
  return scenarioSchema.parse(await owner.ok(answer))
}
const list = async (): Promise<Scenario[]> =>
  scenariosSchema.parse(await owner.ok(owner.api('GET', '/auth/api/v1/scenario/list')))
const membersOf = async (id: string): Promise<string[]> => {
  const groups = Object(await owner.ok(owner.api('GET', '/auth/api/v1/group/list')))
  return groups.find((one: { id: string }) => one.id === id)?.activeDeviceTokens
}
const settle = () =>
  owner.ok(
    owner.api('POST', '/auth/api/v1/home/create', { json: { name: 'Home', lat: 46.0569, lon: 14.5058 } }),
  )
const refusalOf = ({ status, body }: Answer) => ({ status, ...Object(body) })

describe('a scenario of a group', () => {
  it.each([
    ['is deleted', (id: string) => owner.ok(askGroup('delete', { id }))],
    ['loses its last device', (_: string, deviceId: string) => owner.delete(deviceId, true)],
  ])('is published to its account without the group once that %s', async (_, end) => {
    const [member = '', other = ''] = await claimed(2)
    const used = await group([member])
    const alone = await scenario({ groups: [used] })
    const beside = await scenario({ targets: [other], groups: [used] })
    await scenario({ targets: [other] })
    const socket = await openSignedInSocket(app, await owner.websocketToken())
    await end(used, member)
    const notified = () => socket.received.filter(({ subject }) => subject === 'scenario.updated')
    await vi.waitFor(() => expect(notified()).toHaveLength(2))
    const scenarios = notified().map(({ data }) => Object(data).scenario)
    expect(scenarios.find(({ id }) => id === alone.id)).toMatchObject({ groups: [], status: 'paused' })
    expect(scenarios.find(({ id }) => id === beside.id)).toMatchObject({ groups: [], status: 'idle' })
    expect(await list()).toEqual(expect.arrayContaining(scenarios))
    socket.end()
  })

  it('keeps its group to devices of one type [SC4]', async () => {
    const [a = '', b = ''] = await claimed(2)
    const [awning = ''] = await claimed(1, 'awning')
    const [light = ''] = await claimed(1, 'light')
    const used = await group([a])
    await scenario({ targets: [b], groups: [used] })
    const refused = { status: 400, error: 'malformed_scenario', key: 'devices' }
    expect(refusalOf(await askGroup('update', { id: used, devices: [awning] }))).toMatchObject(refused)
    expect(await membersOf(used)).toEqual([a])
    expect((await askGroup('update', { id: used, devices: [a, b] })).status).toBe(200)
    const alone = await group([a])
    await scenario({ groups: [alone] })
    const cannot = { status: 400, error: 'malformed_action', key: 'devices' }
    expect(refusalOf(await askGroup('update', { id: alone, devices: [light] }))).toMatchObject(cannot)
    expect((await askGroup('update', { id: alone, devices: [awning] })).status).toBe(200)
  })

  it('keeps its group to devices of one owner', async () => {
    const lender = await createPerson(app)
    const [own = ''] = await claimed(1)
    const [shared = ''] = await claimed(1, 'roller_shutter', lender)
    await giveRole(lender, { permissions: ['command'], devices: [shared], users: [owner.email] })
    const used = await group([own])
    await scenario({
      groups: [used],
      triggers: [{ type: 'Security', sources: ['storm'] }],
    })
    const refused = { status: 400, error: 'malformed_scenario', key: 'devices' }
    for (const devices of [[shared], [own, shared]])
      expect(refusalOf(await askGroup('update', { id: used, devices }))).toMatchObject(refused)
    expect(await membersOf(used)).toEqual([own])
  })

  it('keeps its group to devices that no other scenario of this weather moves [SC4]', async () => {
    await settle()
    const [a = '', b = ''] = await claimed(2)
    const wind = {
      triggers: [{ type: 'Weather', measurement: 'wind_gust', condition: 'gt', value: 9 }],
      actions: [{ type: 'MoveSelfSecurity' }],
    }
    const used = await group([a])
    await scenario({ groups: [used], ...wind })
    await scenario({ targets: [b], ...wind })
    expect(refusalOf(await askGroup('update', { id: used, devices: [a, b] }))).toMatchObject({
      status: 409,
      error: 'similar_weather_scenario_already_exists',
      device_id: b,
    })
    expect(await membersOf(used)).toEqual([a])
  })

  it('keeps its group to devices that are in few scenarios enough', async () => {
    const [a = '', b = ''] = await claimed(2)
    for (let n = 0; n < LIMITS.SCENARIOS_PER_DEVICE; n += 1) await scenario({ targets: [b] })
    const used = await group([a])
    await scenario({ groups: [used] })
    expect(refusalOf(await askGroup('update', { id: used, devices: [b] }))).toMatchObject({
      status: 409,
      error: 'device_too_many_scenarios',
      device_id: b,
    })
    expect(await membersOf(used)).toEqual([a])
    expect((await askGroup('update', { id: used, name: 'Renamed' })).status).toBe(200)
  })
})

describe('a member of a group whose type has changed', () => {
  const onCommand = (command: ReceivedCommand, device: FakeDevice) => {
    device.succeed(command)
    device.report(command.command === 'move' ? { position: Number(command.position) / 100 } : {})
  }
  const shade = () => moveIn(app, owner, 'roller_shutter', { state: { position: 0 }, onCommand })
  const become = (token: string, devicetype: DeviceType) =>
    owner.ok(owner.api('POST', '/auth/api/v1/device/settings', { json: { token, settings: { devicetype } } }))
  const moves = ({ device }: { device: FakeDevice }) =>
    device.received.filter(({ command }) => command === 'move').length
  const run = (id: string) => owner.ok(askScenario('run', { id }))
  const history = async (id: string) =>
    scenarioHistorySchema.parse(await owner.ok(owner.api('GET', `/auth/api/v1/scenario/history?id=${id}`)))
  const unsupported = (deviceId: string) =>
    expect.objectContaining({ error: 'device_unsupported_action', device_ids: [deviceId] })
  const moved = (...deviceIds: string[]) =>
    expect.objectContaining({ status: 'success', device_ids: expect.arrayContaining(deviceIds) })

  it('is left out of a scenario of the group with a reason until it has the type again, but not where the scenario names the device [SC2]', async () => {
    const parts = [await shade(), await shade(), await shade()] as const
    const [a, b, c] = parts
    const used = await group([a.id, b.id, c.id])
    const { id } = await scenario({ groups: [used] })
    const named = await scenario({ groups: [used], targets: [a.id] })
    await become(a.id, 'awning')
    const results = expect.arrayContaining([moved(b.id, c.id), unsupported(a.id)])
    expect(await run(id)).toEqual(results)
    expect(parts.map(moves)).toEqual([0, 1, 1])
    const [left] = await history(id)
    expect(left?.outcome).toBe('part')
    expect(left?.results).toEqual(results)
    await run(named.id)
    expect(parts.map(moves)).toEqual([1, 2, 2])
    await become(a.id, 'roller_shutter')
    expect(await run(id)).toMatchObject([{ status: 'success', device_ids: [a.id, b.id, c.id] }])
    expect(parts.map(moves)).toEqual([2, 3, 3])
    for (const { device } of parts) await device.end()
  })

  it('is protected by a scenario of the group, by its new kind, also when somebody runs the scenario [SC2]', async () => {
    const parts = [await shade(), await shade(), await shade()] as const
    const [a, b, c] = parts
    const { id } = await scenario({
      groups: [await group([a.id, b.id, c.id])],
      actions: [{ type: 'MoveSelfSecurity' }],
    })
    await become(a.id, 'awning')
    expect(await run(id)).toMatchObject([{ status: 'success', device_ids: [a.id, b.id, c.id] }])
    const sent = parts.map(({ device }) => device.received.findLast(({ command }) => command === 'move'))
    expect(sent).toMatchObject([{ position: 0 }, { position: 100 }, { position: 100 }])
    for (const { device } of parts) await device.end()
  })

  it('is moved by the scenario that names it, also if a newer one of the group is due at the same time', async () => {
    await settle()
    const parts = [await shade(), await shade(), await shade()] as const
    const [a, b, c] = parts
    const at = new Date(Math.ceil(app.clock.now().getTime() / 60_000 + 1) * 60_000)
    await owner.ok(owner.api('POST', '/auth/api/v1/home/update', { json: { timezone: 'Etc/UTC' } }))
    const triggers = [{ type: 'TimeOfDay', hour: at.getUTCHours(), minute: at.getUTCMinutes() }]
    const older = await scenario({
      targets: [a.id],
      triggers,
      actions: [{ type: 'MoveSelf', position: 0.3 }],
    })
    const newer = await scenario({ groups: [await group([a.id, b.id, c.id])], triggers })
    await become(a.id, 'awning')
    await vi.waitFor(
      async () => {
        await app.clock.advanceAsync(1_000)
        const outcomes = [...(await history(newer.id)), ...(await history(older.id))]
        expect(outcomes.map(({ outcome }) => outcome)).toEqual(['part', 'done'])
        expect(outcomes[0]?.results).toHaveLength(2)
      },
      { timeout: 120_000 },
    )
    expect((await history(newer.id))[0]?.results).toEqual(
      expect.arrayContaining([moved(b.id, c.id), unsupported(a.id)]),
    )
    expect(a.device.received.filter(({ command }) => command === 'move')).toMatchObject([{ position: 30 }])
    expect([b, c].map(moves)).toEqual([1, 1])
    for (const { device } of parts) await device.end()
  })
})

describe('an account', () => {
  it('has two hundred scenarios at most, also of several that are made at the same time', async () => {
    const [a = ''] = await claimed(1)
    await app.database.pool.query(
      `insert into scenarios (id, account_id, name, name_key, enabled, triggers, actions, catch_up, place)
       select gen_random_uuid(), a.id, 'n' || n, 'n' || n, true, '[]', '[]', 'within', n
       from accounts a, generate_series(1, $1) n where email = $2`,
      [LIMITS.SCENARIOS_PER_ACCOUNT - 1, owner.email],
    )
    const values = { enabled: true, targets: [a], triggers: [], actions: [{ type: 'MoveToVentilation' }] }
    const answers = await Promise.all(
      [1, 2, 3].map((n) => askScenario('create', { name: `At once ${n}`, ...values })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    const { id } = Object(answers.find(({ status }) => status === 200)?.body)
    const refused = await askScenario('create', { name: 'One more', ...values })
    expect(refusalOf(refused)).toMatchObject({ status: 409, error: 'device_scenarios_limit_exceeded' })
    expect((await askScenario('update', { id, name: 'The last' })).status).toBe(200)
  })
})

describe('scenarios that several people make of one device at the same time', () => {
  const WIND = {
    triggers: [{ type: 'Weather', measurement: 'wind_gust', condition: 'gt', value: 9 }],
    actions: [{ type: 'MoveSelfSecurity' }],
  }
  /** A device and five people who may command it: its owner and those with whom it is shared. */
  const sharedDevice = async () => {
    await settle()
    const [deviceId = ''] = await claimed(1)
    const others = await Promise.all([1, 2, 3, 4].map(() => createPerson(app)))
    const users = others.map(({ email }) => email)
    await giveRole(owner, { permissions: ['command'], devices: [deviceId], users })
    return { deviceId, people: [owner, ...others] }
  }
  const allCreate = async (people: readonly Person[], values: object): Promise<Answer[]> => {
    for (const person of people) await person.apiToken()
    return Promise.all(
      people.map((person) =>
        person.api('POST', '/auth/api/v1/scenario/create', {
          json: {
            name: 'At once',
            enabled: true,
            triggers: [],
            actions: [{ type: 'MoveToVentilation' }],
            ...values,
          },
        }),
      ),
    )
  }

  it('do not become more than a device may be in, and leave its owner as many again [SC16]', async () => {
    const { deviceId, people } = await sharedDevice()
    const [, maker] = people
    if (maker === undefined) throw new Error('nobody to share with')
    for (let n = 1; n < LIMITS.SCENARIOS_PER_DEVICE; n += 1)
      for (const [person, name] of [
        [owner, `Own ${n}`],
        [maker, `Lent ${n}`],
      ] as const)
        expect((await allCreate([person], { targets: [deviceId], name }))[0]?.status).toBe(200)
    const [own, ...shared] = await allCreate(people, { targets: [deviceId] })
    expect(own?.status).toBe(200)
    expect(shared.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    const more = await allCreate([owner], { targets: [deviceId], name: 'One more' })
    expect([...more, ...shared].map(refusalOf).filter(({ status }) => status === 409)).toMatchObject(
      Array(4).fill({ error: 'device_too_many_scenarios', device_id: deviceId }),
    )
  })

  it('may be of the same weather, but not two of one person [SC16]', async () => {
    const { deviceId, people } = await sharedDevice()
    const answers = await allCreate(people, { targets: [deviceId], ...WIND })
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const again = await allCreate(people, { targets: [deviceId], name: 'Again', ...WIND })
    expect(again.map(refusalOf)).toMatchObject(
      Array(5).fill({ error: 'similar_weather_scenario_already_exists', device_id: deviceId }),
    )
  })

  it('of one person do not become two of the same weather by edits at once', async () => {
    const { deviceId } = await sharedDevice()
    const made = [await scenario({ targets: [deviceId] }), await scenario({ targets: [deviceId] })]
    const answers = await Promise.all(made.map(({ id }) => askScenario('update', { id, ...WIND })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })
})

describe('two edits of a scenario at once', () => {
  it('end although somebody else changes the scenario each time', async () => {
    const [a = ''] = await claimed(1)
    const { id } = await scenario({ targets: [a] })
    const { pool } = app.database
    const key = "hashtext('scenarios ' || (select id from accounts where email = $1))"
    /** Takes the lock of the account's scenarios. */
    const lock = async () => {
      const client = await pool.connect()
      const locked = client.query(`select pg_advisory_lock(${key})`, [owner.email])
      return {
        locked,
        async unlock() {
          await locked
          await client.query(`select pg_advisory_unlock(${key})`, [owner.email])
          client.release()
        },
      }
    }
    const waiting = async () => {
      const { rows } = await pool.query(
        `select count(*)::int as count from pg_locks l join pg_database d on d.oid = l.database
         where d.datname = current_database() and l.locktype = 'advisory' and not l.granted`,
      )
      return Object(rows[0]).count
    }
    let current = await lock()
    await current.locked
    const answer = askScenario('update', { id, name: 'Never' })
    for (let rival = 1; rival <= 10; rival += 1) {
      await vi.waitFor(async () => expect(await waiting()).toBe(1))
      await pool.query('update scenarios set actions = $2 where id = $1', [
        id,
        JSON.stringify([{ type: 'MoveSelf', position: rival / 100 }]),
      ])
      const next = await lock()
      await vi.waitFor(async () => expect(await waiting()).toBe(2))
      await current.unlock()
      await next.locked
      current = next
    }
    await current.unlock()
    expect(refusalOf(await answer)).toMatchObject({ status: 429, error: 'too_many_requests' })
  })

  it('are both kept', async () => {
    const [a = '', b = '', c = ''] = await claimed(3)
    const others = await group([c])
    const { id } = await scenario({ targets: [a] })
    const answers = await Promise.all([
      askScenario('update', { id, targets: [a, b] }),
      askScenario('update', { id, groups: [others] }),
      askScenario('update', { id, name: 'Both' }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await list()).toMatchObject([{ name: 'Both', targets: [a, b], groups: [others] }])
  })

  it('are refused where they do not fit together', async () => {
    const [shade = ''] = await claimed(1)
    const [light = ''] = await claimed(1, 'light')
    const { id } = await scenario({ targets: [shade] })
    const toLight = { targets: [light], actions: [{ type: 'SetLight', brightness: 1 }] }
    const answers = await Promise.all([
      askScenario('update', { id, ...toLight }),
      askScenario('update', { id, actions: [{ type: 'MoveSelf', position: 0 }] }),
    ])
    const [kept] = await list()
    const isLight = kept?.targets[0] === light
    expect(kept?.actions).toMatchObject([{ type: isLight ? 'SetLight' : 'MoveSelf' }])
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
  })
})
