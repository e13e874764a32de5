import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startTestMailServer, type TestMailServer } from '#testing/doubles/test-mail-server.ts'
import type { Resident } from '#testing/homes/virtual-home.ts'
import { createWeatherHome, type WeatherHome } from '#testing/homes/weather-home.ts'

vi.setConfig({ testTimeout: 400_000, hookTimeout: 240_000 })

const MINUTE_MS = 60_000
const WIND = { protect: 'wind', windClass: 2 }
const CALM = { wind_gust: 2 }
const STORM = { wind_gust: 14 }

let mailServer: TestMailServer
let home: WeatherHome
beforeAll(async () => {
  mailServer = await startTestMailServer()
  home = await createWeatherHome({ SMTP_URL: mailServer.url })
})
afterAll(async () => {
  await home.app.close()
  await mailServer.close()
})

let residents: Resident[] = []
const awningOut = async (): Promise<Resident> => {
  const awning = await home.shade('awning', 0.8)
  residents.push(awning)
  return awning
}
const setAccount = (values: string) => home.app.database.pool.query(`update accounts set ${values}`)
/** Makes it look as if nobody has opened the app for a while. */
const beAway = () => home.app.database.pool.query("update sessions set last_seen_at = '2026-01-01T00:00:00Z'")
/** The subjects and texts of the e-mails, after this number of them has arrived. */
const mailed = async (number: number) => {
  await vi.waitFor(() => expect(mailServer.received).toHaveLength(number), { timeout: 120_000 })
  return mailServer.received.map(({ mail }) => `${mail.subject}\n${mail.text}`)
}
/** The number of e-mails that have been posted so far. */
const countMails = async (): Promise<number> => {
  const { rows } = await home.app.database.pool.query('select count(*)::int as number from mails')
  return rows[0].number
}

/** Waits until no e-mail is being sent, such as the one of the registration. */
const allSent = () =>
  vi.waitFor(
    async () => {
      const { rows } = await home.app.database.pool.query('select id from mails where outcome is null')
      expect(rows).toEqual([])
    },
    { timeout: 120_000 },
  )

beforeEach(async () => {
  for (const { id } of Object(await home.owner.ok(home.owner.api('GET', '/auth/api/v1/scenario/list', {}))))
    await home.owner.ok(home.owner.api('POST', '/auth/api/v1/scenario/delete', { json: { id } }))
  await home.moveOut(residents)
  residents = []
  await home.sleep(31 * MINUTE_MS)
  await allSent()
  await home.app.database.pool.query('delete from mails')
  mailServer.received.length = 0
  await setAccount("is_confirmed = true, locale = 'en'")
})

describe('an owner is mailed', () => {
  it('what was moved while no page was open, once, with cause and value [WS17]', async () => {
    const awning = await awningOut()
    await home.measure(CALM)
    await home.protect([awning], WIND)
    await beAway()
    await home.measureFor(10, STORM)
    const [text] = await mailed(1)
    expect(text).toContain('Senca: your shades were brought to safety')
    expect(text).toMatch(/At \d\d:\d\d: gusts 50 km\/h, limit 37 km\/h\. Scenario: /)
    expect(text).toContain(`Brought to safety: ${(await home.info(awning)).name}.`)
  })

  it('in their language', async () => {
    const awning = await awningOut()
    await setAccount("locale = 'rs_cyrl'")
    await home.measure(CALM)
    await home.protect([awning], WIND)
    await beAway()
    await home.measureFor(5, STORM)
    const [text] = await mailed(1)
    expect(text).toContain('удари ветра 50')
    expect(text).toContain('На сигурном: ')
  })

  it('not while a page is open, nor without a confirmed address, nor for devices that were safe already', async () => {
    const awning = await awningOut()
    await home.measure(CALM)
    const { id } = await home.protect([awning], WIND)
    await home.measureFor(5, STORM)
    expect(await countMails()).toBe(0)
    await home.change(id, { enabled: false })
    await home.move(awning, 80)
    await setAccount('is_confirmed = false')
    await home.change(id, { enabled: true })
    await beAway()
    await home.measureFor(5, STORM)
    expect(await countMails()).toBe(0)
    await setAccount('is_confirmed = true')
    await home.change(id, { enabled: false })
    await home.change(id, { enabled: true })
    await beAway()
    await home.measureFor(5, STORM)
    expect(await countMails()).toBe(0)
  })

  it('what did not obey, also while a page is open', async () => {
    const awning = await awningOut()
    await home.measure(CALM)
    await home.protect([awning], WIND)
    awning.device.fault({ kind: 'lost_link', ms: 60 * MINUTE_MS })
    await home.measureFor(6, STORM)
    const [text] = await mailed(1)
    expect(text).toContain('Senca: a shade is not in its safe position')
    expect(text).toContain(`Not in their safe position: ${(await home.info(awning)).name}.`)
    awning.device.clearFaults()
    await home.pass(MINUTE_MS)
  })

  it('that the sensor is silent, also in the middle of a storm', async () => {
    const awning = await awningOut()
    await home.measure(CALM)
    await home.protect([awning], WIND)
    await home.measureFor(5, STORM)
    await home.pass(10 * MINUTE_MS)
    const [text] = await mailed(1)
    expect(text).toContain('Senca: no recent weather data')
    expect(text).toContain('No recent data: gusts.')
    await home.pass(10 * MINUTE_MS)
    expect(await countMails()).toBe(1)
  })

  it('no more than six times a day [WS17]', async () => {
    const awning = await awningOut()
    await home.measure(CALM)
    const { id } = await home.protect([awning], WIND)
    for (let time = 0; time < 8; time += 1) {
      await home.change(id, { enabled: false })
      await home.move(awning, 80)
      await home.measure(CALM)
      await home.change(id, { enabled: true })
      await beAway()
      await home.measureFor(5, STORM)
    }
    expect(await countMails()).toBe(6)
  })
})
