import { expect, it } from 'vitest'
import type { Actor } from '#features/rights/index.ts'
import { createHub } from './hub.ts'
import { createOutbox } from './outbox.ts'

const actorOf = (accountId: string): Actor => ({ kind: 'account', accountId, sessionId: accountId })

/** Sockets of two accounts. A slow socket accepts nothing until the test allows it. */
async function setUp() {
  const hub = createHub({
    rights: { watch: async (actor) => ({ actor, visible: [], stop: () => {} }) },
    shadows: { hold: () => () => {}, load: async () => {} },
  })
  const join = async (accountId: string) => {
    const frames: string[] = []
    let flush = () => {}
    const wire = {
      bufferedAmount: 0,
      send(frame: string, flushed: () => void) {
        frames.push(frame)
        flush = flushed
      },
    }
    const outbox = createOutbox({ wire, soon: (task) => task() })
    const leave = await hub.join(actorOf(accountId), outbox)
    const setSlow = (isSlow: boolean) => {
      wire.bufferedAmount = isSlow ? 1_000_000 : 0
      if (!isSlow) flush()
    }
    return { messages: () => frames.map((frame) => JSON.parse(frame)), leave, setSlow, outbox }
  }
  return { hub, anna: await join('anna'), annaToo: await join('anna'), berta: await join('berta') }
}

it('publishes a subject of any feature to the sockets of an account, and to nobody else', async () => {
  const { hub, anna, annaToo, berta } = await setUp()
  const message = {
    subject: 'scenario.updated',
    data: { scenarioId: 'evening', scenario: { name: 'Evening' } },
  }
  hub.publish('scenario.updated', { accountId: 'anna' }, message.data, 'evening')
  hub.publish('groups.updated', { accountId: 'carla' }, {})
  expect([anna.messages(), annaToo.messages(), berta.messages()]).toEqual([[message], [message], []])
  for (const { leave } of [anna, annaToo]) leave()
  hub.publish('groups.updated', { accountId: 'anna' }, {})
  expect(anna.messages()).toHaveLength(1)
})

it('sends new subjects only to those who said that they ignore what they do not know [PK8]', async () => {
  const { hub, anna, annaToo } = await setUp()
  annaToo.outbox.setTolerant(true)
  hub.send('future.updated', { accountId: 'anna' }, '{"subject":"future.updated","data":{}}', true)
  expect(anna.messages()).toEqual([])
  expect(annaToo.messages()).toHaveLength(1)
})

it('keeps for a slow reader the newest of each subject and each thing', async () => {
  const { hub, berta } = await setUp()
  const to = { accountId: 'berta' }
  const change = (scenarioId: string, scenario: unknown) =>
    hub.publish('scenario.updated', to, { scenarioId, scenario }, scenarioId)
  change('evening', 0)
  berta.setSlow(true)
  for (let n = 1; n < 100; n += 1) {
    change('evening', n)
    change('morning', n)
    hub.publish('groups.updated', to, {})
  }
  berta.setSlow(false)
  expect(berta.messages().map(({ subject, data }) => [subject, data.scenarioId, data.scenario])).toEqual([
    ['scenario.updated', 'evening', 0],
    ['scenario.updated', 'evening', 99],
    ['scenario.updated', 'morning', 99],
    ['groups.updated', undefined, undefined],
  ])
})
