import { commandResultsSchema } from '@senca/contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { askDevice } from '#testing/device-calls.ts'
import { connectFakeDevice } from '#testing/fake-device.ts'
import { guardedDoors, refused, unlockOf, unlocksOf } from '#testing/homes/guarded-doors.ts'
import { createPerson, giveRole } from '#testing/homes/role-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createSignedInClient, GOOD_PASSWORD, type TestClient } from '#testing/test-client.ts'

let app: TestApp
let owner: TestClient
beforeAll(async () => {
  app = await createTestApp()
  owner = await createSignedInClient(app)
})
afterAll(() => app.close())

const PIN = '2580'
const HOUR_MS = 3_600_000
const { door, guarded, unlock } = guardedDoors(() => ({ app, owner }))

describe('a door that asks for a PIN', () => {
  const guardedDoor = async () => {
    const home = await door()
    await guarded(home.id, { unlockBy: 'pin', pin: PIN })
    return home
  }

  /** The answer of an instance to a PIN. */
  const shownTo = async (url: string, id: string, pin: string) => {
    const answer = await fetch(`${url}/auth/api/v1/device/move`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await owner.apiToken()}`, 'content-type': 'application/json' },
      body: JSON.stringify({ commands: [unlockOf(id)], pin }),
    })
    const [result] = commandResultsSchema.parse(await answer.json())
    return result?.status === 'error' ? result.error_detail : result?.status
  }

  it('is unlocked by the right one only; otherwise nothing leaves, and nothing says that it did [DR4]', async () => {
    const home = await guardedDoor()
    expect(await unlock(home)).toBe(refused('pin_required'))
    expect(await unlock(home, { pin: '0852' })).toBe(refused('pin_wrong'))
    expect(unlocksOf(home)).toBe(0)
    expect(await unlock(home, { pin: PIN })).toBe('success')
    expect(unlocksOf(home)).toBe(1)
    const { rows } = await vi.waitFor(async () => {
      app.clock.advance(200)
      const found = await app.database.pool.query(
        `select coalesce(result ->> 'error_detail', result ->> 'status') as ending
         from activity_log where device_id = $1 and action = 'unlock' and result is not null`,
        [home.id],
      )
      expect(found.rows).toHaveLength(3)
      return found
    })
    expect(rows.map(({ ending }) => ending).toSorted()).toEqual(['acknowledged', 'pin_required', 'pin_wrong'])
    await home.device.end()
  })

  it('asks for nothing else: its foil and its lock go without [DR4]', async () => {
    const home = await moveIn(app, owner, 'home_door', {
      state: { motorLockConnected: true, magicFoilConnected: true, magicFoilOpacity: 0 },
    })
    await guarded(home.id, { unlockBy: 'pin', pin: PIN })
    expect(await owner.move([{ token: home.id, command: 'magic_foil_apply', opacity: 1 }])).toMatchObject([
      { status: 'success' },
    ])
    expect(await owner.move([{ token: home.id, command: 'lock', lockType: 'motor' }])).toMatchObject([
      { status: 'success' },
    ])
    await home.device.end()
  })

  it('does not count attempts whose command could not be sent anyway [DR2]', async () => {
    const home = await guardedDoor()
    home.device.report({ status: 'restarting' })
    await vi.waitFor(async () => expect(await unlock(home, { pin: '0000' })).toBe('device_busy'))
    await home.device.end()
    await vi.waitFor(async () => expect(await unlock(home, { pin: '0000' })).toBe('device_offline'))
    const { rows } = await app.database.pool.query('select unlock_pin_guesses from devices where id = $1', [
      home.id,
    ])
    expect(rows).toEqual([{ unlock_pin_guesses: 0 }])
  })

  it('is locked for an hour by ten wrong ones in a row, also for the right one and after a restart [DR2]', async () => {
    const own = await createTestApp()
    const client = await createSignedInClient(own)
    const home = await door(client, own)
    await guarded(home.id, { unlockBy: 'pin', pin: PIN }, client)
    for (let guess = 0; guess < 9; guess += 1)
      expect(await unlock(home, { pin: '0000' }, client)).toBe(refused('pin_wrong'))
    expect(await unlock(home, { pin: PIN }, client)).toBe('success')
    for (let guess = 0; guess < 10; guess += 1)
      expect(await unlock(home, { pin: '0000' }, client)).toBe(refused('pin_wrong'))
    expect(await unlock(home, { pin: PIN }, client)).toBe(refused('pin_locked'))
    expect(await unlock(home, {}, client)).toBe(refused('pin_required'))
    expect(unlocksOf(home)).toBe(1)
    await home.device.end()
    await own.restart()
    own.clock.advance(HOUR_MS - 1)
    client.forgetApiToken()
    const again = await connectFakeDevice({
      mqtt: own.mqtt,
      ...home,
      type: 'home_door',
      state: { motorLockConnected: true },
    })
    await vi.waitFor(async () => expect(await unlock(home, { pin: PIN }, client)).toBe(refused('pin_locked')))
    own.clock.advance(1)
    expect(await unlock(home, { pin: '0000' }, client)).toBe(refused('pin_wrong'))
    own.clock.advance(2_000)
    expect(await unlock(home, { pin: PIN }, client)).toBe('success')
    await again.end()
    await own.close()
  })

  it('is locked to nobody but the person who entered ten wrong ones; who entered fewer waits, the others never do [DR2]', async () => {
    const own = await createTestApp()
    const client = await createPerson(own)
    const home = await door(client, own)
    await guarded(home.id, { unlockBy: 'pin', pin: PIN }, client)
    const [bor, cene] = [await createPerson(own), await createPerson(own)]
    await giveRole(client, {
      permissions: ['command'],
      devices: [home.id],
      users: [bor.email, cene.email],
      password: GOOD_PASSWORD,
    })
    const shown = async (by: TestClient, pin: string) => {
      const { body, headers } = await askDevice(by, 'move', { commands: [unlockOf(home.id)], pin })
      const [result] = commandResultsSchema.parse(body)
      const outcome = result?.status === 'error' ? (result.error_detail ?? result.error) : result?.status
      return [outcome, headers.get('retry-after')]
    }
    for (let guess = 0; guess < 8; guess += 1) expect(await shown(bor, '0000')).toEqual(['pin_wrong', null])
    expect(await shown(cene, '0000')).toEqual(['pin_wrong', null])
    expect(await shown(cene, '0000')).toEqual(['pin_wrong', null])
    expect(await shown(cene, PIN)).toEqual(['too_many_requests', '1'])
    own.clock.advance(1_000)
    expect(await shown(cene, '0000')).toEqual(['pin_wrong', null])
    expect(await shown(cene, PIN)).toEqual(['too_many_requests', '2'])
    expect(await shown(bor, '0000')).toEqual(['pin_wrong', null])
    own.clock.advance(4_000)
    expect(await shown(bor, '0000')).toEqual(['pin_wrong', null])
    expect(await shown(bor, PIN)).toEqual(['pin_locked', expect.any(String)])
    expect(unlocksOf(home)).toBe(0)

    expect(await shown(client, PIN)).toEqual(['success', null])
    expect(await shown(cene, PIN)).toEqual(['success', null])
    expect(await shown(bor, PIN)).toEqual(['pin_locked', expect.any(String)])
    own.clock.advance(HOUR_MS)
    for (const person of [client, bor]) person.forgetApiToken()
    expect(await shown(bor, PIN)).toEqual(['success', null])
    await home.device.end()
    await own.close()
  })

  it('is unlocked by all who know it at once, on two instances, whatever was guessed before', async () => {
    const twin = await app.twin()
    const home = await guardedDoor()
    for (let guess = 0; guess < 7; guess += 1)
      expect(await unlock(home, { pin: '0000' })).toBe(refused('pin_wrong'))
    const reported = await Promise.all(
      Array.from({ length: 24 }, (_, index) => shownTo(index % 2 === 0 ? app.url : twin.url, home.id, PIN)),
    )
    expect(reported).toEqual(Array(24).fill('success'))
    await home.device.end()
    await twin.close()
  })

  it('never yields more than ten guesses to twenty at once, on two instances', async () => {
    const twin = await app.twin()
    const home = await guardedDoor()
    const reported = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        shownTo(index % 2 === 0 ? app.url : twin.url, home.id, String(1_000 + index)),
      ),
    )
    expect(reported.toSorted()).toEqual([...Array(10).fill('pin_locked'), ...Array(10).fill('pin_wrong')])
    expect(await unlock(home, { pin: PIN })).toBe(refused('pin_locked'))
    expect(await shownTo(twin.url, home.id, PIN)).toBe('pin_locked')
    expect(unlocksOf(home)).toBe(0)
    await home.device.end()
    await twin.close()
  })

  it('is counted again from none with a new PIN, which its owner sets by password', async () => {
    const home = await guardedDoor()
    for (let guess = 0; guess < 11; guess += 1) await unlock(home, { pin: '0000' })
    expect(await unlock(home, { pin: PIN })).toBe(refused('pin_locked'))
    await guarded(home.id, { unlockBy: 'pin', pin: '13579246' })
    expect(await unlock(home, { pin: PIN })).toBe(refused('pin_wrong'))
    expect(await unlock(home, { pin: '13579246' })).toBe('success')
    await home.device.end()
  })

  it('is distinguished in a batch from doors that require nothing', async () => {
    const [plain, pinned, other] = [await door(), await guardedDoor(), await door()]
    await guarded(other.id, { unlockBy: 'pin', pin: '9876' })
    const commands = [plain, pinned, other].map(({ id }) => unlockOf(id))
    const answer = await owner.ok(askDevice(owner, 'move', { commands, pin: PIN }))
    expect(answer).toEqual([
      { status: 'success', device_ids: [plain.id, pinned.id] },
      {
        status: 'error',
        error: 'insufficient_permission',
        error_description: expect.any(String),
        error_detail: 'pin_wrong',
        device_ids: [other.id],
      },
    ])
    for (const { device } of [plain, pinned, other]) await device.end()
  })

  it('unlocks all its locks by one PIN in one call, which counts as one guess [CM3] [DR2]', async () => {
    const home = await moveIn(app, owner, 'home_door', {
      state: {
        motorLockConnected: true,
        motorLockLocked: true,
        magnetLockConnected: true,
        magnetLockLocked: true,
      },
    })
    await guarded(home.id, { unlockBy: 'pin', pin: PIN })
    const commands = (['motor', 'magnet'] as const).map((lockType) => ({ ...unlockOf(home.id), lockType }))
    const answerTo = async (pin: string) =>
      commandResultsSchema.parse(await owner.ok(askDevice(owner, 'move', { commands, pin })))
    expect(await answerTo('0000')).toMatchObject([{ error_detail: 'pin_wrong', device_ids: [home.id] }])
    expect(unlocksOf(home)).toBe(0)
    const { rows } = await app.database.pool.query('select unlock_pin_guesses from devices where id = $1', [
      home.id,
    ])
    expect(rows).toEqual([{ unlock_pin_guesses: 1 }])
    expect(await answerTo(PIN)).toEqual([{ status: 'success', device_ids: [home.id] }])
    expect(home.device.received).toEqual(
      expect.arrayContaining(commands.map(({ lockType }) => expect.objectContaining({ lockType }))),
    )
    expect(unlocksOf(home)).toBe(2)
    await home.device.end()
  })

  it.each(['12', 'abcd', 1234, '', null, ['1234']])('refuses the request with %j for a PIN', async (pin) => {
    const { status } = await askDevice(owner, 'move', { commands: [unlockOf('abcdefgh')], pin })
    expect(status).toBe(400)
  })
})
