import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createLogger } from '#platform/logger.ts'
import { connectFakeDevice } from '#testing/fake-device.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createSignedInClient, createTestClient, errorOf, type TestClient } from '#testing/test-client.ts'

let app: TestApp
let owner: TestClient
beforeAll(async () => {
  app = await createTestApp()
  owner = await createSignedInClient(app)
})
afterAll(() => app.close())

const provisionOne = async (client = owner) => {
  const [made] = await client.provision('roller_shutter')
  if (made === undefined) throw new Error('nothing was provisioned')
  return made
}

describe('provisioning', () => {
  it('answers ids, secrets and claim codes, all different, for any name of a kind', async () => {
    const answer = await owner.call('POST', '/auth/api/v1/operator/device/provision', {
      json: { type: 'Žaluzija', count: 30 },
      headers: { authorization: 'Bearer operator-of-the-tests' },
    })
    const made = Array.isArray(answer.body) ? answer.body : []
    expect(made).toHaveLength(30)
    for (const key of ['id', 'secret', 'claimCode']) {
      expect(new Set(made.map((device) => device[key])).size).toBe(30)
    }
  })

  it.each([
    ['no token', {}, 401, 'api_token_missing'],
    ['a wrong token', { authorization: 'Bearer wrong' }, 401, 'api_token_invalid'],
  ])('is refused with %s', async (_name, headers, status, error) => {
    const answer = await createTestClient(app).call('POST', '/auth/api/v1/operator/device/provision', {
      json: { type: 'awning', count: 1 },
      headers,
    })
    expect([answer.status, errorOf(answer)]).toEqual([status, error])
  })

  it('is not there where no operator’s token is set', async () => {
    const own = await createTestApp({ operatorToken: null })
    const answer = await createTestClient(own).call('POST', '/auth/api/v1/operator/device/provision', {
      json: { type: 'awning', count: 1 },
      headers: { authorization: 'Bearer undefined' },
    })
    expect([answer.status, errorOf(answer)]).toEqual([404, 'resource_not_found'])
    await own.close()
  })
})

describe('claiming', () => {
  it('takes a device into the account, as its maker left it', async () => {
    const { id, claimCode } = await provisionOne()
    const info = await owner.claim(claimCode.toLowerCase().replaceAll('-', ' '), '  Kitchen  ')
    expect(info).toMatchObject({
      id,
      name: 'Kitchen',
      devicetype: 'roller_shutter',
      connected: false,
      version: null,
      permissions: ['view', 'command', 'maintain'],
      can: ['open', 'close', 'stop', 'setPosition', 'moveToVentilation', 'changeSettings', 'registerKey'],
      favourite: null,
      totalRestarts: null,
      state: { status: 'offline', position: null, inclination: null, reportedAt: null },
    })
    expect(await owner.ok(owner.api('GET', '/auth/api/v1/device/list?index=token'))).toMatchObject({
      [id]: 'Kitchen',
    })
  })

  it('is won by one of two who try at once, and not possible again', async () => {
    const { id, claimCode } = await provisionOne()
    const rivals = await Promise.all([createSignedInClient(app), createSignedInClient(app)])
    const answers = await Promise.all(
      rivals.map((rival) =>
        rival.api('POST', '/auth/api/v1/device/claim', { json: { claimCode, name: 'Mine' } }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404])
    const owners = await Promise.all(rivals.map(async (rival) => Object.keys(await rival.info(id)).length))
    expect(owners.toSorted()).toEqual([0, 1])
    const again = await owner.api('POST', '/auth/api/v1/device/claim', { json: { claimCode, name: 'Late' } })
    expect(again.body).toMatchObject({ error: 'device_not_exist', key: 'claimCode' })
  })

  it('refuses a name that another device of the account has, without case', async () => {
    const first = await provisionOne()
    const second = await provisionOne()
    await owner.claim(first.claimCode, 'Čumnata')
    const answer = await owner.api('POST', '/auth/api/v1/device/claim', {
      json: { claimCode: second.claimCode, name: 'čUMNATA' },
    })
    expect([answer.status, errorOf(answer)]).toEqual([409, 'device_name_in_use'])
    const other = await createSignedInClient(app)
    expect(await other.claim(second.claimCode, 'čUMNATA')).toMatchObject({ name: 'čUMNATA' })
  })

  it.each(['', '   ', 'x'.repeat(21), 'a\u0007b'])('refuses the name %j', async (name) => {
    const answer = await owner.api('POST', '/auth/api/v1/device/claim', { json: { claimCode: 'X', name } })
    expect([answer.status, errorOf(answer)]).toEqual([400, 'malformed_request'])
  })

  it('shows a device that is connected already at once, with what it reported', async () => {
    const made = await provisionOne()
    const device = await connectFakeDevice({
      mqtt: app.mqtt,
      ...made,
      type: 'Roleta',
      state: { position: 0.3 },
    })
    device.report({ position: 0.4 })
    await vi.waitFor(async () => {
      const { rows } = await app.database.pool.query('select version from endpoints where address = $1', [
        made.id,
      ])
      expect(rows).toEqual([{ version: 2 }])
    })
    expect(await owner.claim(made.claimCode, 'Here already')).toMatchObject({
      connected: true,
      version: 2,
      totalRestarts: null,
      state: { status: 'ready', position: 0.4 },
    })
    await device.end()
  })
})

describe('device info', () => {
  it('leaves out what is unknown, somebody else’s or no token at all', async () => {
    const mine = await provisionOne()
    await owner.claim(mine.claimCode, 'Mine only')
    const other = await createSignedInClient(app)
    const theirs = await provisionOne()
    await other.claim(theirs.claimCode, 'Theirs')
    const free = await provisionOne()
    const infos = await owner.info(mine.id, theirs.id, free.id, 'unknown-device', '💡', mine.id)
    expect(Object.keys(infos)).toEqual([mine.id])
  })

  it('takes 100 tokens and no more', async () => {
    const query = (count: number) =>
      Array.from({ length: count }, (_, n) => `devicetoken=device-${n}`).join('&')
    expect((await owner.api('GET', `/auth/api/v1/device/info?${query(100)}`)).status).toBe(200)
    const tooMany = await owner.api('GET', `/auth/api/v1/device/info?${query(101)}`)
    expect([tooMany.status, errorOf(tooMany)]).toEqual([400, 'malformed_request'])
    expect((await owner.api('GET', '/auth/api/v1/device/info')).status).toBe(400)
  })

  it('[DP12] [DP17] follows what a door reports of its parts', async () => {
    const { id, device } = await moveIn(app, owner, 'home_door', {
      state: {
        position: undefined,
        motorLockConnected: true,
        motorLockLocked: true,
        motorLockState: 'locked',
        doorLightConnected: true,
      },
    })
    const { [id]: info } = await owner.info(id)
    expect(info).toMatchObject({
      can: ['unlockMotor', 'lockMotor', 'setDoorLight', 'changeSettings', 'registerKey'],
      state: { motorLockState: 'locked' },
    })
    await device.end()
  })

  it('has settings that the device reports', async () => {
    const { id, device } = await moveIn(app, owner, 'light', {
      state: { light1Brightness: 0, settings: { light1Name: 'Table' } },
    })
    const { [id]: info } = await owner.info(id)
    expect(info).toMatchObject({
      settings: { light1Name: 'Table' },
      can: ['setLight1', 'changeSettings', 'registerKey'],
    })
    await device.end()
  })
})

describe('the connection', () => {
  it('[DP4] follows the live connection and not the will of one that was replaced', async () => {
    const { id, secret, device } = await moveIn(app, owner, 'awning')
    const second = await connectFakeDevice({ mqtt: app.mqtt, id, secret, type: 'awning', totalRestarts: 2 })
    await vi.waitFor(() => expect(device.client.connected).toBe(false))
    await vi.waitFor(async () => {
      expect((await owner.info(id))[id]).toMatchObject({ connected: true, totalRestarts: 2 })
    })
    second.publish('status', { connected: false })
    second.report({ position: 0.9 })
    await vi.waitFor(async () => expect((await owner.info(id))[id]?.state.position).toBe(0.9))
    expect((await owner.info(id))[id]?.connected).toBe(true)
    second.cut()
    await vi.waitFor(async () => {
      expect((await owner.info(id))[id]).toMatchObject({
        connected: false,
        state: { status: 'offline', position: 0.9 },
      })
    })
  })

  it('[DP2] is refused with a wrong secret, an unknown id or a user name that is not the id', async () => {
    const { id, secret } = await provisionOne()
    const other = await provisionOne()
    const attempt = (credentials: { id: string; secret: string }) =>
      connectFakeDevice({ mqtt: app.mqtt, type: 'awning', ...credentials })
    await expect(attempt({ id, secret: other.secret })).rejects.toThrow(/not authorized|Connection refused/i)
    await expect(attempt({ id: 'unknown-device', secret })).rejects.toThrow(
      /not authorized|Connection refused/i,
    )
    await expect(attempt({ id, secret: '' })).rejects.toThrow(/not authorized|Connection refused/i)
  })

  it('[DP3] lets a device neither receive nor publish for another', async () => {
    const victim = await moveIn(app, owner, 'awning', { state: { position: 0.2 } })
    const thief = await moveIn(app, owner, 'awning')
    const received: string[] = []
    thief.device.client.on('message', (topic) => received.push(topic))
    await thief.device.client.subscribeAsync(`senca/${victim.id}/command`).catch(() => {})
    await thief.device.client.subscribeAsync('#').catch(() => {})
    const moving = owner.move([{ token: victim.id, command: 'move', position: 10 }])
    expect(await moving).toEqual([{ status: 'success', device_ids: [victim.id] }])
    expect(received.filter((topic) => topic.includes(victim.id))).toEqual([])
    const forged = JSON.stringify({ status: 'ready', position: 1, totalRestarts: 99, totalStateUpdates: 1 })
    thief.device.client.publish(`senca/${victim.id}/state`, forged)
    victim.device.report({ position: 0.25 })
    await vi.waitFor(async () => expect((await owner.info(victim.id))[victim.id]?.state.position).toBe(0.25))
    expect((await owner.info(victim.id))[victim.id]?.totalRestarts).toBe(1)
    await victim.device.end()
    thief.device.cut()
  })

  it('survives malformed messages', async () => {
    const { id, device } = await moveIn(app, owner, 'awning', { state: { position: 0.2 } })
    for (const body of [
      '',
      '{',
      'null',
      '[]',
      '{"totalRestarts":-1}',
      '{"status":"offline","totalRestarts":1,"totalStateUpdates":50}',
      'x'.repeat(20_000),
    ]) {
      device.publish('state', body)
      device.publish('status', body)
      device.publish('result', body)
    }
    device.publish('state', { position: 7, totalRestarts: 1, totalStateUpdates: 99 })
    device.publish('state', {
      position: 0.5,
      totalRestarts: 1,
      totalStateUpdates: 99,
      unknownKey: { deep: true },
    })
    await vi.waitFor(async () => {
      expect((await owner.info(id))[id]).toMatchObject({
        connected: true,
        state: { status: 'ready', position: 0.5 },
      })
    })
    await device.end()
  })
})

it('a device that this version cannot read does not hide the others', async () => {
  const own = await createTestApp({ logger: createLogger('silent') })
  const person = await createSignedInClient(own)
  const [newer, odd, plain] = (await person.provision('awning', 3)).map(({ id, claimCode }) => ({
    id,
    claimCode,
  }))
  if (newer === undefined || odd === undefined || plain === undefined) throw new Error('too few devices')
  for (const [nth, { claimCode }] of [newer, odd, plain].entries())
    await person.claim(claimCode, `Awning ${nth}`)
  const { pool } = own.database
  await pool.query("update devices set type = 'hologram' where id = $1", [newer.id])
  await pool.query(
    `update devices set favourite = '"there"', ventilation = '7', settings = '[]' where id = $1`,
    [odd.id],
  )
  await own.restart()
  const infos = await person.info(newer.id, odd.id, plain.id)
  expect(Object.keys(infos).sort()).toEqual([odd.id, plain.id].sort())
  await own.close()
})
