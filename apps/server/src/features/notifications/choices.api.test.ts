import { notificationChoicesSchema } from '@senca/contract/notifications'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { causeEvent, mailKindsOf } from '#testing/homes/phone-home.ts'
import { createPerson, type Person } from '#testing/homes/role-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

vi.setConfig({ testTimeout: 120_000 })

let app: TestApp
let ana: Person
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  ana = await createPerson(app)
})

const CALL = '/auth/api/v1/notification/choices'
const ask = (json: object) => ana.api('POST', CALL, { json })
const choose = async (json: object) => notificationChoicesSchema.parse(await ana.ok(ask(json)))
const door = () => moveIn(app, ana, 'home_door')

describe('choices [PK17]', () => {
  it('are what stands; what is absent stays', async () => {
    const front = await door()
    const before = notificationChoicesSchema.parse(await ana.ok(ana.api('GET', CALL)))
    expect(before).toMatchObject({ devices: {}, homes: {}, quiet: null })
    expect(before.kinds).toMatchObject({
      door_open: { push: true, mail: false },
      alarm: { push: true, mail: true },
      scenario_failed: { push: false, mail: false },
    })
    const quiet = { days: [1, 2], from: '22:00', until: '06:00' }
    expect(
      await choose({
        kinds: { door_open: { mail: true } },
        devices: { [front.id]: { door_open: { minutes: 5 } } },
        quiet,
      }),
    ).toMatchObject({
      kinds: { door_open: { push: true, mail: true } },
      devices: { [front.id]: { door_open: { minutes: 5 } } },
      quiet: { ...quiet, must: true },
    })
    const after = await choose({ kinds: { door_open: { push: false } } })
    expect(after).toMatchObject({
      kinds: { door_open: { push: false, mail: true } },
      devices: { [front.id]: { door_open: { minutes: 5 } } },
      quiet: { ...quiet, must: true },
    })
    const none = await choose({ devices: { [front.id]: { door_open: null } }, quiet: null })
    expect(none).toMatchObject({ devices: {}, quiet: null })
  })

  it('leave the e-mails of the account’s security on', async () => {
    const chosen = await choose({ kinds: { account_security: { push: false, mail: false } } })
    expect(chosen.kinds.account_security).toEqual({ push: false, mail: true })
    await causeEvent(ana)
    expect(await mailKindsOf(app, ana.email)).toContain('mqtt_logins')
  })

  it.each([
    ['an unknown kind', { kinds: { door: { push: true } } }, 400],
    ['too many minutes', { devices: { DOOR: { door_open: { minutes: 241 } } } }, 400],
    ['no minutes', { devices: { DOOR: { door_open: { minutes: 0 } } } }, 400],
    ['minutes of what does not last', { devices: { DOOR: { lock_jammed: { minutes: 5 } } } }, 400],
    ['a device of nobody', { devices: { nothing: { door_open: { off: true } } } }, 404],
    ['a home that one does not see', { homes: { 'no@example.com': { mutedUntil: null } } }, 404],
    ['hours that are none', { quiet: { days: [8], from: '22:00', until: '06:00' } }, 400],
    ['another key', { sound: true }, 400],
  ])('refuse %s', async (_name, json, status) => {
    const front = await door()
    const text = JSON.stringify(json).replace('DOOR', front.id)
    const answer = await ask(JSON.parse(text))
    expect(answer.status).toBe(status)
  })
})
