import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLogger } from '#platform/logger.ts'
import type { PushServiceDouble } from '#testing/doubles/push-service.ts'
import { eventually as eventuallyIn } from '#testing/eventually.ts'
import {
  askPush,
  causeEvent,
  createPushedApp,
  createPushedPerson,
  listNotifications,
  listPhones,
  sendReceipt,
  type TestPhone,
} from '#testing/homes/phone-home.ts'
import { type Person, passTime } from '#testing/homes/role-home.ts'
import type { TestApp } from '#testing/test-app.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 })

const MINUTE_MS = 60_000
let service: PushServiceDouble
let app: TestApp
let ana: Person
let desk: Person
let phone: TestPhone
/** All that the server has logged, as it does when the operator wants the most. */
let logged = ''
beforeAll(async () => {
  const logger = createLogger('trace', 'json', { write: (line) => (logged += line) })
  const pushed = await createPushedApp({}, { logger })
  ;({ app, service } = pushed)
  return pushed.close
})
beforeEach(async () => {
  ;({ ana, desk, phone } = await createPushedPerson(app, service))
})

const eventually = (check: () => unknown) => eventuallyIn(app, check)
const titles = () => service.of(phone.name).map(({ notification }) => notification.title)
const states = async () => {
  const [newest] = await listNotifications(ana)
  return newest?.phones.map(({ state }) => state)
}
const pass = async (ms: number) => {
  passTime(app, [ana, desk], ms)
  await app.clock.advanceAsync(3_000)
}

describe('the answer of a push service [PK35]', () => {
  it.each([
    [201, 'accepted', 1],
    [404, 'gone', 0],
    [410, 'gone', 0],
    [400, 'failed', 1],
    [403, 'failed', 1],
    [406, 'failed', 1],
  ])('%d: the push is %s', async (status, state, phones) => {
    service.answerNext(phone, status)
    await causeEvent(desk)
    await eventually(async () => expect(await states()).toEqual([state]))
    expect(await listPhones(ana)).toHaveLength(phones)
    if (status === 403) {
      expect(await listPhones(ana)).toMatchObject([{ state: 'stopped' }])
      const { rows } = await app.database.pool.query('select refused_status from push_services')
      expect(rows).toContainEqual({ refused_status: 403 })
    }
  })

  it('413: it is sent once more without words, and then not again', async () => {
    service.answerNext(phone, 413, 413)
    await causeEvent(desk)
    await eventually(async () => expect(await states()).toEqual(['failed']))
    expect(titles()).toEqual(['An MQTT login was created', 'Senca'])
  })

  it('429: it is sent again after Retry-After', async () => {
    service.answerNext(phone, (response) => response.writeHead(429, { 'retry-after': '30' }).end())
    await causeEvent(desk)
    await vi.waitFor(() => expect(titles()).toHaveLength(1))
    await app.clock.advanceAsync(20_000)
    expect(await states()).toEqual(['waiting'])
    await eventually(async () => expect(await states()).toEqual(['accepted']))
    expect(titles()).toHaveLength(2)
  })

  it('500: it is sent again, until it expires', async () => {
    service.answerAlways(500)
    await causeEvent(desk)
    await eventually(() => expect(titles().length).toBeGreaterThanOrEqual(2))
    await pass(61 * MINUTE_MS)
    await eventually(async () => expect(await states()).toEqual(['expired']))
  })

  it('a redirect: it is not followed', async () => {
    const { subscription } = service
    const other = subscription()
    service.answerNext(phone, (response) => response.writeHead(307, { location: other.json.endpoint }).end())
    await causeEvent(desk)
    await eventually(async () => expect(await states()).toEqual(['failed']))
    expect(service.of(other.name)).toEqual([])
  })

  it('ten megabytes: they are not read', async () => {
    const wholeBytes = 10 * 1_024 * 1_024
    const chunk = Buffer.alloc(65_536)
    let bytes = 0
    let isClosed = false
    service.answerNext(phone, (response) => {
      const more = () => {
        while (!isClosed && bytes < wholeBytes) {
          bytes += chunk.length
          if (!response.write(chunk)) return
        }
      }
      response.on('drain', more).on('close', () => {
        isClosed = true
      })
      response.writeHead(201)
      more()
    })
    await causeEvent(desk)
    await eventually(async () => expect(await states()).toEqual(['accepted']))
    await eventually(() => expect(isClosed).toBe(true))
    expect(bytes).toBeLessThan(wholeBytes)
  })

  it('none within ten seconds: it is sent again', async () => {
    service.answerNext(phone, () => {})
    await causeEvent(desk)
    await vi.waitFor(() => expect(titles()).toHaveLength(1))
    await vi.waitFor(
      async () => {
        await app.clock.advanceAsync(500)
        expect(await states()).toEqual(['accepted'])
      },
      { interval: 500 },
    )
    expect(titles()).toHaveLength(2)
  })
})

describe('without internet at the server [PK38]', () => {
  it('pushes expire, and one says how many there were when it is back', async () => {
    await service.goAway()
    await causeEvent(desk)
    await causeEvent(desk, 'Second')
    await eventually(async () => {
      const { rows } = await app.database.pool.query('select unreachable_since from push_services')
      expect(rows.some(({ unreachable_since }) => unreachable_since !== null)).toBe(true)
      // Both were attempted, which is what makes them count.
      const { rowCount } = await app.database.pool.query('select from pushes where is_missed')
      expect(rowCount).toBe(2)
    })
    await pass(61 * MINUTE_MS)
    await eventually(async () => expect(await states()).toEqual(['expired']))
    await service.comeBack()
    await pass(10 * MINUTE_MS)
    await eventually(() => expect(titles()).toEqual(['New notifications: 2']))
    await eventually(async () => {
      const { rows } = await app.database.pool.query('select unreachable_since from push_services')
      expect(rows.every(({ unreachable_since }) => unreachable_since === null)).toBe(true)
    })
    await pass(11 * MINUTE_MS)
    expect(titles()).toHaveLength(1)
  })
})

it('the log names a push service, but no endpoint, text or receipt, whatever the service answers [PK39]', async () => {
  logged = ''
  const { name, json } = service.subscription()
  await ana.ok(askPush(ana, 'subscribe', json))
  await causeEvent(desk, 'Cellar bridge')
  await eventually(async () => expect(await states()).toEqual(['accepted']))
  await service.goAway()
  await causeEvent(desk, 'Attic bridge')
  await eventually(() => expect(logged).toContain('A push service cannot be reached'))
  await service.comeBack()
  service.answerAlways(403)
  await eventually(() => expect(logged).toContain('A push service refuses the pushes of this server'))
  const messages = service.of(name).map(({ notification }) => notification)
  const receipts = messages.map(({ data }) => data.receipt)
  for (const receipt of [...receipts, 'made-up-receipt']) await sendReceipt(app, receipt, 'shown')

  const endpoints = [phone.name, name, json.endpoint, json.keys.auth, json.keys.p256dh]
  const texts = messages.flatMap(({ title, body }) => [title, body])
  expect(texts.join()).toContain('Cellar bridge')
  for (const secret of [...endpoints, ...texts, ...receipts, 'made-up-receipt'])
    expect(logged).not.toContain(secret)
})

it('the metrics count events, attempts by service and outcome, the time to their acceptance, and what waits [PK39]', async () => {
  const read = async () => {
    const text = await (await fetch(`${app.url}/metrics`)).text()
    const of = (name: string) => Number(text.match(new RegExp(`^${name} (\\S+)$`, 'm'))?.[1] ?? 0)
    const pushes = (outcome: string) => of(`senca_push_total\\{service="[^"]*",outcome="${outcome}"\\}`)
    return {
      events: of('senca_notifications_total\\{kind="account_security"\\}'),
      accepted: pushes('accepted'),
      gone: pushes('gone'),
      inTime: of('senca_push_seconds_count'),
      waiting: of('senca_push_waiting'),
    }
  }
  const before = await read()
  await causeEvent(desk)
  await eventually(async () => expect(await states()).toEqual(['accepted']))
  service.answerNext(phone, 410)
  await causeEvent(desk, 'Second')
  await eventually(async () => expect(await states()).toEqual(['gone']))
  await vi.waitFor(async () =>
    expect(await read()).toEqual({
      events: before.events + 2,
      accepted: before.accepted + 1,
      gone: before.gone + 1,
      inTime: before.inTime + 1,
      waiting: 0,
    }),
  )
})
