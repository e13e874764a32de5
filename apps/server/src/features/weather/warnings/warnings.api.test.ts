import { alarmSchema } from '@senca/contract/automation'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { atomOf, capOf, createWarningsDouble, type WarningsDouble } from '#testing/doubles/warnings-double.ts'
import { createGuest, makeLink } from '#testing/homes/link-home.ts'
import type { Resident } from '#testing/homes/virtual-home.ts'
import { createWeatherHome, type WeatherHome } from '#testing/homes/weather-home.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

const MINUTE_MS = 60_000
let service: WarningsDouble
let home: WeatherHome
let awning: Resident
beforeAll(async () => {
  service = await createWarningsDouble()
  home = await createWeatherHome({ WARNINGS_URL: `${service.url}/feed` })
  awning = await home.shade('awning', 0)
  await home.scenario([awning], {
    triggers: [{ type: 'Security', sources: ['hail', 'storm'] }],
    actions: [{ type: 'MoveSelfSecurity' }],
  })
})
afterAll(async () => {
  await home.app.close()
  await service.close()
})
beforeEach(async () => {
  await home.app.database.pool.query('delete from weather_warnings')
  await home.app.database.pool.query('update warning_feeds set documents = $1, etag = null, failures = 0', [
    '[]',
  ])
  for (const source of ['hail', 'storm']) await home.alarm(source, false)
  serve([])
  await readAgain()
  await until(async () => (await held()) === null)
})

const now = () => home.clock.now()
const inMinutes = (minutes: number) => new Date(now().getTime() + minutes * MINUTE_MS)
const held = async () => (await home.seen(awning)).safety
const heldFor = async () => (await held())?.reason.measurement
const setAlarm = async (source: string, on: boolean) =>
  alarmSchema.parse(
    await home.owner.ok(home.owner.api('POST', '/auth/api/v1/security/alarm', { json: { source, on } })),
  )

let named = 0
/** Sets the messages that the feed lists and returns their names. */
function serve(requests: readonly Parameters<typeof capOf>[0][]): string[] {
  const urls = requests.map((intent) => {
    named += 1
    const path = `/cap/${named}`
    service.put(path, capOf({ sent: now(), ...intent }))
    return `${service.url}${path}`
  })
  service.put('/feed', atomOf(urls.map((url) => ({ url, updated: now().toISOString() }))))
  return urls
}

/** Advances time until a condition is true. Requests to the other server need real time. */
async function until(isSo: () => Promise<unknown> | unknown, minutes = 10) {
  for (let seconds = 0; seconds < minutes * 60; seconds += 10) {
    if (await isSo()) return
    home.clock.advance(10_000)
    await home.settle()
    home.owner.forgetApiToken()
    // Answers of the other server need real time.
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error('it never came')
}
const askedCount = (path = '/feed') => service.asked.filter((asked) => asked.path === path).length
async function readAgain() {
  const before = askedCount()
  await until(() => askedCount() > before)
  await new Promise((resolve) => setTimeout(resolve, 50))
  await home.pass(10_000)
}

it('a warning for the place of a home brings its awning in, with what the service says, until it ends [WS15]', async () => {
  await home.move(awning, 80)
  serve([{ identifier: 'w1', headline: 'Severe storm &lt;north&gt;', expires: inMinutes(60) }])
  await until(async () => (await held()) !== null)
  const safety = await held()
  expect(safety?.reason).toMatchObject({ measurement: 'storm', text: 'Severe storm <north>' })
  expect(safety?.until).not.toBeNull()
  await until(async () => (await home.seen(awning)).place === 0)
  const out = await home.move(awning, 50)
  expect(out).toMatchObject({
    error: 'weather_scenario_matched',
    error_detail: expect.stringContaining('Severe storm <north>'),
  })
  expect((await setAlarm('storm', true)).on).toBe(true)
  // An owner can end only their own alarm, not the warning of a service.
  expect((await setAlarm('storm', false)).on).toBe(true)
  await home.pass(5_000)
  expect(await heldFor()).toBe('storm')
  await home.pass(61 * MINUTE_MS)
  expect(await held()).toBeNull()
  expect((await home.move(awning, 50)).status).toBe('success')
})

it('a warning that has ended leaves the alarm of the owner as it is [WS16]', async () => {
  await setAlarm('hail', true)
  serve([{ identifier: 'w2', event: 'Hail', expires: inMinutes(10) }])
  await until(async () => (await held())?.reason.text !== undefined)
  await home.pass(20 * MINUTE_MS)
  expect(await heldFor()).toBe('hail')
  expect((await setAlarm('hail', false)).on).toBe(false)
  await until(async () => (await held()) === null, 1)
})

it('a warning ends when it is cancelled, also where it is listed after that [WS15]', async () => {
  const [first = ''] = serve([{ identifier: 'w3', event: 'Hail' }])
  await until(async () => (await heldFor()) === 'hail')
  const references = `service@example.org,w3,${now().toISOString()}`
  serve([{ identifier: 'w4', msgType: 'Cancel', references }])
  await until(async () => (await held()) === null)
  service.put('/feed', atomOf([{ url: first, updated: inMinutes(1).toISOString() }]))
  await readAgain()
  await readAgain()
  expect(await held()).toBeNull()
})

it('an update takes the place of what it updates [WS15]', async () => {
  serve([{ identifier: 'w5', expires: inMinutes(120) }])
  await until(async () => (await heldFor()) === 'storm')
  const references = `service@example.org,w5,${now().toISOString()}`
  serve([{ identifier: 'w6', msgType: 'Update', references, event: 'Hail', expires: inMinutes(120) }])
  await until(async () => (await heldFor()) === 'hail')
  serve([
    { identifier: 'w7', msgType: 'Update', references: references.replace('w5', 'w6'), severity: 'Minor' },
  ])
  await until(async () => (await held()) === null)
})

it('a warning begins when it says', async () => {
  serve([{ identifier: 'w8', onset: inMinutes(30), expires: inMinutes(60) }])
  await readAgain()
  expect(await held()).toBeNull()
  await home.pass(25 * MINUTE_MS)
  expect(await held()).toBeNull()
  await home.pass(6 * MINUTE_MS)
  expect(await heldFor()).toBe('storm')
})

it.each([
  ['somewhere else', { area: '<polygon>40,10 40,11 41,11 41,10 40,10</polygon>' }],
  ['too far away', { area: '<circle>46.5,14.5 10</circle>' }],
  ['of a lesser danger', { severity: 'Moderate' }],
  ['that is a test', { status: 'Test' }],
  ['of a flood', { event: 'Flood warning' }],
])('a warning %s moves nothing [WS14]', async (_, intent) => {
  serve([{ identifier: `other ${named}`.replace(' ', '-'), ...intent }])
  await readAgain()
  expect(await held()).toBeNull()
})

it('a home that moves into the area of a warning is warned, and one that moves out no longer', async () => {
  serve([{ identifier: 'w9', area: '<circle>48.2,16.37 20</circle>', expires: inMinutes(120) }])
  await readAgain()
  expect(await held()).toBeNull()
  const moveTo = (place: object) =>
    home.owner.ok(home.owner.api('POST', '/auth/api/v1/home/update', { json: place }))
  await moveTo({ lat: 48.2082, lon: 16.3738 })
  await until(async () => (await held()) !== null, 1)
  await moveTo({ lat: 46.0569, lon: 14.5058 })
  await until(async () => (await held()) === null, 1)
})

it('nonsense is dropped, and what can be read beside it counts', async () => {
  const [good = '', bad = '', bomb = ''] = serve([{ identifier: 'w10' }, {}, {}])
  const pathOf = (url: string) => new URL(url).pathname
  service.put(pathOf(bad), '<alert><info>')
  const entities = Array.from({ length: 9 }, (_, n) => `<!ENTITY x${n + 1} "${`&x${n};`.repeat(10)}">`).join(
    '',
  )
  service.put(
    pathOf(bomb),
    `<!DOCTYPE alert [<!ENTITY x0 "ha">${entities}]><alert><identifier>&x9;</identifier></alert>`,
  )
  await until(async () => (await heldFor()) === 'storm')
  service.put('/feed', atomOf([{ url: good }, { url: `${service.url}/nowhere` }]))
  await readAgain()
  expect(await heldFor()).toBe('storm')
})

it('a feed that is down, broken or endless changes nothing, and is asked less and less often', async () => {
  serve([{ identifier: 'w11', expires: inMinutes(300) }])
  await until(async () => (await heldFor()) === 'storm')
  const breakdowns: [string, object][] = [
    ['nothing', { status: 503 }],
    ['<feed><entry>', {}],
    [`<feed>${'<x>y</x>'.repeat(2_200_000)}</feed>`, {}],
  ]
  for (const [body, more] of breakdowns) {
    service.put('/feed', body, more)
    await readAgain()
    expect(await heldFor()).toBe('storm')
  }
  const before = askedCount()
  for (let minute = 0; minute < 40; minute += 1) {
    home.clock.advance(MINUTE_MS)
    await home.settle()
    // A request needs real time, and the next one waits for its end.
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  home.owner.forgetApiToken()
  // With a request every two minutes it would be twenty.
  expect(askedCount() - before).toBeLessThan(8)
  expect(await heldFor()).toBe('storm')
  serve([])
  await until(async () => {
    const { rows } = await home.app.database.pool.query('select failures from warning_feeds')
    return rows[0]?.failures === 0
  }, 40)
})

it('what has not changed is not sent again', async () => {
  const [url = ''] = serve([{ identifier: 'w12' }])
  service.put('/feed', atomOf([{ url }]))
  await until(async () => (await heldFor()) === 'storm')
  service.asked.length = 0
  await readAgain()
  await readAgain()
  const statuses = new Set(service.asked.map(({ status }) => status))
  expect([...statuses]).toEqual([304])
  expect(await heldFor()).toBe('storm')
})

it('a message alone is read as well', async () => {
  service.put('/feed', capOf({ identifier: 'w13', sent: now() }))
  await until(async () => (await heldFor()) === 'storm')
})

it('guests are notified that a device is held, but not by which scenario of the household [WS16]', async () => {
  const { app, owner } = home
  await app.database.pool.query('update accounts set is_confirmed = true')
  const { token } = await makeLink(app, owner, [awning.id])
  await owner.ok(
    owner.api('POST', '/auth/api/v1/security/alarm', {
      json: { source: 'storm', on: true, reason: 'Ana is away' },
    }),
  )
  await until(async () => (await heldFor()) === 'storm')
  const guest = createGuest(app, token)
  const [refused] = await guest.act([awning.id], { command: 'move', position: 50 })
  expect(refused).toMatchObject({
    error: 'weather_scenario_matched',
    safety: { reason: { measurement: 'storm' } },
  })
  const { [awning.id]: seen } = await guest.devices()
  expect(seen?.safety).toMatchObject({ reason: { measurement: 'storm' } })
  for (const notified of [refused, seen]) {
    expect(JSON.stringify(notified)).not.toContain('Ana is away')
    expect(JSON.stringify(notified)).not.toContain('scenarioId')
  }
})

it('an alarm that is over by itself can be raised again', async () => {
  await setAlarm('storm', true)
  await until(async () => (await heldFor()) === 'storm', 1)
  await home.app.database.pool.query("update alarms set since = since - interval '24 hours'")
  await setAlarm('hail', false)
  await until(async () => (await held()) === null, 1)
  await setAlarm('storm', true)
  await until(async () => (await heldFor()) === 'storm', 1)
})
