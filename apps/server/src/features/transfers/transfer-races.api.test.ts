import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askDevice } from '#testing/device-calls.ts'
import { startTestMailServer, type TestMailServer } from '#testing/doubles/test-mail-server.ts'
import { verdictOf } from '#testing/homes/link-home.ts'
import {
  accept,
  cancel,
  confirmedPerson,
  devicesOf,
  mailedOffer,
  offerTo,
  type Person,
  twoHomes,
} from '#testing/homes/transfer-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createTestClient } from '#testing/test-client.ts'

const INVALID = '410 confirmation_invalid token'

let mailServer: TestMailServer
let app: TestApp
beforeAll(async () => {
  mailServer = await startTestMailServer()
  app = await createTestApp({ environment: { SMTP_URL: mailServer.url } })
})
afterAll(async () => {
  await app.close()
  await mailServer.close()
})

describe('what happens at once', () => {
  /** The owners of a device; there must be exactly one. */
  const homesOf = async (giver: Person, receiver: Person, deviceId: string) => {
    const homes = await Promise.all(
      [giver, receiver].map(async (person) => deviceId in (await devicesOf(person))),
    )
    return homes
      .map((isThere, index) => (isThere ? ['giver', 'receiver'][index] : null))
      .filter((home) => home !== null)
  }

  it('takes one of many acceptances, on two instances', async () => {
    const { giver, receiver, ...shade } = await twoHomes(app, 'roller_shutter')
    const twin = await app.twin()
    const token = await mailedOffer(mailServer, giver, receiver, shade.id)
    const there = createTestClient(twin)
    there.setCookie(receiver.client.cookie())
    const clients = [receiver, { client: there, email: receiver.email }]
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => accept(clients[index % 2] ?? receiver, token)),
    )
    const verdicts = answers.map(verdictOf)
    expect(verdicts.filter((verdict) => verdict === '200')).toHaveLength(1)
    for (const verdict of verdicts) expect(['200', INVALID, '409 device_busy']).toContain(verdict)
    expect(await homesOf(giver, receiver, shade.id)).toEqual(['receiver'])
    await twin.close()
    await shade.device.end()
  })

  it.each(['cancel', 'delete', 'offer again', 'rename'] as const)(
    'leaves a device in one home while it is accepted: %s',
    async (what) => {
      for (let round = 0; round < 4; round += 1) {
        const { giver, receiver, ...shade } = await twoHomes(app, 'roller_shutter', { name: 'Round' })
        const third = await confirmedPerson(app)
        const token = await mailedOffer(mailServer, giver, receiver, shade.id)
        const others = {
          cancel: () => cancel(giver, shade.id),
          delete: () => giver.client.delete(shade.id, true),
          'offer again': () => offerTo(giver, shade.id, third.email),
          rename: () => askDevice(giver.client, 'rename', { token: shade.id, name: 'Renamed' }),
        }
        const [answer] = await Promise.all([accept(receiver, token), others[what]()])
        const homes = await homesOf(giver, receiver, shade.id)
        if (answer.status === 200) expect(homes).toEqual(['receiver'])
        else {
          expect([INVALID, '409 device_busy']).toContain(verdictOf(answer))
          const { rows } = await app.database.pool.query(
            'select owner_id, is_claimable from devices where id = $1',
            [shade.id],
          )
          // After a deletion the device is in no home and can be claimed again.
          expect(homes.length === 1 || (what === 'delete' && rows[0].owner_id === null)).toBe(true)
        }
        await shade.device.end()
      }
    },
  )
})
