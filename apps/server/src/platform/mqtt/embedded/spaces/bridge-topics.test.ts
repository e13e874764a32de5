import { LIMITS } from '@senca/contract'
import type { PublishPacket } from 'aedes'
import { describe, expect, it } from 'vitest'
import type { BridgeMessage, SpaceNotice } from '../../spaces.ts'
import { createBridgeTopics } from './bridge-topics.ts'

const TOPICS = { id: 'one', prefix: 'senca-bridge/one/', node: 'senca_one' }
const CONFIG = 'homeassistant/cover/senca_one/key_cover/config'

function createTopics() {
  const notices: SpaceNotice[] = []
  const received: BridgeMessage[] = []
  const topics = createBridgeTopics({ notify: (notice) => void notices.push(notice) })
  const opened = topics.open(TOPICS, (message) => void received.push(message))
  const take = (topic: string, bridgeId: string | null, more: Partial<PublishPacket> = {}) => {
    const packet: PublishPacket = {
      cmd: 'publish',
      topic,
      payload: Buffer.from('OPEN'),
      qos: 0,
      retain: false,
      dup: false,
      ...more,
    }
    return { isTaken: topics.take({ packet, bridgeId, clientId: 'client', isRepeated: false }), packet }
  }
  const retain = (topic: string, payload: string) =>
    topics.retain(opened, { topic, payload: Buffer.from(payload), qos: 1 })
  const found = (...filters: string[]) => [...topics.find(filters)].map(({ topic }) => topic)
  return { topics, opened, notices, received, take, retain, found }
}

describe('the topics of a bridge in a space', () => {
  it.each([
    ['senca-bridge/one/key/state', true],
    [CONFIG, true],
    ['senca-bridge/two/key/state', false],
    ['senca-bridge/one', false],
    ['homeassistant/cover/senca_two/key_cover/config', false],
    ['homeassistant/cover/senca_one/config', false],
    ['zigbee2mqtt/blind', false],
  ])('%s is sent to its own login alone: %s', (topic, isOfBridge) => {
    const { topics } = createTopics()
    expect(topics.mayReceive(topic, 'one')).toBe(true)
    for (const other of ['two', null]) expect(topics.mayReceive(topic, other)).toBe(!isOfBridge)
  })

  it('what others publish there is dropped with a notice, and goes to nobody', () => {
    const { take, notices, received } = createTopics()
    const cases = [
      ['senca-bridge/one/key/set', null],
      ['senca-bridge/one/key/set', 'two'],
      ['senca-bridge/one/key/state', 'one'],
      [CONFIG, 'one'],
    ] as const
    for (const [topic, bridgeId] of cases) {
      const { isTaken, packet } = take(topic, bridgeId, { retain: true })
      expect([isTaken, packet.topic, packet.retain]).toEqual([true, '$nowhere', false])
    }
    expect(notices.map(({ code, topic }) => [code, topic])).toEqual(
      cases.map(([topic]) => ['not_yours', topic]),
    )
    expect(received).toEqual([])
    expect(take('zigbee2mqtt/blind', null).isTaken).toBe(false)
  })

  it('a command of its own login is received, with whether it was to be retained', () => {
    const { take, received, notices } = createTopics()
    for (const retain of [false, true]) take('senca-bridge/one/key/set', 'one', { retain })
    expect(received.map(({ topic, isRetained }) => [topic, isRetained])).toEqual([
      ['senca-bridge/one/key/set', false],
      ['senca-bridge/one/key/set', true],
    ])
    expect(notices).toEqual([])
  })

  it(`[BR40] at most ${LIMITS.MQTT_RETAINED_OF_BRIDGES} messages are retained, and known topics are always replaced`, () => {
    const { topics, opened, retain, found } = createTopics()
    for (let count = 0; count < LIMITS.MQTT_RETAINED_OF_BRIDGES; count += 1)
      expect(retain(`senca-bridge/one/${count}/state`, 'open')).toBe(true)
    expect(retain('senca-bridge/one/more/state', 'open')).toBe(false)
    expect(retain('senca-bridge/one/0/state', 'closed')).toBe(true)
    expect(retain('senca-bridge/one/1/state', '')).toBe(true)
    expect(retain('senca-bridge/one/more/state', 'open')).toBe(true)
    expect(found('senca-bridge/+/more/#', 'senca-bridge/one/0/state')).toEqual([
      'senca-bridge/one/0/state',
      'senca-bridge/one/more/state',
    ])
    expect(topics.clear(opened)).toHaveLength(LIMITS.MQTT_RETAINED_OF_BRIDGES)
    expect(found('#')).toEqual([])
    topics.close(opened)
    expect(topics.mayReceive(CONFIG, null)).toBe(true)
  })
})
