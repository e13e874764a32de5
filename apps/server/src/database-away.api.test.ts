import { once } from 'node:events'
import { request } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createLogger } from '#platform/logger.ts'
import { createDatabaseLine } from '#testing/database/database-line.ts'
import type { FakeDevice, ReceivedCommand } from '#testing/fake-device.ts'
import { createPerson, giveRole } from '#testing/homes/role-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { errorOf, type TestClient } from '#testing/test-client.ts'
import { openSignedInSocket } from '#testing/test-socket.ts'

const line = createDatabaseLine()
let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ databaseLine: line, logger: createLogger('silent') })
})
afterAll(() => app.close())
const isBack = async () => {
  await vi.waitFor(() => expect(app.database.reach.isDown()).toBe(false))
  // The pool drops its broken connections.
  await vi.waitFor(() => app.database.pool.query('select 1'))
}
afterEach(async () => {
  line.mend()
  await isBack()
})

const answering = {
  onCommand: (command: ReceivedCommand, device: FakeDevice) => {
    device.succeed(command)
    device.report({ status: 'closing', position: 0.1 })
    device.report({ status: 'ready', position: Number(command.position) / 100 })
  },
}

/** After this time cached values are no longer used. */
const aMomentLater = () => app.clock.advance(2_000)

const move = (
  client: TestClient,
  token: string,
  command: { command: string } & Record<string, unknown> = { command: 'move', position: 40 },
) =>
  client.api('POST', '/auth/api/v1/device/move', {
    json: { commands: [{ token, ...command }], wait: command.command === 'move' },
  })

const actionsIn = async (accountId: string) => {
  const rows = await app.database.pool.query<{ action: string; result: { status: string } | null }>(
    'select action, result from activity_log where account_id = $1 order by id',
    [accountId],
  )
  return rows.rows.map(({ action, result }) => `${action} ${result?.status}`)
}

const unavailable = ({ status, body, headers }: Awaited<ReturnType<typeof move>>) => [
  status,
  status < 500 ? body : errorOf({ status, body, headers }),
  headers.get('retry-after'),
]
const UNAVAILABLE = [503, 'internal_error', '5']

describe('while the database is away', () => {
  it.each([
    ['refuses connections', line.cut],
    ['says nothing', line.silence],
  ])(
    'and %s, people who are signed in move their shades and see them move',
    { timeout: 120_000 },
    async (_how, lose) => {
      const owner = await createPerson(app)
      const { id, device } = await moveIn(app, owner, 'awning', answering)
      expect((await move(owner, id)).status).toBe(200)
      const socket = await openSignedInSocket(app, await owner.websocketToken())
      lose()
      aMomentLater()
      expect(await move(owner, id, { command: 'move', position: 70 })).toMatchObject({
        status: 200,
        body: [{ status: 'success', position: 0.7 }],
      })
      await vi.waitFor(() =>
        expect(socket.received).toContainEqual(
          expect.objectContaining({
            subject: 'device.state_update',
            data: expect.objectContaining({ state: expect.objectContaining({ position: 0.7 }) }),
          }),
        ),
      )
      line.mend()
      await isBack()
      const { rows } = await app.database.pool.query('select owner_id from devices where id = $1', [id])
      await vi.waitFor(async () => {
        app.clock.advance(500)
        expect(await actionsIn(rows[0].owner_id)).toEqual([
          'account_created undefined',
          'signed_in undefined',
          'claimed undefined',
          'move success',
          'move success',
        ])
      }, 240_000)
      socket.end()
      await device.end()
    },
  )

  it('all devices that were sent to a person can be moved, shared ones too, also after a change of rights', async () => {
    const [owner, receiver] = [await createPerson(app), await createPerson(app)]
    const listed = await moveIn(app, owner, 'awning', answering)
    const shown = await moveIn(app, owner, 'awning', answering)
    await owner.ok(owner.api('GET', '/auth/api/v1/device/list?index=token'))
    await owner.info(shown.id)
    await giveRole(owner, { permissions: ['command'], devices: [listed.id], users: [receiver.email] })
    await receiver.ok(receiver.api('GET', '/auth/api/v1/device/list?index=token'))
    // What is read in the background after the notices is read before these.
    for (let count = 0; count < 50; count += 1) await app.database.pool.query('select 1')
    line.cut()
    app.clock.advance(300_000)
    const moved = { status: 200, body: [{ status: 'success' }] }
    expect(await move(owner, listed.id)).toMatchObject(moved)
    expect(await move(owner, shown.id)).toMatchObject(moved)
    expect(await move(receiver, listed.id)).toMatchObject(moved)
    for (const { device } of [listed, shown]) await device.end()
  })

  it('what must be committed waits: changes are refused, and doors stay as they are', async () => {
    const owner = await createPerson(app)
    const received: unknown[] = []
    const { id, device } = await moveIn(app, owner, 'home_door', {
      state: { motorLockConnected: true, motorLockLocked: true },
      onCommand: (command, own) => {
        received.push(command.command)
        own.succeed(command)
      },
    })
    await owner.info(id)
    await move(owner, id, { command: 'unlock', lockType: 'motor' })
    received.length = 0
    line.cut()
    aMomentLater()
    expect(unavailable(await move(owner, id, { command: 'unlock', lockType: 'motor' }))).toEqual(UNAVAILABLE)
    expect(
      unavailable(
        await owner.api('POST', '/auth/api/v1/device/rename', { json: { token: id, name: 'Front door' } }),
      ),
    ).toEqual(UNAVAILABLE)
    expect(received).toEqual([])
    await device.end()
  })

  it('a call whose body is still being sent is answered with a time to retry', async () => {
    const person = await createPerson(app)
    line.cut()
    aMomentLater()
    const call = request(`${app.url}/auth/account/locale`, {
      method: 'POST',
      headers: { cookie: person.cookieHeader(), 'content-type': 'application/json', 'content-length': '15' },
    })
    call.on('error', () => {})
    call.flushHeaders()
    const [answer] = await once(call, 'response')
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5'])
    call.destroy()
  })

  it('roles grant what they granted before, and nothing after their end', async () => {
    const [owner, receiver] = [await createPerson(app), await createPerson(app)]
    const { id, device } = await moveIn(app, owner, 'awning', answering)
    const validBefore = new Date(app.clock.now().getTime() + 600_000).toISOString()
    await giveRole(owner, {
      permissions: ['view', 'command'],
      devices: [id],
      users: [receiver.email],
      validBefore,
    })
    expect((await move(receiver, id)).status).toBe(200)
    line.cut()
    aMomentLater()
    expect(await move(receiver, id)).toMatchObject({ status: 200, body: [{ status: 'success' }] })
    app.clock.advance(600_000)
    expect(await move(receiver, id)).toMatchObject({ status: 200, body: [{ status: 'error' }] })
    await device.end()
  })

  it('nobody gets access who was not signed in, or has been signed out', async () => {
    const known = await createPerson(app)
    const { id, device } = await moveIn(app, known, 'awning', answering)
    const ended = await known.apiToken()
    await known.ok(known.call('POST', '/auth/logout-all'))
    line.cut()
    for (const bearer of [ended, 'made-up']) {
      const answer = await known.call('POST', '/auth/api/v1/device/move', {
        headers: { authorization: `Bearer ${bearer}` },
        json: { commands: [{ token: id, command: 'move', position: 40 }] },
      })
      expect(unavailable(answer)).toEqual(UNAVAILABLE)
    }
    await device.end()
  })
})
